-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_waiting ON outbox (split_part(subject, '.', 2), organization_id, id)
WHERE published_at IS NULL AND set_aside_at IS NULL;
