-- The trace that an event belongs to: its attempts, hours later too, are spans of it.
ALTER TABLE webhook_event ADD COLUMN trace jsonb NOT NULL DEFAULT '{}';
