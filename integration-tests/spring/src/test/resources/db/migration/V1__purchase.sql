create table purchase (id bigint primary key, article varchar(255), amount bigint not null);
