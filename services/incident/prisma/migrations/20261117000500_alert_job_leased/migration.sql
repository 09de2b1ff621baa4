-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS alert_job_leased;
