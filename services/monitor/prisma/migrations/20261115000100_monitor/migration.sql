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
  -- What the history calls it: a check costs 4 bytes for its monitor, and its index too.
  number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
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
  -- The next slot; while a check is in flight, when it counts as lost. NULL while nothing is to be checked.
  next_check_at timestamptz(3),
  -- The slot in flight.
  slot_at timestamptz(3),
  -- The newest slot whose result has been applied.
  last_slot_at timestamptz(3),
  last_checked_at timestamptz(3),
  last_status_changed_at timestamptz(3),
  last_response_ms integer,
  cert_expires_at timestamptz(3),
  -- When the newest result that says something was obtained; NULL while a gap is on record that no result has ended yet.
  observed_at timestamptz(3),
  -- Latencies of the last successful checks of this epoch, oldest first, as many as degraded_samples.
  samples integer[] NOT NULL DEFAULT '{}',
  -- Expiry dates of certificates and registrations that events have told.
  told_expiries timestamptz(3)[] NOT NULL DEFAULT '{}',
  -- Until when a cron job may stay silent; NULL for other types, and while no ping is expected.
  deadline_at timestamptz(3)
  -- Every check writes two versions of its row, so that the garbage must go before it is a fifth of the table.
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- A row is in one of these two. The second is empty as long as there are places enough.
CREATE INDEX monitor_runtime_due ON monitor_runtime (lane, next_check_at)
  WHERE next_check_at IS NOT NULL AND NOT is_waiting;
CREATE INDEX monitor_runtime_waiting ON monitor_runtime (lane, organization_id, next_check_at) WHERE is_waiting;
CREATE INDEX monitor_runtime_deadline ON monitor_runtime (deadline_at) WHERE deadline_at IS NOT NULL;

-- How many monitors an organization has: the plan's allowance is held against it, and lists answer total from it.
CREATE TABLE monitor_count (
  organization_id text PRIMARY KEY,
  monitors integer NOT NULL CHECK (monitors >= 0)
);

CREATE TYPE recorded_state AS ENUM ('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED');

-- When each state began; it lasted until the next one, so that there is neither an overlap nor a hole.
CREATE TABLE state_change (
  monitor_id text NOT NULL REFERENCES monitor ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  state recorded_state NOT NULL,
  PRIMARY KEY (monitor_id, at)
);

CREATE TYPE outage_resolution AS ENUM ('RECOVERED', 'PAUSED', 'TYPE_CHANGED');

-- The newest outage of a monitor, as the incident service is told of it.
CREATE TABLE outage (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  incident_id text NOT NULL,
  revision integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  cause text NOT NULL,
  evidence jsonb NOT NULL,
  resolved_at timestamptz(3),
  resolution outage_resolution,
  -- The newest revision that an event carries, and the newest that the incident service has confirmed.
  told_revision integer NOT NULL,
  confirmed_revision integer NOT NULL DEFAULT 0
);
CREATE INDEX outage_untold ON outage (monitor_id) WHERE greatest(told_revision, confirmed_revision) < revision;

-- What checks have learned of a target besides its state, to hold the next answer against.
CREATE TABLE monitor_observation (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  -- DNS records and when each was last seen.
  dns_seen jsonb,
  registration jsonb
);

CREATE TYPE check_verdict AS ENUM ('SUCCEEDED', 'FAILED', 'UNOBSERVED');

-- Where checks run. 0 is the one that is not known.
CREATE TABLE check_region (
  number integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);
INSERT INTO check_region (number, name) VALUES (0, '');

-- Who runs checks: a row for each worker process. 0 is the one that is not known.
CREATE TABLE check_worker (
  number integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  region_number integer NOT NULL REFERENCES check_region,
  name text NOT NULL,
  -- The last day on which a check of the worker was stored. The row is deleted when those checks are gone.
  last_used_on date NOT NULL DEFAULT current_date,
  UNIQUE (name, region_number)
);
INSERT INTO check_worker (number, region_number, name) VALUES (0, 0, '');

