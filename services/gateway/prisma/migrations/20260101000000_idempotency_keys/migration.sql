-- One row a keyed mutation: who runs it now (the lease), and its answer once there is one.
CREATE TABLE idempotency_key (
  organization_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
  created_at timestamptz NOT NULL,
  lease_until timestamptz,
  status smallint,
  body bytea,
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotency_key_created_at ON idempotency_key (created_at);
