-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS outbox_unsent;
