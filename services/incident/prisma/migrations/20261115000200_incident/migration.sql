CREATE TYPE monitor_type AS ENUM ('HTTP', 'KEYWORD', 'PING', 'PORT', 'CRON', 'DNS', 'SSL', 'DOMAIN');
CREATE TYPE resolution AS ENUM ('RECOVERED', 'PAUSED', 'TYPE_CHANGED', 'SUPERSEDED');
CREATE TYPE timeline_type AS ENUM (
  'OPENED', 'CAUSE_CHANGED', 'ACKNOWLEDGED', 'ALERT_SENT', 'ALERT_FAILED', 'ALERT_SUPPRESSED', 'RESOLVED', 'NOTE'
);
CREATE TYPE contact_type AS ENUM (
  'EMAIL', 'WEBHOOK', 'SLACK', 'DISCORD', 'TEAMS', 'TELEGRAM', 'PAGERDUTY', 'NTFY'
);
CREATE TYPE notify_on AS ENUM ('EXPIRY', 'DEGRADED', 'ACKNOWLEDGED');
CREATE TYPE subject_kind AS ENUM ('DEGRADED', 'EXPIRY');
CREATE TYPE subject_end AS ENUM ('RECOVERED', 'DOWN', 'PAUSED', 'TYPE_CHANGED', 'OVER');
-- In the order in which one contact is told them.
CREATE TYPE contact_outcome AS ENUM ('REACHED', 'FAILED');
CREATE TYPE alert_kind AS ENUM ('OPENED', 'REMINDED', 'ACKNOWLEDGED', 'RESOLVED');
CREATE TYPE alert_outcome AS ENUM ('TOLD', 'HELD', 'SUPPRESSED');
CREATE TYPE alert_reason AS ENUM (
  'NOT_ATTACHED', 'TYPE', 'PAUSED', 'MAINTENANCE', 'PARENT_DOWN', 'ACKNOWLEDGED', 'DELAY', 'QUIET_HOURS',
  'UNCONFIRMED', 'STANDS_IN'
);
CREATE TYPE alert_job_state AS ENUM ('PENDING', 'SENT', 'FAILED', 'CANCELLED');

-- A copy of what is known of monitors that contacts were told of, or not. Its row is locked while a fact about the monitor is applied,
-- so that facts about one monitor queue; a forgotten one is a tombstone that stops late facts.
CREATE TABLE monitor (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  name text,
  type monitor_type,
  created_at timestamptz(3),
  -- The monitor's own updatedAt when it was last described to us.
  described_at timestamptz(3),
  forgotten_at timestamptz(3),
  CONSTRAINT known_or_forgotten CHECK (
    forgotten_at IS NOT NULL OR (name IS NOT NULL AND type IS NOT NULL AND created_at IS NOT NULL)
  )
);
CREATE INDEX monitor_of_organization ON monitor (organization_id);
CREATE INDEX monitor_tombstone ON monitor (forgotten_at) WHERE forgotten_at IS NOT NULL;

-- What alerts about a monitor depend on, and where they lead. A monitor without a row has neither.
CREATE TABLE monitor_alerting (
  monitor_id text PRIMARY KEY REFERENCES monitor ON DELETE CASCADE,
  -- The monitor on which it depends.
  parent_id text REFERENCES monitor ON DELETE SET NULL,
  runbook_url text,
  CONSTRAINT not_its_own_parent CHECK (parent_id <> monitor_id)
);
CREATE INDEX monitor_alerting_of_parent ON monitor_alerting (parent_id) WHERE parent_id IS NOT NULL;

-- What was changed on monitors a short time ago: it may be the cause of an outage.
CREATE TABLE monitor_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  monitor_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  -- UPDATED, PAUSED or RESUMED.
  kind text NOT NULL,
  -- The names of the fields that were updated.
  fields text[] NOT NULL
);
CREATE INDEX monitor_change_newest ON monitor_change (monitor_id, at DESC);
CREATE INDEX monitor_change_of_organization ON monitor_change (organization_id);
CREATE INDEX monitor_change_old ON monitor_change (at);

