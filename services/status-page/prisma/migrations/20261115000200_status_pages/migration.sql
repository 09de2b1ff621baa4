CREATE TYPE page_theme AS ENUM ('SYSTEM', 'LIGHT', 'DARK');
CREATE TYPE monitor_state AS ENUM ('PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED');
CREATE TYPE incident_state AS ENUM ('INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED');
CREATE TYPE incident_impact AS ENUM ('NONE', 'MINOR', 'MAJOR', 'CRITICAL');
CREATE TYPE window_state AS ENUM ('SCHEDULED', 'ACTIVE', 'COMPLETED');
CREATE TYPE window_transition_kind AS ENUM ('STARTED', 'ENDED');
CREATE TYPE recurrence_frequency AS ENUM ('DAILY', 'WEEKLY', 'MONTHLY');
CREATE TYPE weekday AS ENUM ('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');

CREATE TABLE status_page (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  slug text COLLATE "C" NOT NULL CONSTRAINT status_page_slug UNIQUE,
  description text,
  custom_domain text,
  -- The domain as a Host header spells it: two spellings of one name are the same domain.
  host text COLLATE "C",
  -- The page is served on its host only when DNS has proven that it may be.
  host_verified boolean NOT NULL,
  -- Since when DNS has no proof for a verified host.
  host_missing_since timestamptz(3),
  -- When DNS is asked again; in the near future while somebody is at it.
  host_due_at timestamptz(3),
  published boolean NOT NULL,
  theme page_theme NOT NULL,
  accent_color text,
  logo_url text,
  timezone text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((host IS NULL) = (host_due_at IS NULL) AND (host IS NOT NULL OR NOT host_verified))
);
CREATE INDEX status_page_newest ON status_page (organization_id, created_at DESC, id DESC);
CREATE INDEX status_page_host ON status_page (host) WHERE host IS NOT NULL;
CREATE INDEX status_page_host_due ON status_page (host_due_at) WHERE host_due_at IS NOT NULL;
-- Any page may name a host; one has it.
CREATE UNIQUE INDEX status_page_verified_host ON status_page (host) WHERE host_verified;

CREATE TABLE page_component (
  id text COLLATE "C" PRIMARY KEY,
  page_id text COLLATE "C" NOT NULL REFERENCES status_page ON DELETE CASCADE,
  position integer NOT NULL,
  monitor_id text COLLATE "C" NOT NULL,
  -- NULL: the name of the monitor, following its renames.
  name text,
  description text,
  group_name text,
  CONSTRAINT page_component_monitor UNIQUE (page_id, monitor_id)
);
CREATE INDEX page_component_by_monitor ON page_component (monitor_id);

-- How many pages an organization has: the plan's allowance is held against it, and lists answer total from it.
CREATE TABLE page_count (
  organization_id text COLLATE "C" PRIMARY KEY,
  pages integer NOT NULL CHECK (pages >= 0)
);