-- Every check, by day; partitions are made ahead and dropped when they are old. The columns are ordered by their widths,
-- so that none is padded: a check that succeeded takes 84 bytes, and about 43 in its index.
CREATE TABLE check_result (
  slot_at timestamptz(3) NOT NULL,
  monitor_number integer NOT NULL,
  epoch integer NOT NULL,
  -- Who made the attempt that decided.
  worker_number integer NOT NULL,
  verdict check_verdict NOT NULL,
  -- From the slot to the start of the first attempt, and from there to the end of the last one; of a cron job: its run.
  started_ms integer,
  took_ms integer,
  response_ms integer,
  -- Phases of the only attempt; NULL where attempts holds them.
  dns_ms smallint,
  connect_ms smallint,
  tls_ms smallint,
  first_byte_ms smallint,
  total_ms smallint,
  -- Only where one failed, or a phase took longer than a smallint can tell.
  attempts jsonb,
  PRIMARY KEY (monitor_number, slot_at)
) PARTITION BY RANGE (slot_at);
-- Rows come in the order of their slots, near enough for an hour to find its pages.
CREATE INDEX check_result_slot ON check_result USING brin (slot_at) WITH (pages_per_range = 32, autosummarize = on);
-- The few that did not succeed.
CREATE INDEX check_result_trouble ON check_result (monitor_number, slot_at) WHERE verdict <> 'SUCCEEDED';

-- What cron jobs have told of themselves.
CREATE TABLE heartbeat (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  -- Of any kind; NULL before the first one, until which nothing is expected.
  last_ping_at timestamptz(3),
  -- The last resume or change of the period.
  counts_from_at timestamptz(3) NOT NULL,
  -- Of the run that has not reported its end yet.
  run_started_at timestamptz(3)
);

CREATE TYPE heartbeat_ping_kind AS ENUM ('START', 'SUCCESS', 'FAILURE');

-- Pings that were answered and have not had their effect yet. No key to monitor: a ping waits for nothing.
CREATE TABLE heartbeat_ping (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  monitor_id text NOT NULL,
  -- The monitor's when the ping came.
  epoch integer NOT NULL,
  kind heartbeat_ping_kind NOT NULL,
  exit_code smallint,
  received_at timestamptz(3) NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX heartbeat_ping_monitor ON heartbeat_ping (monitor_id);

-- One row: every ping that some replica received until then is in heartbeat_ping or has had its effect.
CREATE TABLE heartbeat_listener (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  heard_until timestamptz(3)
);
INSERT INTO heartbeat_listener DEFAULT VALUES;

-- When no replica could hear pings.
CREATE TABLE listener_outage (
  started_at timestamptz(3) PRIMARY KEY,
  ended_at timestamptz(3) NOT NULL
);

-- Checks of an hour from a region: how many, how many failed, and how latencies spread over the buckets that the code
-- knows. Partitioned by month.
CREATE TABLE check_rollup_hour (
  hour_at timestamptz(3) NOT NULL,
  monitor_number integer NOT NULL,
  region_number integer NOT NULL,
  checks integer NOT NULL,
  failures integer NOT NULL,
  -- NULL where no check has a latency.
  min_ms integer,
  max_ms integer,
  -- The buckets that have any, and how many each has.
  buckets smallint[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (monitor_number, hour_at, region_number)
) PARTITION BY RANGE (hour_at);

-- The same of a day in UTC.
CREATE TABLE check_rollup_day (
  day_at timestamptz(3) NOT NULL,
  monitor_number integer NOT NULL,
  region_number integer NOT NULL,
  checks integer NOT NULL,
  failures integer NOT NULL,
  min_ms integer,
  max_ms integer,
  buckets smallint[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (monitor_number, day_at, region_number)
);
CREATE INDEX check_rollup_day_age ON check_rollup_day USING brin (day_at);

CREATE TYPE rollup_span AS ENUM ('HOUR', 'DAY');

-- Which hours and days have been rolled up, and when.
CREATE TABLE rollup_progress (
  span rollup_span NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  rolled_up_at timestamptz(3) NOT NULL,
  PRIMARY KEY (span, starts_at)
);

-- Hours that got checks after their end, a row for each transaction that stored some. They are rolled up once more.
CREATE TABLE rollup_late (
  hour_at timestamptz(3) NOT NULL
);

-- What the list of the console shows of a monitor besides its settings and its state: computed every half minute.
CREATE TABLE monitor_summary (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  -- In percent; NULL where nothing was observed.
  uptime_24h numeric(6, 3),
  uptime_30d numeric(6, 3),
  -- Median latencies of the 24 hours before hours_until, oldest first, and the median of all of them.
  hours_until timestamptz(3),
  medians integer[],
  median_ms integer
) WITH (fillfactor = 80);

-- One row: when the last pass over all monitors began, and when the last one began that has been finished.
CREATE TABLE summary_pass (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at timestamptz(3),
  made_at timestamptz(3)
);
INSERT INTO summary_pass DEFAULT VALUES;
