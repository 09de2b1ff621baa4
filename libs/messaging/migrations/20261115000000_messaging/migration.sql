-- Facts on their way into JetStream, written in the transaction of the change they tell of.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id text NOT NULL UNIQUE,
  subject text NOT NULL,
  payload text NOT NULL,
  trace jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  -- The stream that has acknowledged the message, and the message's sequence in that stream.
  stream text,
  stream_sequence bigint,
  failures integer NOT NULL DEFAULT 0,
  error text,
  next_try_at timestamptz NOT NULL DEFAULT '-infinity',
  set_aside_at timestamptz
);
CREATE INDEX outbox_unsent ON outbox (id) WHERE published_at IS NULL AND set_aside_at IS NULL;
CREATE INDEX outbox_set_aside ON outbox (set_aside_at) WHERE set_aside_at IS NOT NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;
CREATE INDEX outbox_stream_sequence ON outbox (stream, stream_sequence) WHERE stream_sequence IS NOT NULL;

-- Each stream as it was when last published to; another creation time means that it lost everything.
CREATE TABLE outbox_stream (
  name text PRIMARY KEY,
  created_at text NOT NULL
);

-- Events whose effect has been committed here.
CREATE TABLE inbox (
  message_id text PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbox_received_at ON inbox (received_at);

-- Messages whose own data made them fail: kept for a person to look at, and to replay.
CREATE TABLE parked_message (
  consumer text NOT NULL,
  message_id text NOT NULL,
  subject text NOT NULL,
  payload bytea NOT NULL,
  error text NOT NULL,
  deliveries integer NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer, message_id)
);

-- The newest message that each consumer has received: a stream that holds another one there has lost messages.
CREATE TABLE consumer_mark (
  consumer text PRIMARY KEY,
  stream_sequence bigint NOT NULL,
  stored_at timestamptz NOT NULL
);

-- The answers of keyed mutations, written in the mutation's transaction: the truth about what has happened once.
CREATE TABLE idempotent_answer (
  organization_id text NOT NULL,
  key text NOT NULL,
  created_at timestamptz NOT NULL,
  -- What a mutation that acts on the outside works on, committed before it acts: a repetition goes on with it.
  work_id text,
  answer bytea,
  -- How many rows of idempotent_answer_part hold a large answer instead.
  parts integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, key)
);
CREATE INDEX idempotent_answer_created_at ON idempotent_answer (created_at);

-- The parts of answers that are too large to be held as a whole.
CREATE TABLE idempotent_answer_part (
  organization_id text NOT NULL,
  key text NOT NULL,
  number integer NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (organization_id, key, number),
  FOREIGN KEY (organization_id, key) REFERENCES idempotent_answer ON DELETE CASCADE
);

-- Organizations whose data was erased here: messages about them that are still on their way have no effect.
CREATE TABLE deleted_organization (
  id text PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
