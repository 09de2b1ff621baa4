-- Organizations take turns. Replicas of the previous version write rows without one.
ALTER TABLE outbox ADD COLUMN organization_id text COLLATE "C" NOT NULL DEFAULT 'unknown';
