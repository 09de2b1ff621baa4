-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS alert_job_lease ON alert_job (lease_until) WHERE lease_until IS NOT NULL;
