-- What an organization may use. The rows are the operator's: change them or add to them at any time.
CREATE TABLE plan (
  name text PRIMARY KEY,
  monitors integer NOT NULL CHECK (monitors >= 0),
  fastest_interval_seconds integer NOT NULL CHECK (fastest_interval_seconds > 0),
  status_pages integer NOT NULL CHECK (status_pages >= 0),
  webhook_endpoints integer NOT NULL CHECK (webhook_endpoints >= 0)
);

INSERT INTO plan (name, monitors, fastest_interval_seconds, status_pages, webhook_endpoints) VALUES
  ('FREE', 10, 300, 1, 1),
  ('TEAM', 100, 60, 5, 10),
  ('SCALE', 100000, 30, 1000, 1000);

-- Ids are compared byte by byte: they are opaque, and their order is the order of creation.
CREATE TABLE organization (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  plan text NOT NULL REFERENCES plan (name) ON UPDATE CASCADE,
  subscription text NOT NULL DEFAULT 'ACTIVE' CHECK (subscription IN ('ACTIVE', 'PAST_DUE', 'CANCELED')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (id),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  -- SHA-256 of the key; the key itself is kept nowhere.
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  access text NOT NULL CHECK (access IN ('FULL', 'READ_ONLY')),
  expires_at timestamptz(3),
  is_enabled boolean NOT NULL DEFAULT true,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (fillfactor = 90);
CREATE INDEX api_key_organization_id ON api_key (organization_id);
