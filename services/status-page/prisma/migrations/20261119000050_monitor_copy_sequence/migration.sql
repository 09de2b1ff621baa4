-- Of two events of a monitor, the one with the higher sequence is newer. event_at is no longer written.
ALTER TABLE monitor_copy ADD COLUMN sequence integer;
