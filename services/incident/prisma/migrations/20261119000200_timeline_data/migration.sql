-- What happened, as data. Entries written before have their sentence in `message` and stay as they are.
ALTER TABLE timeline_entry ADD COLUMN what jsonb, ALTER COLUMN message SET DEFAULT '';
-- What readers see who see addresses masked; null for what was written before.
ALTER TABLE alert_job ADD COLUMN masked_error text;
ALTER TABLE contact ADD COLUMN masked_test_answer text;
ALTER TABLE rehearsed ADD COLUMN masked_name text, ADD COLUMN masked_answer text;
