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
INSERT INTO heartbeat (monitor_id, counts_from_at) SELECT id, created_at FROM monitor WHERE type = 'CRON';
UPDATE monitor_runtime SET next_check_at = NULL, slot_at = NULL
WHERE monitor_id IN (SELECT id FROM monitor WHERE type = 'CRON');

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
