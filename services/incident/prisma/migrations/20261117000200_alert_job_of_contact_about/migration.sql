-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS alert_job_of_contact_about ON alert_job (contact_id, about_id, id);
