-- Worker leases of snowflake-hibernate. Times are Unix milliseconds.
-- Every renewal updates one row: half-filled pages let the new version stay on its page.
CREATE TABLE IF NOT EXISTS snowflake_lease (
  namespace varchar(100) NOT NULL,
  worker_id integer NOT NULL,
  high_water bigint NOT NULL,
  token bigint NOT NULL,
  version bigint NOT NULL,
  nonce varchar(40) NOT NULL,
  expires_at bigint NOT NULL,
  closed_nonce varchar(40),
  released_at bigint NOT NULL,
  owner varchar(200),
  PRIMARY KEY (namespace, worker_id)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS snowflake_lease_record (
  namespace varchar(100) NOT NULL,
  record_name varchar(100) NOT NULL,
  version bigint NOT NULL,
  record_value varchar(2000) NOT NULL,
  PRIMARY KEY (namespace, record_name)
);
