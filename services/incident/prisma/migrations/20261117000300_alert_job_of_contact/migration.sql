-- no transaction
DROP INDEX CONCURRENTLY IF EXISTS alert_job_of_contact;
