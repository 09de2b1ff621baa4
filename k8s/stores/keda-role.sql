-- What KEDA's triggers ask for, and nothing else. Run it as the owner of the tables or as a superuser, after the migrations; it may
-- be run again.
GRANT USAGE ON SCHEMA monitor, webhook_dispatcher TO keda;
GRANT SELECT (is_waiting, lane, slot_at, next_check_at) ON monitor.monitor_runtime TO keda;
GRANT SELECT (endpoint_id, due_at) ON webhook_dispatcher.endpoint_due TO keda;
GRANT SELECT (endpoint_id, state, next_attempt_at) ON webhook_dispatcher.delivery TO keda;
ALTER ROLE keda SET default_transaction_read_only = on;
ALTER ROLE keda SET statement_timeout = '5s';
