-- Checks of an hour: how many, how many failed, and how latencies spread over the buckets that the code knows.
CREATE TABLE check_rollup_hour (
  monitor_id text NOT NULL,
  hour_at timestamptz(3) NOT NULL,
  checks integer NOT NULL,
  failures integer NOT NULL,
  -- The buckets that have any, and how many each has.
  buckets smallint[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (monitor_id, hour_at)
) PARTITION BY RANGE (hour_at);

-- The same of a day in UTC, kept long after its hours.
CREATE TABLE check_rollup_day (
  monitor_id text NOT NULL,
  day_at timestamptz(3) NOT NULL,
  checks integer NOT NULL,
  failures integer NOT NULL,
  buckets smallint[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (monitor_id, day_at)
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
