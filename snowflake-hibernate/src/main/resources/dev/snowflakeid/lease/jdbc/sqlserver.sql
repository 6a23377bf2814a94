-- Worker leases of snowflake-hibernate. Times are Unix milliseconds.
-- The collation tells capitals from small letters. Text is national, as drivers send it.
CREATE TABLE snowflake_lease (
  namespace nvarchar(100) COLLATE Latin1_General_100_BIN2 NOT NULL,
  worker_id integer NOT NULL,
  high_water bigint NOT NULL,
  token bigint NOT NULL,
  version bigint NOT NULL,
  nonce nvarchar(40) COLLATE Latin1_General_100_BIN2 NOT NULL,
  expires_at bigint NOT NULL,
  closed_nonce nvarchar(40) COLLATE Latin1_General_100_BIN2,
  released_at bigint NOT NULL,
  owner nvarchar(200),
  PRIMARY KEY (namespace, worker_id)
);

CREATE TABLE snowflake_lease_record (
  namespace nvarchar(100) COLLATE Latin1_General_100_BIN2 NOT NULL,
  record_name nvarchar(100) COLLATE Latin1_General_100_BIN2 NOT NULL,
  version bigint NOT NULL,
  record_value nvarchar(2000) COLLATE Latin1_General_100_BIN2 NOT NULL,
  PRIMARY KEY (namespace, record_name)
);
