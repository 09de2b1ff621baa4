import type { PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { inSpan, linksTo, noTrace, SpanKind, type Logger, type Metrics, type TraceCarrier } from '@vedette/telemetry';
import type { Pool } from 'pg';
import { BackgroundLoop } from './background-loop.ts';
import { inTransaction } from './in-transaction.ts';
import { markForgotten } from './mark-forgotten.ts';
import type { NatsLink } from './nats-link.ts';
import { jetstreamOf } from './streams.ts';
import { writeTrace } from './wire.ts';

const BATCH = 256;
const POLL_MS = 500;
const KEPT_DAYS = 7;
const TIDY_EVERY_MS = 3_600_000;
const INSPECT_EVERY_MS = 30_000;

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
  #inspectAt = 0;
  #highestSequence = 0;
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
      this.#inspectAt = 0;
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
    if (Date.now() >= this.#inspectAt) {
      const { schema, pool, link, logger } = this.#options;
      if (!(await markForgotten({ schema, pool, link, connection, logger }))) return;
      this.#inspectAt = Date.now() + INSPECT_EVERY_MS;
    }
    while ((await this.#relayBatch(connection)) === BATCH);
    await this.#tidy();
  }

  async #relayBatch(connection: NatsConnection): Promise<number> {
    const { schema, pool, link } = this.#options;
    const { taken, unsent } = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<OutboxRow>(
        `SELECT id, message_id, subject, payload, trace FROM ${schema}.outbox
         WHERE published_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      if (rows.length === 0) return { taken: 0, unsent: 0 };
      const links = linksTo(rows.map(({ trace }) => trace));
      const sent = await inSpan('relay outbox', { kind: SpanKind.PRODUCER, parent: noTrace, links }, () =>
        link.whileConnected(publish(connection, rows)),
      );
      await client.query(
        `UPDATE ${schema}.outbox AS row SET published_at = now(), stream_sequence = sent.sequence
         FROM unnest($1::bigint[], $2::bigint[]) AS sent (id, sequence) WHERE row.id = sent.id`,
        [sent.map(({ id }) => id), sent.map(({ ack }) => ack.seq)],
      );
      this.#published.inc(sent.length);
      this.#watchSequence(sent.map(({ ack }) => ack));
      return { taken: rows.length, unsent: rows.length - sent.length };
    });
    if (unsent > 0) throw new Error(`JetStream did not acknowledge ${unsent} of ${taken} messages`);
    return taken;
  }

  /** A new message at or below a sequence that was given before: the stream went back while we were connected. */
  #watchSequence(acks: readonly PubAck[]): void {
    if (acks.some(({ duplicate, seq }) => !duplicate && seq <= this.#highestSequence)) {
      this.#inspectAt = 0;
      this.wake();
    }
    this.#highestSequence = Math.max(...acks.map(({ seq }) => seq));
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