-- Raised with everything that a page shows, so that every replica notices; outlives the page, so that its end is noticed.
CREATE TABLE page_version (
  page_id text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX page_version_changed_at ON page_version (changed_at);

-- What was last heard of monitors. A row also serves as the lock between a reference to its monitor and its end.
CREATE TABLE monitor_copy (
  monitor_id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  state monitor_state NOT NULL,
  -- The time of the newest event that was applied; events may come late. NULL before the first.
  event_at timestamptz(3),
  -- Deleted: nothing may refer to it any more.
  forgotten_at timestamptz(3)
) WITH (fillfactor = 80);
CREATE INDEX monitor_copy_of_organization ON monitor_copy (organization_id);
CREATE INDEX monitor_copy_forgotten ON monitor_copy (forgotten_at) WHERE forgotten_at IS NOT NULL;

CREATE TABLE status_incident (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  state incident_state NOT NULL,
  impact incident_impact NOT NULL,
  page_ids text[] NOT NULL,
  monitor_ids text[] NOT NULL,
  started_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX status_incident_newest ON status_incident (organization_id, created_at DESC, id DESC);
CREATE INDEX status_incident_pages ON status_incident USING gin (page_ids);
CREATE INDEX status_incident_monitors ON status_incident USING gin (monitor_ids);

CREATE TABLE status_incident_update (
  id text COLLATE "C" PRIMARY KEY,
  incident_id text COLLATE "C" NOT NULL REFERENCES status_incident ON DELETE CASCADE,
  state incident_state NOT NULL,
  message text NOT NULL,
  -- The message as pages show it, and the version of the renderer that made it.
  html text NOT NULL,
  html_version integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX status_incident_update_newest ON status_incident_update (incident_id, created_at DESC, id DESC);
CREATE INDEX status_incident_update_html ON status_incident_update (html_version);

CREATE TABLE maintenance_window (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- NULL, and no weekdays, for a window that does not repeat.
  frequency recurrence_frequency,
  repeat_interval integer,
  weekdays weekday[] NOT NULL,
  until timestamptz(3),
  timezone text,
  state window_state NOT NULL,
  -- The current or next one; NULL when none is left.
  occurrence_starts_at timestamptz(3),
  occurrence_ends_at timestamptz(3),
  next_transition_at timestamptz(3) GENERATED ALWAYS AS (
    CASE state WHEN 'SCHEDULED' THEN occurrence_starts_at WHEN 'ACTIVE' THEN occurrence_ends_at END
  ) STORED,
  -- Raised by every change of the times: an occurrence of new times is another one, even at the same instant.
  schedule integer NOT NULL,
  -- Raised by every event: the facts of the highest are the truth.
  revision integer NOT NULL,
  page_ids text[] NOT NULL,
  monitor_ids text[] NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((state = 'COMPLETED') = (occurrence_starts_at IS NULL) AND (state = 'COMPLETED') = (occurrence_ends_at IS NULL)),
  CHECK ((frequency IS NULL) = (repeat_interval IS NULL) AND (frequency IS NULL) = (timezone IS NULL))
);
CREATE INDEX maintenance_window_newest ON maintenance_window (organization_id, created_at DESC, id DESC);
CREATE INDEX maintenance_window_due ON maintenance_window (next_transition_at) WHERE next_transition_at IS NOT NULL;
CREATE INDEX maintenance_window_pages ON maintenance_window USING gin (page_ids);
CREATE INDEX maintenance_window_monitors ON maintenance_window USING gin (monitor_ids);

-- Each start and each end of an occurrence is announced once: its row is written with its event.
CREATE TABLE window_transition (
  window_id text COLLATE "C" NOT NULL REFERENCES maintenance_window ON DELETE CASCADE,
  schedule integer NOT NULL,
  occurrence_starts_at timestamptz(3) NOT NULL,
  kind window_transition_kind NOT NULL,
  occurrence_ends_at timestamptz(3) NOT NULL,
  announced_at timestamptz(3) NOT NULL,
  PRIMARY KEY (window_id, schedule, occurrence_starts_at, kind)
);

-- The times in which a monitor really was in maintenance: out of uptime for good, also after the window is deleted.
CREATE TABLE maintenance_span (
  window_id text COLLATE "C" NOT NULL,
  monitor_id text COLLATE "C" NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- While the window runs: when it is going to end.
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (window_id, monitor_id, started_at)
);
CREATE INDEX maintenance_span_by_monitor ON maintenance_span (monitor_id, ended_at);

-- Our own copies of logos: a page asks no other host, and has its logo when that host is down.
CREATE TABLE page_logo (
  page_id text COLLATE "C" PRIMARY KEY REFERENCES status_page ON DELETE CASCADE,
  url text NOT NULL,
  -- NULL until it has been fetched once.
  content_type text,
  bytes bytea,
  -- When it is fetched again; in the near future while somebody is at it.
  due_at timestamptz NOT NULL
);
CREATE INDEX page_logo_due ON page_logo (due_at);
CREATE INDEX status_page_with_logo ON status_page (id) WHERE logo_url IS NOT NULL;

-- Pages that somebody looks at before saving them, rendered. The address of a preview contains its token, the table a hash.
CREATE TABLE page_preview (
  token_hash bytea PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  html text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX page_preview_organization ON page_preview (organization_id, expires_at DESC);
CREATE INDEX page_preview_expires_at ON page_preview (expires_at);
