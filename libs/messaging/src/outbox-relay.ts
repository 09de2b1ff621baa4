import { jetstreamManager, type PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { streams } from '@vedette/contract';
import type { Logger, Metrics, TraceCarrier } from '@vedette/telemetry';
import type { Pool, PoolClient } from 'pg';
import { BackgroundLoop } from './background-loop.ts';
import { forgotten, type StreamMark } from './forgotten.ts';
import type { NatsLink } from './nats-link.ts';
import { jetstreamOf } from './streams.ts';
import { writeTrace } from './wire.ts';

const BATCH = 256;
const POLL_MS = 500;
const KEPT_DAYS = 7;
const TIDY_EVERY_MS = 3_600_000;

interface OutboxRow {
  readonly id: string;
  readonly message_id: string;
  readonly subject: string;
  readonly payload: string;
  readonly trace: TraceCarrier;
}

export interface OutboxRelayOptions {
  readonly schema: string;
  readonly pool: Pool;
  readonly link: NatsLink;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Carries committed outbox rows into JetStream, oldest first, until each is acknowledged. Any number of replicas share
 * the work: a row is locked while it is sent. What the stream has lost since it acknowledged is sent again.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #loop: BackgroundLoop;
  readonly #published;
  #needsInspection = true;
  #tidiedAt = 0;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const { schema, pool, metrics } = options;
    this.#published = metrics.counter('outbox_published_total', 'Outbox rows that JetStream has acknowledged');
    metrics.observedGauge(
      'outbox_oldest_unsent_seconds',
      'Age of the oldest outbox row that is not sent yet',
      async () => {
        const { rows } = await pool.query<{ age: number }>(
          `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS age
         FROM ${schema}.outbox WHERE published_at IS NULL`,
        );
        return rows[0]?.age ?? 0;
      },
    );
    options.link.onConnect(() => {
      this.#needsInspection = true;
      this.wake();
    });
    this.#loop = new BackgroundLoop('outbox relay', POLL_MS, options.logger, () => this.#relayAll());
  }

  start(): void {
    this.#loop.start();
  }

  /** Called after a commit that wrote rows: they leave at once instead of with the next poll. */
  wake(): void {
    this.#loop.wake();
  }

  /** Sends what is left, as far as that is possible now, and stops. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#relayAll().catch(() => undefined);
  }

  async #relayAll(): Promise<void> {
    const { connection } = this.#options.link;
    if (connection === undefined) return;
    if (this.#needsInspection) {
      this.#needsInspection = false;
      await this.#inspectStream(connection).catch((error: unknown) => {
        this.#needsInspection = true;
        throw error;
      });
    }
    while ((await this.#relayBatch(connection)) === BATCH);
    await this.#tidy();
  }

  async #relayBatch(connection: NatsConnection): Promise<number> {
    const { schema, pool } = this.#options;
    const { taken, unsent } = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<OutboxRow>(
        `SELECT id, message_id, subject, payload, trace FROM ${schema}.outbox
         WHERE published_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      if (rows.length === 0) return { taken: 0, unsent: 0 };
      const { rows: last } = await client.query<{ sequence: string | null }>(
        `SELECT max(stream_sequence) AS sequence FROM ${schema}.outbox`,
      );
      const sent = await publish(connection, rows);
      await client.query(
        `UPDATE ${schema}.outbox AS row SET published_at = now(), stream_sequence = sent.sequence
         FROM unnest($1::bigint[], $2::bigint[]) AS sent (id, sequence) WHERE row.id = sent.id`,
        [sent.map(({ id }) => id), sent.map(({ ack }) => ack.seq)],
      );
      this.#published.inc(sent.length);
      // A new message below a sequence that was acknowledged before: the stream went back while we were connected.
      const highest = Number(last[0]?.sequence ?? 0);
      if (sent.some(({ ack }) => !ack.duplicate && ack.seq <= highest)) this.#needsInspection = true;
      return { taken: rows.length, unsent: rows.length - sent.length };
    });
    if (unsent > 0) throw new Error(`JetStream did not acknowledge ${unsent} of ${taken} messages`);
    return taken;
  }

  async #inspectStream(connection: NatsConnection): Promise<void> {
    const { schema, pool, logger } = this.#options;
    const manager = await jetstreamManager(connection, { timeout: 5_000 });
    const info = await manager.streams.info(streams.EVENTS.name);
    const current: StreamMark = { createdAt: info.created, lastSequence: info.state.last_seq };
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ created_at: string; last_sequence: string | null }>(
        `SELECT created_at, (SELECT max(stream_sequence) FROM ${schema}.outbox) AS last_sequence
         FROM ${schema}.outbox_stream WHERE name = $1 FOR UPDATE`,
        [info.config.name],
      );
      const known = rows[0] && { createdAt: rows[0].created_at, lastSequence: Number(rows[0].last_sequence ?? 0) };
      const verdict = forgotten(known, current);
      await client.query(
        `INSERT INTO ${schema}.outbox_stream (name, created_at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET created_at = EXCLUDED.created_at`,
        [info.config.name, current.createdAt],
      );
      if (verdict.kind === 'nothing') return;
      const { rowCount } = await client.query(
        `UPDATE ${schema}.outbox SET published_at = NULL, stream_sequence = NULL WHERE stream_sequence > $1`,
        [verdict.kind === 'everything' ? 0 : verdict.sequence],
      );
      logger.warn({ verdict, messages: rowCount }, 'JetStream has forgotten messages; they are sent again');
    });
  }

  async #tidy(): Promise<void> {
    if (Date.now() - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = Date.now();
    const { schema, pool } = this.#options;
    await pool.query(`DELETE FROM ${schema}.outbox WHERE published_at < now() - interval '${KEPT_DAYS} days'`);
  }
}

/** Publishes a window of messages at once and returns those that were acknowledged. */
async function publish(connection: NatsConnection, rows: readonly OutboxRow[]): Promise<{ id: string; ack: PubAck }[]> {
  const jetstream = jetstreamOf(connection);
  const outcomes = await Promise.allSettled(
    rows.map(async (row) => {
      const messageHeaders = headers();
      writeTrace(messageHeaders, row.trace);
      const ack = await jetstream.publish(row.subject, row.payload, { msgID: row.message_id, headers: messageHeaders });
      return { id: row.id, ack };
    }),
  );
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    failure = error;
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release(failure instanceof Error && !('code' in failure));
  }
}
