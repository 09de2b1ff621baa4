-- In the order of the list.
CREATE TYPE listed_state AS ENUM ('DOWN', 'DEGRADED', 'PENDING', 'UP', 'PAUSED');

-- What the list of the console searches, filters and sorts by. These columns are copies, so that one table can have an
-- index for each order, and a page reads only its own rows. Results write their rows in monitor_runtime many times a
-- second; they write here only when a state changes. Deleted monitors have no row.
CREATE TABLE monitor_listing (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  organization_id text NOT NULL,
  -- Both in lower case. The collation is the same everywhere, whatever the language of the database.
  name text COLLATE "C" NOT NULL,
  target text COLLATE "C",
  type monitor_type NOT NULL,
  state listed_state NOT NULL,
  changed_at timestamptz(3),
  -- Of monitor_summary.
  uptime_30d numeric(6, 3),
  median_ms integer
);
CREATE INDEX monitor_listing_name ON monitor_listing (organization_id, name, monitor_id);
CREATE INDEX monitor_listing_state ON monitor_listing (organization_id, state, name, monitor_id);
CREATE INDEX monitor_listing_uptime ON monitor_listing (organization_id, uptime_30d, name, monitor_id);
CREATE INDEX monitor_listing_latency ON monitor_listing (organization_id, median_ms DESC NULLS LAST, name, monitor_id);
CREATE INDEX monitor_listing_changed_at ON monitor_listing (organization_id, changed_at DESC NULLS LAST, name, monitor_id);

-- Text as the list compares it, in every script: the locale "C" knows the letters of ASCII only.
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(value COLLATE "und-x-icu");

-- Neither heartbeat addresses nor credentials: the column has URLs without them. Only the type says what is checked.
CREATE FUNCTION target_of(m monitor) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE m.type
  WHEN 'CRON' THEN NULL
  WHEN 'PING' THEN m.host
  WHEN 'PORT' THEN CASE WHEN strpos(m.host, ':') > 0 THEN '[' || m.host || ']' ELSE m.host END || ':' || m.port
  ELSE m.url
END;

-- Triggers write the copies: no statement can forget them, in whichever release it is. The row is written under the lock
-- of the monitor's runtime row, which everybody who writes takes in order of id.
CREATE FUNCTION list_new_monitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO monitor.monitor_listing (monitor_id, organization_id, name, target, type, state, changed_at)
  SELECT m.id, m.organization_id, monitor.folded(m.name), monitor.folded(monitor.target_of(m)), m.type,
    NEW.state::text::monitor.listed_state, NEW.last_status_changed_at
  FROM monitor.monitor AS m WHERE m.id = NEW.monitor_id AND m.deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE FUNCTION list_changed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE monitor.monitor_listing
  SET state = NEW.state::text::monitor.listed_state, changed_at = NEW.last_status_changed_at
  WHERE monitor_id = NEW.monitor_id;
  RETURN NULL;
END $$;
CREATE FUNCTION list_changed_monitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE monitor.monitor_listing
  SET name = monitor.folded(NEW.name), target = monitor.folded(monitor.target_of(NEW)), type = NEW.type
  WHERE monitor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION unlist_monitor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM monitor.monitor_listing WHERE monitor_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER monitor_is_listed AFTER INSERT ON monitor_runtime FOR EACH ROW EXECUTE FUNCTION list_new_monitor();
CREATE TRIGGER state_is_listed AFTER UPDATE OF state, last_status_changed_at ON monitor_runtime FOR EACH ROW
  WHEN ((OLD.state, OLD.last_status_changed_at) IS DISTINCT FROM (NEW.state, NEW.last_status_changed_at))
  EXECUTE FUNCTION list_changed_state();
CREATE TRIGGER change_is_listed AFTER UPDATE OF name, type, url, host, port ON monitor FOR EACH ROW
  WHEN ((OLD.name, OLD.type, OLD.url, OLD.host, OLD.port) IS DISTINCT FROM (NEW.name, NEW.type, NEW.url, NEW.host, NEW.port))
  EXECUTE FUNCTION list_changed_monitor();
CREATE TRIGGER monitor_is_unlisted AFTER UPDATE OF deleted_at ON monitor FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION unlist_monitor();

INSERT INTO monitor_listing
SELECT m.id, m.organization_id, folded(m.name), folded(target_of(m)), m.type, r.state::text::listed_state,
  r.last_status_changed_at, s.uptime_30d, s.median_ms
FROM monitor AS m JOIN monitor_runtime AS r ON r.monitor_id = m.id LEFT JOIN monitor_summary AS s ON s.monitor_id = m.id
WHERE m.deleted_at IS NULL;
