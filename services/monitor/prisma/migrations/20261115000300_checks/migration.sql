-- A check in flight is lost at next_check_at, where a monitor is due anyway: one column, one index.
ALTER TABLE monitor_runtime
  DROP COLUMN lease_expires_at,
  -- When the newest result that says something was obtained; NULL while a gap is on record that no result has ended yet.
  ADD COLUMN observed_at timestamptz(3),
  -- Latencies of the last successful checks of this epoch, oldest first, as many as degraded_samples.
  ADD COLUMN samples integer[] NOT NULL DEFAULT '{}',
  -- Expiry dates of certificates and registrations that events have told.
  ADD COLUMN told_expiries timestamptz(3)[] NOT NULL DEFAULT '{}',
  -- Until when a cron job may stay silent; NULL for other types, and while no ping is expected.
  ADD COLUMN deadline_at timestamptz(3);
COMMENT ON COLUMN monitor_runtime.next_check_at IS
  'The next slot; while a check is in flight, when it counts as lost. NULL while nothing is to be checked.';
-- Every check writes two versions of its row, so that the garbage must go before it is a fifth of the table.
ALTER TABLE monitor_runtime SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX monitor_runtime_deadline ON monitor_runtime (deadline_at) WHERE deadline_at IS NOT NULL;

CREATE TYPE recorded_state AS ENUM ('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED');

-- When each state began; it lasted until the next one, so that there is neither an overlap nor a hole.
CREATE TABLE state_change (
  monitor_id text NOT NULL REFERENCES monitor ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  state recorded_state NOT NULL,
  PRIMARY KEY (monitor_id, at)
);
INSERT INTO state_change (monitor_id, at, state)
SELECT m.id, coalesce(r.last_status_changed_at, m.created_at), r.state::text::recorded_state
FROM monitor AS m JOIN monitor_runtime AS r ON r.monitor_id = m.id;

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

-- Every check, by day; partitions are made ahead and dropped when they are old.
CREATE TABLE check_result (
  monitor_id text NOT NULL,
  slot_at timestamptz(3) NOT NULL,
  epoch integer NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  verdict check_verdict NOT NULL,
  response_ms integer,
  -- How long a cron job ran.
  run_ms integer,
  -- Only where one failed.
  attempts jsonb,
  PRIMARY KEY (monitor_id, slot_at)
) PARTITION BY RANGE (slot_at);
-- Rows come in the order of their slots, near enough for a range to find its pages.
CREATE INDEX check_result_slot ON check_result USING brin (slot_at) WITH (pages_per_range = 32, autosummarize = on);
