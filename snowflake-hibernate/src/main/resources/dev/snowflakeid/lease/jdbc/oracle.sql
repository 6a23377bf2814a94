-- Worker leases of snowflake-hibernate. Times are Unix milliseconds.
CREATE TABLE snowflake_lease (
  namespace varchar2(100 CHAR) NOT NULL,
  worker_id number(10) NOT NULL,
  high_water number(19) NOT NULL,
  token number(19) NOT NULL,
  version number(19) NOT NULL,
  nonce varchar2(40 CHAR) NOT NULL,
  expires_at number(19) NOT NULL,
  closed_nonce varchar2(40 CHAR),
  released_at number(19) NOT NULL,
  owner varchar2(200 CHAR),
  PRIMARY KEY (namespace, worker_id)
);

CREATE TABLE snowflake_lease_record (
  namespace varchar2(100 CHAR) NOT NULL,
  record_name varchar2(100 CHAR) NOT NULL,
  version number(19) NOT NULL,
  record_value varchar2(2000 CHAR) NOT NULL,
  PRIMARY KEY (namespace, record_name)
);
