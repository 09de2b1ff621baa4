-- Windows that are not completed are counted at every creation: those of the organization, and those of each monitor.
CREATE INDEX maintenance_window_open ON maintenance_window (organization_id, occurrence_starts_at, id)
  WHERE state <> 'COMPLETED';
