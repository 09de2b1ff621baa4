import type { PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { streams } from '@vedette/contract';
import { transaction, type Connection } from '@vedette/database';
import { inSpan, linksTo, noTrace, SpanKind, type Logger, type Metrics, type TraceCarrier } from '@vedette/telemetry';
import type { Pool } from 'pg';
import { BackgroundLoop } from '../background-loop.ts';
import { markForgotten } from '../streams/mark-forgotten.ts';
import type { NatsLink } from '../link/nats-link.ts';
import { afterFailure, isRefusal } from './publish-failure.ts';
import { jetstreamOf } from '../streams/streams.ts';
import { writeTrace } from '../link/wire.ts';

/** The streams that take outbox rows. While one of them is missing, its rows wait and the others are sent. */
const STREAMS = [streams.EVENTS, streams.AUDIT];
const BATCH = 256;
/** Limit for the payloads in memory at once; a single row may be as large as a NATS message. */
const BATCH_BYTES = 8_000_000;
/** Finds rows of other processes, such as the operator's command line or a dead replica, and rows to try again. */
const POLL_MS = 1_000;
const KEPT_DAYS = 7;
const TIDY_EVERY_MS = 3_600_000;
const INSPECT_EVERY_MS = 30_000;

interface OutboxRow {
  readonly id: string;
  readonly message_id: string;
  readonly subject: string;
  readonly payload: string;
  readonly trace: TraceCarrier;
  readonly failures: number;
  /** Number of rows locked for the batch, including those that exceed its limit in bytes. */
  readonly locked: number;
}

interface Failed {
  readonly row: OutboxRow;
  readonly error: unknown;
}

export interface OutboxRelayOptions {
  readonly schema: string;
  readonly pool: Pool;
  readonly link: NatsLink;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Sends committed outbox rows to JetStream, oldest first, until each is acknowledged. Replicas share the work: a row is
 * locked while it is sent. Messages that the stream has lost since are sent again. A row that cannot be sent is set
 * aside and does not delay others.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #loop: BackgroundLoop;
  readonly #published;
  #inspectAt = 0;
  /** True if this process has written rows since it began to send them. */
  #hasNews = true;
  /** By stream. */
  readonly #highestSequences = new Map<string, number>();
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
         FROM ${schema}.outbox WHERE published_at IS NULL AND set_aside_at IS NULL`,
        );
        return rows[0]?.age ?? 0;
      },
    );
    metrics.observedGauge(
      'outbox_set_aside',
      'Outbox rows that JetStream refuses and that were set aside',
      async () => {
        const { rows } = await pool.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM ${schema}.outbox WHERE set_aside_at IS NOT NULL`,
        );
        return rows[0]?.count ?? 0;
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

  /** Called after a commit that wrote rows, so that they are sent at once instead of at the next poll. */
  wake(): void {
    this.#hasNews = true;
    this.#loop.wake();
  }

  /** Stops, and tries once to send the remaining rows. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#relayAll().catch(() => undefined);
  }

  async #relayAll(): Promise<void> {
    const { connection } = this.#options.link;
    if (connection === undefined) return;
    if (Date.now() >= this.#inspectAt) {
      const { schema, pool, link, logger } = this.#options;
      const missing = await markForgotten({ schema, pool, link, connection, logger }, STREAMS);
      if (missing.length === STREAMS.length) return;
      if (missing.length === 0) this.#inspectAt = Date.now() + INSPECT_EVERY_MS;
    }
    const hasNews = this.#hasNews;
    this.#hasNews = false;
    if (hasNews || (await this.#hasDue())) while (await this.#relayBatch(connection));
    await this.#tidy();
  }

  /** One statement outside of a transaction: most polls find nothing. */
  async #hasDue(): Promise<boolean> {
    const { schema, pool } = this.#options;
    const { rowCount } = await pool.query({
      name: 'outbox-due',
      text: `SELECT FROM ${schema}.outbox WHERE published_at IS NULL AND set_aside_at IS NULL AND next_try_at <= now() ORDER BY id LIMIT 1`,
    });
    return rowCount !== 0;
  }

  /** Returns true if more rows can be sent at once. */
  async #relayBatch(connection: NatsConnection): Promise<boolean> {
    const { schema, pool, link } = this.#options;
    const { hasMore, unsent } = await transaction(pool, async (client) => {
      const { rows } = await client.query<OutboxRow>(
        `WITH locked AS (
           SELECT id, message_id, subject, payload, trace, failures FROM ${schema}.outbox
           WHERE published_at IS NULL AND set_aside_at IS NULL AND next_try_at <= now()
           ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
         ), sized AS (
           SELECT *, count(*) OVER ()::integer AS locked, octet_length(payload) AS bytes,
             sum(octet_length(payload)) OVER (ORDER BY id) AS bytes_so_far
           FROM locked
         )
         SELECT id, message_id, subject, payload, trace, failures, locked FROM sized
         WHERE bytes_so_far - bytes < ${BATCH_BYTES} ORDER BY id`,
      );
      const [first] = rows;
      if (first === undefined) return { hasMore: false, unsent: 0 };
      const links = linksTo(rows.map(({ trace }) => trace));
      const { sent, failed } = await inSpan('relay outbox', { kind: SpanKind.PRODUCER, parent: noTrace, links }, () =>
        link.whileConnected(publish(connection, rows)),
      );
      await client.query(
        `UPDATE ${schema}.outbox AS row SET published_at = now(), stream = sent.stream, stream_sequence = sent.sequence
         FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS sent (id, stream, sequence) WHERE row.id = sent.id`,
        [sent.map(({ id }) => id), sent.map(({ ack }) => ack.stream), sent.map(({ ack }) => ack.seq)],
      );
      this.#published.inc(sent.length);
      for (const { name } of STREAMS) {
        this.#watchSequence(
          name,
          sent.map(({ ack }) => ack).filter(({ stream }) => stream === name),
        );
      }
      const refused = failed.filter(({ error }) => isRefusal(error));
      // If JetStream accepts no message at all, a missing answer says nothing about a row.
      const isOutage = sent.length === 0 && refused.length < failed.length;
      await this.#noteFailures(client, isOutage ? refused : failed);
      return {
        hasMore: first.locked === BATCH || rows.length < first.locked,
        unsent: isOutage ? failed.length - refused.length : 0,
      };
    });
    if (unsent > 0) throw new Error(`JetStream did not acknowledge any of ${unsent} messages`);
    return hasMore;
  }

  /** Each failed row gets its own time for the next try or is set aside, so that it does not delay other rows. */
  async #noteFailures(client: Connection, failed: readonly Failed[]): Promise<void> {
    if (failed.length === 0) return;
    const { schema, logger } = this.#options;
    const noted = failed.map(({ row, error }) => {
      const verdict = afterFailure(row.failures, isRefusal(error));
      const fields = { error, messageId: row.message_id, subject: row.subject, failures: verdict.failures };
      if (verdict.kind === 'set-aside') logger.error(fields, 'an outbox row cannot be sent; it is set aside');
      else logger.warn(fields, 'an outbox row was not sent; it is tried again');
      return {
        id: row.id,
        failures: verdict.failures,
        error: error instanceof Error ? error.message : String(error),
        delay_ms: verdict.kind === 'again' ? verdict.delayMs : null,
      };
    });
    await client.query(
      `UPDATE ${schema}.outbox AS row SET failures = noted.failures, error = noted.error,
         next_try_at = now() + coalesce(noted.delay_ms, 0) * interval '1 millisecond',
         set_aside_at = CASE WHEN noted.delay_ms IS NULL THEN now() END
       FROM json_to_recordset($1::json) AS noted (id bigint, failures integer, error text, delay_ms float8)
       WHERE row.id = noted.id`,
      [JSON.stringify(noted)],
    );
  }

  /** If a new message gets a sequence that was used before, the stream has lost messages while we were connected. */
  #watchSequence(stream: string, acks: readonly PubAck[]): void {
    if (acks.length === 0) return;
    const highest = this.#highestSequences.get(stream) ?? 0;
    if (acks.some(({ duplicate, seq }) => !duplicate && seq <= highest)) {
      this.#inspectAt = 0;
      this.wake();
    }
    this.#highestSequences.set(stream, Math.max(...acks.map(({ seq }) => seq)));
  }

  async #tidy(): Promise<void> {
    if (Date.now() - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = Date.now();
    const { schema, pool } = this.#options;
    await pool.query(`DELETE FROM ${schema}.outbox WHERE published_at < now() - interval '${KEPT_DAYS} days'`);
  }
}

interface Published {
  readonly sent: { readonly id: string; readonly ack: PubAck }[];
  readonly failed: Failed[];
}

/** Publishes the rows at once, and returns which were acknowledged and which failed. */
async function publish(connection: NatsConnection, rows: readonly OutboxRow[]): Promise<Published> {
  const jetstream = jetstreamOf(connection);
  const published: Published = { sent: [], failed: [] };
  await Promise.all(
    rows.map(async (row) => {
      const messageHeaders = headers();
      writeTrace(messageHeaders, row.trace);
      const options = { msgID: row.message_id, headers: messageHeaders };
      try {
        published.sent.push({ id: row.id, ack: await jetstream.publish(row.subject, row.payload, options) });
      } catch (error) {
        published.failed.push({ row, error });
      }
    }),
  );
  return published;
}
