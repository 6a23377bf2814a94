insert into purchase (id, article, amount) values (1, 'tea', 1);
