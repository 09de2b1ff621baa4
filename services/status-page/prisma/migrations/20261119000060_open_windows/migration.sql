-- Windows that are not completed are counted at every creation: those of the organization, and those of each monitor.
CREATE INDEX maintenance_window_open ON maintenance_window (organization_id, occurrence_starts_at, id)
  WHERE state <> 'COMPLETED';
-- Without a list of pending entries: each look for one monitor would read all of it.
CREATE INDEX maintenance_window_open_monitors ON maintenance_window USING gin (monitor_ids) WITH (fastupdate = off)
  WHERE state <> 'COMPLETED';