CREATE TABLE incident (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  monitor_id text NOT NULL REFERENCES monitor,
  -- Of the newest fact that was applied.
  revision integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  cause text NOT NULL,
  -- What was checked when it opened, without anything that could be secret.
  target text,
  resolved_at timestamptz(3),
  -- SUPERSEDED stands in for the real one until that arrives: a later outage of the monitor is known already.
  resolution resolution,
  acknowledged_at timestamptz(3),
  in_maintenance boolean NOT NULL,
  -- When what its contacts are told is decided again; NULL: when something changes.
  decide_at timestamptz(3),
  CONSTRAINT resolved_for_a_reason CHECK ((resolved_at IS NULL) = (resolution IS NULL))
);
CREATE UNIQUE INDEX incident_one_ongoing ON incident (monitor_id) WHERE resolved_at IS NULL;
CREATE INDEX incident_newest ON incident (organization_id, started_at DESC, id DESC);
CREATE INDEX incident_newest_ongoing ON incident (organization_id, started_at DESC, id DESC) WHERE resolved_at IS NULL;
CREATE INDEX incident_newest_of_monitor ON incident (monitor_id, started_at DESC, id DESC);
CREATE INDEX incident_to_decide ON incident (decide_at) WHERE decide_at IS NOT NULL;

-- What the alerts of an incident wait for, if its monitor has a parent. The newest wait alone is kept.
CREATE TABLE parent_wait (
  incident_id text PRIMARY KEY REFERENCES incident ON DELETE CASCADE,
  parent_id text NOT NULL,
  -- The monitor that is checked: the parent, and once that has recovered the monitor itself.
  checked_id text NOT NULL,
  -- When alerts wait no longer, whatever is known by then. It comes closer when the check begins.
  until timestamptz(3) NOT NULL,
  -- When somebody asked for the check; NULL: nobody has yet.
  asked_at timestamptz(3),
  -- When the check was over; NULL: the wait goes on, or nobody has noticed its end.
  known_at timestamptz(3)
);
CREATE INDEX parent_wait_going_on ON parent_wait (until) WHERE known_at IS NULL;

CREATE TABLE evidence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incident ON DELETE CASCADE,
  checked_at timestamptz(3) NOT NULL,
  worker text NOT NULL,
  region text NOT NULL,
  error text NOT NULL,
  status_code integer,
  response_ms integer,
  phases jsonb NOT NULL
);
-- The same attempt comes with every fact of its outage.
CREATE UNIQUE INDEX evidence_attempt ON evidence (incident_id, checked_at, worker);

CREATE TABLE timeline_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id text NOT NULL REFERENCES incident ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  type timeline_type NOT NULL,
  message text NOT NULL
);
CREATE INDEX timeline_entry_in_order ON timeline_entry (incident_id, at, id);

CREATE TABLE contact (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  type contact_type NOT NULL,
  name text,
  -- Its address, encrypted; NULL once it is removed.
  sealed bytea,
  -- Its token or signing secret, encrypted; NULL where it has none, and once it is removed.
  sealed_secret bytea,
  notify_on notify_on[] NOT NULL,
  -- Empty: monitors of all types.
  monitor_types monitor_type[] NOT NULL,
  -- NULL: never.
  remind_every_minutes integer,
  delay_minutes integer NOT NULL,
  quiet_hours jsonb,
  -- How many days before a certificate or a registration expires it is told.
  expiry_days integer[] NOT NULL,
  -- Monitors from before baseline_at are attached or not, as baseline_attached says; later ones are.
  baseline_at timestamptz(3) NOT NULL,
  baseline_attached boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- NULL: the owner of its mail address has not agreed yet, and it hears nothing.
  confirmed_at timestamptz(3),
  -- Nameless and without an address from here on; what it was told stays.
  removed_at timestamptz(3),
  -- What became of its last test; NULL if it had none. The answer may name the address, so it goes with it.
  tested_at timestamptz(3),
  test_outcome contact_outcome,
  test_answer text
);
-- By the key that addresses are sealed with, which is named in their first bytes.
CREATE INDEX contact_sealed_key ON contact (substr(sealed, 1, 4)) WHERE sealed IS NOT NULL;
CREATE INDEX contact_sealed_secret_key ON contact (substr(sealed_secret, 1, 4)) WHERE sealed_secret IS NOT NULL;
CREATE INDEX contact_of_organization ON contact (organization_id, id) WHERE removed_at IS NULL;

