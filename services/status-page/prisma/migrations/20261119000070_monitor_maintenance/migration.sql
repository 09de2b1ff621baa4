-- The union of the spans of each monitor, whatever windows they come from: none overlaps or touches another. Everything that
-- sums up or shows maintenance reads this table; maintenance_span tells which window it was, and what the union is made of.
CREATE TABLE monitor_maintenance (
  monitor_id text COLLATE "C" NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- While a window runs: when the last one is going to end.
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (monitor_id, ended_at),
  CHECK (started_at < ended_at)
);

INSERT INTO monitor_maintenance (monitor_id, started_at, ended_at)
SELECT monitor_id, lower(span), upper(span)
FROM (
  SELECT monitor_id, unnest(range_agg(tstzrange(started_at, ended_at))) AS span
  FROM maintenance_span WHERE started_at < ended_at GROUP BY monitor_id
) AS merged;
