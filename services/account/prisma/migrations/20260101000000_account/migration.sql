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

-- Organizations whose data is being removed, in all services. A row outlives its organization until the last sweep.
CREATE TABLE organization_deletion (
  id text COLLATE "C" PRIMARY KEY,
  deleted_at timestamptz(3) NOT NULL,
  -- Sweeps through all services that found nothing left.
  sweeps integer NOT NULL DEFAULT 0,
  -- In the near future while a replica is at it.
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX organization_deletion_due_at ON organization_deletion (due_at);

CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (id),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  access text NOT NULL CHECK (access IN ('FULL', 'READ_ONLY')),
  expires_at timestamptz(3),
  is_enabled boolean NOT NULL DEFAULT true,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  -- The address of the client that used it.
  last_used_from text,
  -- The actor who made the key, as the audit log names actors.
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (fillfactor = 90);
CREATE INDEX api_key_organization_id ON api_key (organization_id);

-- The secrets that a key is presented by: the present one, and the replaced one until its overlap ends.
CREATE TABLE key_secret (
  -- SHA-256 of the secret; the secret itself is kept nowhere.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  key_id text COLLATE "C" NOT NULL REFERENCES api_key (id),
  -- The first 8 and the last 4 characters, by which people recognize it.
  prefix text NOT NULL CHECK (char_length(prefix) = 8),
  last_four text NOT NULL CHECK (char_length(last_four) = 4),
  -- Null for the present secret.
  ends_at timestamptz(3)
);
CREATE UNIQUE INDEX key_secret_present ON key_secret (key_id) WHERE ends_at IS NULL;
CREATE INDEX key_secret_key_id ON key_secret (key_id);

CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  email text NOT NULL CONSTRAINT person_email UNIQUE CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  -- Null: as the browser says.
  time_zone text,
  locale text,
  theme text NOT NULL DEFAULT 'SYSTEM' CHECK (theme IN ('SYSTEM', 'LIGHT', 'DARK')),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE membership (
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (id),
  person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('VIEWER', 'MEMBER', 'ADMIN', 'OWNER')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When the person last opened this organization.
  opened_at timestamptz(3),
  PRIMARY KEY (organization_id, person_id)
);
CREATE INDEX membership_person_id ON membership (person_id);

CREATE TABLE invitation (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL REFERENCES organization (id),
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('VIEWER', 'MEMBER', 'ADMIN', 'OWNER')),
  -- SHA-256 of the token; null until the token is mailed.
  hash bytea UNIQUE CHECK (octet_length(hash) = 32),
  -- Whether the token goes to the invited address; only then does the token prove the address.
  is_mailed boolean NOT NULL CHECK (is_mailed OR hash IS NOT NULL),
  invited_by text COLLATE "C" REFERENCES person (id) ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT invitation_address UNIQUE (organization_id, email)
);
CREATE INDEX invitation_invited_by ON invitation (invited_by);

CREATE TABLE sign_in_link (
  -- SHA-256 of the token.
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  -- The organization that opens after the sign-in; null: the one that the person opened last.
  organization_id text COLLATE "C" REFERENCES organization (id) ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX sign_in_link_person_id ON sign_in_link (person_id);
CREATE INDEX sign_in_link_organization_id ON sign_in_link (organization_id);
CREATE INDEX sign_in_link_expires_at ON sign_in_link (expires_at);

CREATE TABLE session (
  id text COLLATE "C" PRIMARY KEY,
  -- SHA-256 of the cookie's token, which only the browser has.
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  signed_in_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  address text,
  user_agent text
) WITH (fillfactor = 90);
CREATE INDEX session_person_id ON session (person_id);
CREATE INDEX session_last_used_at ON session (last_used_at);

-- The networks that a person has signed in from.
CREATE TABLE known_network (
  person_id text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  network text NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (person_id, network)
);
CREATE INDEX known_network_last_used_at ON known_network (last_used_at);

-- What client addresses tried without a credential, for the limits of one hour.
CREATE TABLE sign_in_try (
  address text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('REDEEM', 'REQUEST')),
  at timestamptz(3) NOT NULL
);
CREATE INDEX sign_in_try_address ON sign_in_try (address, kind, at);
CREATE INDEX sign_in_try_at ON sign_in_try (at);

-- Mails to be sent, without their tokens, and those of the last day, for the limits of one hour.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('SIGN_IN_LINK', 'INVITATION', 'NEW_KEY', 'NEW_ROLE', 'NEW_ADDRESS')),
  address text NOT NULL,
  invitation_id text COLLATE "C" REFERENCES invitation (id) ON DELETE CASCADE,
  -- What a notice is about; never a secret.
  notice jsonb,
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  next_try_at timestamptz(3) NOT NULL,
  -- When it was sent or given up.
  ended_at timestamptz(3),
  is_sent boolean NOT NULL DEFAULT false,
  CHECK ((kind = 'INVITATION') = (invitation_id IS NOT NULL)),
  CHECK ((kind IN ('SIGN_IN_LINK', 'INVITATION')) = (notice IS NULL))
);
CREATE INDEX mail_due ON mail (next_try_at) WHERE ended_at IS NULL;
CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mail_address ON mail (address, kind, ended_at);
CREATE INDEX mail_invitation_id ON mail (invitation_id) WHERE invitation_id IS NOT NULL;

-- Outlives organizations and people, so it refers to none of them.
CREATE TABLE audit_log (
  id text COLLATE "C" PRIMARY KEY,
  -- Null for what concerns no organization, such as a sign-in with an unknown link.
  organization_id text COLLATE "C",
  at timestamptz(3) NOT NULL,
  -- person:per_…, key:key_…, operator:root, link:…, nobody
  actor text NOT NULL,
  actor_name text,
  operation text NOT NULL,
  is_refused boolean NOT NULL DEFAULT false,
  resource_id text,
  resource_name text,
  -- Names of fields, never their values.
  changed_fields text[] NOT NULL DEFAULT '{}',
  request_id text,
  address text
);
CREATE INDEX audit_log_organization_id ON audit_log (organization_id, id);
CREATE INDEX audit_log_at ON audit_log (at);

-- Lines are written and read. Only the two functions below remove some; nothing changes one. The role of the service
-- owns the table, because the same role migrates it. It gives up the rights that nobody needs. It keeps DELETE, which the
-- functions need; this trigger stops every other DELETE, and it stops a superuser too.
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('vedette.audit_upkeep', true) = 'on' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log EXECUTE FUNCTION keep_audit_log();
REVOKE ALL ON audit_log FROM PUBLIC, CURRENT_USER;
GRANT SELECT, INSERT, DELETE ON audit_log TO CURRENT_USER;

-- Retention: lines older than 400 days, whatever time the caller gives.
CREATE FUNCTION trim_audit_log(until timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = account AS $$
DECLARE
  removed bigint;
BEGIN
  PERFORM set_config('vedette.audit_upkeep', 'on', true);
  DELETE FROM audit_log WHERE at < least(until, now()) - interval '400 days';
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('vedette.audit_upkeep', 'off', true);
  RETURN removed;
END $$;

-- Erasure: lines of a deleted organization, up to so many.
CREATE FUNCTION erase_audit_log(erased_id text, most integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = account AS $$
DECLARE
  removed bigint;
BEGIN
  PERFORM set_config('vedette.audit_upkeep', 'on', true);
  DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE organization_id = erased_id LIMIT most);
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('vedette.audit_upkeep', 'off', true);
  RETURN removed;
END $$;
REVOKE ALL ON FUNCTION trim_audit_log, erase_audit_log FROM PUBLIC;
