-- Of two events of a monitor, the one with the higher sequence is newer: what it is called, and whether it is paused.
-- described_at is no longer written.
ALTER TABLE monitor
  ADD COLUMN described_sequence integer NOT NULL DEFAULT 0,
  ADD COLUMN paused_sequence integer NOT NULL DEFAULT 0,
  ADD COLUMN is_paused boolean NOT NULL DEFAULT false;
UPDATE monitor SET is_paused = true FROM (
  SELECT DISTINCT ON (monitor_id) monitor_id, kind FROM monitor_change
  WHERE kind IN ('PAUSED', 'RESUMED') ORDER BY monitor_id, at DESC, id DESC
) AS newest WHERE newest.monitor_id = monitor.id AND newest.kind = 'PAUSED';
