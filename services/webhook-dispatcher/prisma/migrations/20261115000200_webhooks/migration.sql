CREATE TYPE disabled_reason AS ENUM ('MANUAL', 'GONE', 'FAILING');
CREATE TYPE delivery_state AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED');
CREATE TYPE attempt_trigger AS ENUM ('SCHEDULED', 'MANUAL');

-- Ids are compared byte by byte: their order is the order of creation, which lists and retention lean on.
CREATE TABLE webhook_endpoint (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL,
  -- NULL while it is enabled.
  disabled_reason disabled_reason,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A tombstone: invisible from here on, kept as long as a delivery may name it.
  deleted_at timestamptz(3)
);
CREATE INDEX webhook_endpoint_newest ON webhook_endpoint (organization_id, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoint_tombstone ON webhook_endpoint (deleted_at) WHERE deleted_at IS NOT NULL;

-- How many endpoints an organization has: the plan's allowance is held against it, and lists answer total from it.
CREATE TABLE endpoint_count (
  organization_id text COLLATE "C" PRIMARY KEY,
  endpoints integer NOT NULL CHECK (endpoints >= 0)
);

CREATE TABLE endpoint_secret (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
  -- Begins with the id of its key, so that the key can be replaced.
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- NULL for the present one; the others go on signing for a while.
  retired_at timestamptz(3)
);
CREATE UNIQUE INDEX endpoint_secret_present ON endpoint_secret (endpoint_id) WHERE retired_at IS NULL;
CREATE INDEX endpoint_secret_endpoint ON endpoint_secret (endpoint_id);
CREATE INDEX endpoint_secret_key ON endpoint_secret (substr(sealed, 1, 4));

-- When an endpoint next has something to send, and who is sending now. Narrow: it is written all the time.
CREATE TABLE endpoint_due (
  endpoint_id text COLLATE "C" PRIMARY KEY REFERENCES webhook_endpoint ON DELETE CASCADE,
  -- NULL while nothing is due.
  due_at timestamptz,
  -- Counts the times that something was given to it: whoever lets go of it looks whether more came meanwhile.
  arrivals bigint NOT NULL DEFAULT 0,
  lease_owner text,
  lease_until timestamptz,
  -- The first of nothing but failures up to now.
  failing_since timestamptz(3)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX endpoint_due_at ON endpoint_due (due_at) WHERE due_at IS NOT NULL;

-- Hands out the positions of an organization's log. Whoever logs an event holds the row until the commit, so that
-- positions become visible in their order.
CREATE TABLE event_counter (
  organization_id text COLLATE "C" PRIMARY KEY,
  last_position bigint NOT NULL,
  -- Retention may have erased events up to this position.
  erased_to bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- The log of all events, each as the exact bytes that are sent.
CREATE TABLE webhook_event (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  type text NOT NULL,
  body bytea NOT NULL,
  -- When it was logged; grows with the position.
  created_at timestamptz(3) NOT NULL,
  -- The trace that the event belongs to: its attempts, hours later too, are spans of it.
  trace jsonb NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX webhook_event_position ON webhook_event (organization_id, position);

-- Nothing references these two by a foreign key: each attempt would lock its delivery once more, and retention deletes
-- in the right order anyway.
CREATE TABLE delivery (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  event_type text NOT NULL,
  state delivery_state NOT NULL,
  attempt_count integer NOT NULL DEFAULT 0,
  -- Those of them that the schedule made: it goes by these alone.
  scheduled_attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  last_attempt_at timestamptz(3),
  last_response_status integer,
  completed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  -- Somebody makes an attempt now; past this time he is dead.
  in_flight_until timestamptz,
  -- The attempt in flight is on record already, as every attempt by hand is before it is made.
  in_flight_on_record boolean NOT NULL DEFAULT false,
  -- When an attempt that is not on record was given up; NULL once it is on record.
  lost_at timestamptz,
  -- It had failed, and is pending for one more attempt that somebody asked for.
  is_retry boolean NOT NULL DEFAULT false
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
CREATE UNIQUE INDEX delivery_once ON delivery (event_id, endpoint_id);
CREATE INDEX delivery_due ON delivery (endpoint_id, next_attempt_at) WHERE state = 'PENDING';
-- Test events: the schedule knows nothing of them.
CREATE INDEX delivery_unscheduled ON delivery (id) WHERE state = 'PENDING' AND next_attempt_at IS NULL;
CREATE INDEX delivery_of_organization ON delivery (organization_id, id);
CREATE INDEX delivery_of_endpoint ON delivery (endpoint_id, id);
-- What people look for among very many that succeeded.
CREATE INDEX delivery_unsuccessful ON delivery (organization_id, state, id) WHERE state <> 'SUCCEEDED';

-- Failed deliveries of an endpoint that are to be attempted once more: those between the two ids.
CREATE TABLE failed_retry (
  endpoint_id text COLLATE "C" PRIMARY KEY REFERENCES webhook_endpoint ON DELETE CASCADE,
  organization_id text COLLATE "C" NOT NULL,
  -- Moves on with every batch.
  after_id text COLLATE "C" NOT NULL,
  before_id text COLLATE "C" NOT NULL,
  -- Whose turn is longest ago is next.
  worked_at timestamptz NOT NULL
);

CREATE TABLE delivery_attempt (
  delivery_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  trigger attempt_trigger NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- NULL while no outcome is on record: the attempt is in flight, or it was interrupted.
  duration_ms integer,
  response_status integer,
  response_body text,
  error text,
  PRIMARY KEY (delivery_id, number)
);