-- Exceptions from the baseline.
CREATE TABLE contact_monitor (
  contact_id text NOT NULL REFERENCES contact ON DELETE CASCADE,
  monitor_id text NOT NULL,
  attached boolean NOT NULL,
  PRIMARY KEY (contact_id, monitor_id)
);
CREATE INDEX contact_monitor_of_monitor ON contact_monitor (monitor_id);

-- What contacts are told of besides outages: periods in which a monitor was DEGRADED, and expiries.
CREATE TABLE alert_subject (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  monitor_id text NOT NULL REFERENCES monitor,
  kind subject_kind NOT NULL,
  -- DEGRADED: when it began. EXPIRY: when the certificate or the registration expires.
  at timestamptz(3) NOT NULL,
  -- NULL until the fact about the beginning arrives, and for an expiry.
  cause text,
  -- What is checked, without anything that could be secret.
  target text,
  ended_at timestamptz(3),
  -- OVER: an expiry that was renewed, is past, or is not checked any more. PAUSED: its monitor reported the pause.
  ended_by subject_end,
  -- When what its contacts are told is decided again; NULL: when something changes.
  decide_at timestamptz(3),
  UNIQUE (monitor_id, kind, at),
  CONSTRAINT ended_for_a_reason CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
CREATE INDEX alert_subject_of_organization ON alert_subject (organization_id, id);
CREATE INDEX alert_subject_to_decide ON alert_subject (decide_at) WHERE decide_at IS NOT NULL;
CREATE INDEX alert_subject_ended ON alert_subject (ended_at) WHERE ended_at IS NOT NULL;

-- One row: when the last pass began that compared the expiries with those that the monitor service knows.
CREATE TABLE expiry_pass (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  began_at timestamptz(3)
);
INSERT INTO expiry_pass DEFAULT VALUES;

-- The mail by which the owner of an address is asked to agree, until they do.
CREATE TABLE contact_confirmation (
  contact_id text PRIMARY KEY REFERENCES contact ON DELETE CASCADE,
  -- Who asks, by name; NULL if it is no person.
  asked_by text,
  -- SHA-256 of the token of the newest attempt to send the mail; NULL before the first one.
  hash bytea UNIQUE CHECK (octet_length(hash) = 32),
  expires_at timestamptz(3),
  -- SHA-256 of the token in the newest mail that the mail server took. Later attempts that fail leave it valid.
  sent_hash bytea UNIQUE CHECK (octet_length(sent_hash) = 32),
  sent_expires_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: it was sent, or given up.
  due_at timestamptz(3)
);
CREATE INDEX contact_confirmation_due ON contact_confirmation (due_at) WHERE due_at IS NOT NULL;

-- The mails of the last hour to addresses that nobody has confirmed. The address is a keyed hash.
CREATE TABLE confirmation_mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address_hash bytea NOT NULL,
  sent_at timestamptz(3) NOT NULL
);
CREATE INDEX confirmation_mail_to ON confirmation_mail (address_hash, sent_at);
CREATE INDEX confirmation_mail_past ON confirmation_mail (sent_at);

