CREATE TYPE monitor_type AS ENUM ('HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN');
CREATE TYPE monitor_state AS ENUM ('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED');
CREATE TYPE request_method AS ENUM ('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
CREATE TYPE keyword_match AS ENUM ('EXISTS', 'NOT_EXISTS');
CREATE TYPE dns_record_type AS ENUM ('A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS');
CREATE TYPE degraded_threshold_mode AS ENUM ('LAST', 'P95');
CREATE TYPE check_lane AS ENUM ('FAST', 'SLOW');

-- What a monitor is to do, as its owner wrote it: wide, and seldom written.
CREATE TABLE monitor (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  name text NOT NULL,
  type monitor_type NOT NULL,
  -- Without credentials.
  url text,
  host text,
  port integer,
  method request_method NOT NULL,
  expected_status integer[] NOT NULL,
  -- The request's secrets, encrypted: its headers, and its URL when that has credentials. NULL when there are none.
  sealed bytea,
  request_body text,
  follow_redirects boolean NOT NULL,
  verify_ssl boolean NOT NULL,
  keyword text,
  keyword_match keyword_match NOT NULL,
  dns_record_type dns_record_type NOT NULL,
  dns_expected text,
  dns_alert_on_change boolean NOT NULL,
  ssl_expiry_threshold_days integer NOT NULL,
  interval_seconds integer NOT NULL,
  timeout_seconds integer NOT NULL,
  expected_period_sec integer,
  grace_seconds integer NOT NULL,
  degraded_threshold_ms integer,
  degraded_threshold_mode degraded_threshold_mode NOT NULL,
  degraded_samples integer NOT NULL,
  -- The unguessable end of a CRON monitor's heartbeat address.
  heartbeat_token text UNIQUE,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A tombstone: invisible from here on.
  deleted_at timestamptz(3),
  -- The other services have let go of it: nothing keeps the row from being erased.
  released_at timestamptz(3)
);
CREATE INDEX monitor_newest ON monitor (organization_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
-- By the key that secrets are sealed with, which is named in their first bytes.
CREATE INDEX monitor_sealed_key ON monitor (substr(sealed, 1, 4)) WHERE sealed IS NOT NULL;
CREATE INDEX monitor_tombstone ON monitor (deleted_at) WHERE deleted_at IS NOT NULL;

-- What checks read and write many times a second: narrow, so that an update rewrites little.
CREATE TABLE monitor_runtime (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  state monitor_state NOT NULL,
  -- Raised by pause, resume, delete and every change of what is checked: a result of another epoch is history only.
  epoch integer NOT NULL,
  -- These two are the monitor's, kept here too so that finding due monitors reads this table alone.
  organization_id text NOT NULL,
  interval_seconds integer NOT NULL,
  -- Where its next check runs: slow ones have places of their own.
  lane check_lane NOT NULL DEFAULT 'FAST',
  -- True while its check is due and finds no place: organizations take turns among those that wait.
  is_waiting boolean NOT NULL DEFAULT false,
  -- NULL while nothing is to be checked.
  next_check_at timestamptz(3),
  -- The slot in flight, and when it counts as lost.
  slot_at timestamptz(3),
  lease_expires_at timestamptz(3),
  -- The newest slot whose result has been applied.
  last_slot_at timestamptz(3),
  last_checked_at timestamptz(3),
  last_status_changed_at timestamptz(3),
  last_response_ms integer,
  cert_expires_at timestamptz(3)
) WITH (fillfactor = 80);
-- A row is in one of these two. The second is empty as long as there are places enough.
CREATE INDEX monitor_runtime_due ON monitor_runtime (lane, next_check_at)
  WHERE next_check_at IS NOT NULL AND NOT is_waiting;
CREATE INDEX monitor_runtime_waiting ON monitor_runtime (lane, organization_id, next_check_at) WHERE is_waiting;

-- How many monitors an organization has: the plan's allowance is held against it, and lists answer total from it.
CREATE TABLE monitor_count (
  organization_id text PRIMARY KEY,
  monitors integer NOT NULL CHECK (monitors >= 0)
);
