-- Worker leases of snowflake-hibernate. Times are Unix milliseconds.
-- The collation tells capitals from small letters, and a trailing blank from none.
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
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE TABLE IF NOT EXISTS snowflake_lease_record (
  namespace varchar(100) NOT NULL,
  record_name varchar(100) NOT NULL,
  version bigint NOT NULL,
  record_value varchar(2000) NOT NULL,
  PRIMARY KEY (namespace, record_name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