-- What was decided about one piece of news for one contact, and why. What is told is told once.
CREATE TABLE alert_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  -- What it is about is an incident or a subject; about_id is the id of either.
  incident_id text REFERENCES incident ON DELETE CASCADE,
  subject_id text REFERENCES alert_subject ON DELETE CASCADE,
  about_id text NOT NULL GENERATED ALWAYS AS (coalesce(incident_id, subject_id)) STORED,
  contact_id text NOT NULL REFERENCES contact,
  kind alert_kind NOT NULL,
  -- Counts reminders; of an expiry, the days before it.
  number integer NOT NULL,
  outcome alert_outcome NOT NULL,
  reason alert_reason,
  -- The contact that could not be reached, if this one is told in its place.
  in_place_of text REFERENCES contact,
  until timestamptz(3),
  decided_at timestamptz(3) NOT NULL,
  UNIQUE (about_id, contact_id, kind, number),
  CONSTRAINT told_in_place CHECK (reason IS DISTINCT FROM 'STANDS_IN' OR in_place_of IS NOT NULL),
  CONSTRAINT reason_not_to_tell CHECK ((outcome = 'TOLD') = (reason IS NULL OR reason = 'STANDS_IN'))
);
CREATE INDEX alert_decision_of_incident ON alert_decision (incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX alert_decision_of_subject ON alert_decision (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX alert_decision_newest ON alert_decision (organization_id, id DESC);
CREATE INDEX alert_decision_of_contact ON alert_decision (contact_id, id DESC);
CREATE INDEX alert_decision_in_place_of ON alert_decision (in_place_of) WHERE in_place_of IS NOT NULL;

-- One message to one contact, kept until it is settled.
CREATE TABLE alert_job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  incident_id text REFERENCES incident ON DELETE CASCADE,
  subject_id text REFERENCES alert_subject ON DELETE CASCADE,
  about_id text NOT NULL GENERATED ALWAYS AS (coalesce(incident_id, subject_id)) STORED,
  contact_id text NOT NULL REFERENCES contact,
  channel contact_type NOT NULL,
  kind alert_kind NOT NULL,
  number integer NOT NULL,
  state alert_job_state NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  -- Until then whoever made the last attempt is believed to be at it.
  lease_until timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  -- Set while it waits to be told together with others.
  gather_until timestamptz(3),
  -- The message in which it is told together with others.
  digest_id text,
  -- What the receiver calls that message, if it can be changed.
  message_id text,
  UNIQUE (about_id, contact_id, kind, number)
);
CREATE INDEX alert_job_of_incident ON alert_job (incident_id) WHERE incident_id IS NOT NULL;
CREATE INDEX alert_job_of_subject ON alert_job (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX alert_job_of_contact ON alert_job (contact_id);
CREATE INDEX alert_job_pending ON alert_job (channel, organization_id, contact_id, due_at, id) WHERE state = 'PENDING';
CREATE INDEX alert_job_settled ON alert_job (contact_id, settled_at DESC) WHERE state IN ('SENT', 'FAILED');
CREATE INDEX alert_job_leased ON alert_job (lease_until) WHERE state = 'PENDING' AND lease_until IS NOT NULL;
CREATE INDEX alert_job_of_digest ON alert_job (digest_id) WHERE digest_id IS NOT NULL;

-- What decides whether alerts to a contact are sent at once or gathered into one message.
CREATE TABLE alert_storm (
  contact_id text PRIMARY KEY REFERENCES contact ON DELETE CASCADE,
  -- When the last alerts were sent one by one.
  told_at timestamptz(3)[] NOT NULL,
  -- Until then alerts are gathered; NULL if there is no storm, in the past if it may be over.
  gather_until timestamptz(3),
  -- The first message of the storm, or the one that grows.
  digest_id text
);

-- A test to all contacts and webhook endpoints of an organization.
CREATE TABLE rehearsal (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
CREATE INDEX rehearsal_of_organization ON rehearsal (organization_id);
CREATE INDEX rehearsal_old ON rehearsal (started_at);

CREATE TABLE rehearsed (
  rehearsal_id text NOT NULL REFERENCES rehearsal ON DELETE CASCADE,
  -- CONTACT or ENDPOINT.
  kind text NOT NULL,
  id text NOT NULL,
  type contact_type,
  name text NOT NULL,
  -- PENDING, REACHED, UNCONFIRMED or FAILED.
  outcome text NOT NULL,
  answer text,
  took_ms integer,
  -- When the outcome was noted; NULL while it is PENDING.
  noted_at timestamptz(3),
  PRIMARY KEY (rehearsal_id, kind, id)
);

CREATE TABLE maintenance_window (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  revision integer NOT NULL,
  is_cancelled boolean NOT NULL
);
CREATE INDEX maintenance_window_of_organization ON maintenance_window (organization_id);

-- When a window covers a monitor, the past included: late facts are judged by the time of the outage.
CREATE TABLE maintenance_span (
  window_id text NOT NULL REFERENCES maintenance_window ON DELETE CASCADE,
  monitor_id text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (window_id, monitor_id, starts_at),
  CONSTRAINT ends_after_start CHECK (ends_at > starts_at)
);
CREATE INDEX maintenance_span_of_monitor ON maintenance_span (monitor_id, ends_at);
CREATE INDEX maintenance_span_past ON maintenance_span (ends_at);
