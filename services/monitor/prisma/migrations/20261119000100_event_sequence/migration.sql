-- Counts the events of the monitor, which receivers may hear of in another order.
ALTER TABLE monitor_runtime ADD COLUMN event_sequence integer NOT NULL DEFAULT 0;
