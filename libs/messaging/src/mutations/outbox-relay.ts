import type { PubAck } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { FACT_LANES, streams, type FactLane } from '@vedette/contract';
import { transaction } from '@vedette/database';
import { inSpan, linksTo, noTrace, SpanKind, type Logger, type Metrics } from '@vedette/telemetry';
import type { Pool } from 'pg';
import { BackgroundLoop } from '../background-loop.ts';
import { markForgotten } from '../streams/mark-forgotten.ts';
import type { NatsLink } from '../link/nats-link.ts';
import { OutboxRows, type FailedRow, type OutboxBatch, type OutboxRow } from './outbox-rows.ts';
import { afterFailure, isRefusal } from './publish-failure.ts';
import { jetstreamOf } from '../streams/streams.ts';
import { untilFewUnsettled } from '../streams/unsettled.ts';
import { writeOrganization, writeTrace } from '../link/wire.ts';

/** The streams that take outbox rows. While one of them is missing, its rows wait and the others are sent. */
const STREAMS = [streams.URGENT, streams.EVENTS, streams.AUDIT];
/** Finds rows of other processes, such as the operator's command line or a dead replica, and rows to try again. */
const LOOK_EVERY_MS = 1_000;
/** A lane is woken by a commit or by a look; this is the longest time that a timer takes. */
const LANE_PAUSE_MS = 2 ** 31 - 1;
const TIDY_EVERY_MS = 3_600_000;
const INSPECT_EVERY_MS = 30_000;

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
 * Sends committed outbox rows to JetStream until each is acknowledged. Lanes are sent side by side; in each lane,
 * organizations take turns, and the rows of each are sent oldest first. Replicas share the work: a row is locked while it
 * is sent. Messages that the stream has lost since are sent again. A row that cannot be sent is set aside and does not
 * delay others.
 */
export class OutboxRelay {
  readonly #options: OutboxRelayOptions;
  readonly #rows: OutboxRows;
  readonly #looking: BackgroundLoop;
  readonly #lanes: ReadonlyMap<FactLane, BackgroundLoop>;
  readonly #published;
  #inspectAt = 0;
  #inspecting: Promise<boolean> | undefined;
  /** By lane: the facts of each are sent one batch after the other, and all to one stream. */
  readonly #highestSequences = new Map<FactLane, number>();
  #tidiedAt = 0;
  #isStopping = false;

  constructor(options: OutboxRelayOptions) {
    this.#options = options;
    const { schema, pool, metrics, link, logger } = options;
    this.#rows = new OutboxRows(schema, pool);
    this.#published = metrics.counter('outbox_published_total', 'Outbox rows that JetStream has acknowledged');
    metrics.observedGauge('outbox_oldest_unsent_seconds', 'Age of the oldest outbox row that is not sent yet', () =>
      this.#rows.oldestUnsentSeconds(),
    );
    metrics.observedGauge('outbox_set_aside', 'Outbox rows that JetStream refuses and that were set aside', () =>
      this.#rows.countSetAside(),
    );
    this.#looking = new BackgroundLoop('looking into the outbox', LOOK_EVERY_MS, logger, () => this.#look());
    this.#lanes = new Map(
      FACT_LANES.map((lane) => [
        lane,
        new BackgroundLoop(`outbox relay (${lane})`, LANE_PAUSE_MS, logger, () => this.#relay(lane)),
      ]),
    );
    link.onConnect(() => {
      this.#inspectAt = 0;
      this.wake();
    });
  }

  start(): void {
    this.#looking.start();
    for (const loop of this.#lanes.values()) loop.start();
  }

  /** Called after a commit that wrote rows, so that they are sent at once instead of after the next look. */
  wake(lanes: Iterable<FactLane> = FACT_LANES): void {
    for (const lane of new Set(lanes)) this.#lanes.get(lane)?.wake();
  }

  /** Stops, and tries once to send the remaining rows. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#looking.stop(), ...[...this.#lanes.values()].map((loop) => loop.stop())]);
    await Promise.allSettled(FACT_LANES.map((lane) => this.#relay(lane)));
  }

  async #look(): Promise<void> {
    const { connection } = this.#options.link;
    if (connection === undefined) return;
    await this.#inspect(connection);
    this.wake(await this.#rows.lanesDue(FACT_LANES));
    if (Date.now() - this.#tidiedAt < TIDY_EVERY_MS) return;
    this.#tidiedAt = Date.now();
    await this.#rows.tidy();
  }

  async #relay(lane: FactLane): Promise<void> {
    const { link } = this.#options;
    const { connection } = link;
    if (connection === undefined || !(await this.#inspect(connection))) return;
    for (let after = ''; ;) {
      const { lastTurn, isCut } = await this.#relayBatch(connection, lane, after);
      if (after === '' && lastTurn === null && !isCut) return;
      after = lastTurn ?? '';
      await link.whileConnected(untilFewUnsettled(connection, lane, () => this.#isStopping));
    }
  }

  /**
   * Looks regularly, and before the first row of a connection is sent, whether a stream has lost messages. Returns false
   * if there is no stream to send to.
   */
  #inspect(connection: NatsConnection): Promise<boolean> {
    if (Date.now() < this.#inspectAt) return Promise.resolve(true);
    this.#inspecting ??= this.#inspectNow(connection).finally(() => (this.#inspecting = undefined));
    return this.#inspecting;
  }

  async #inspectNow(connection: NatsConnection): Promise<boolean> {
    const { schema, pool, link, logger } = this.#options;
    const missing = await markForgotten({ schema, pool, link, connection, logger }, STREAMS);
    if (missing.length === 0) this.#inspectAt = Date.now() + INSPECT_EVERY_MS;
    return missing.length < STREAMS.length;
  }

  async #relayBatch(connection: NatsConnection, lane: FactLane, after: string): Promise<OutboxBatch> {
    const { pool, link } = this.#options;
    const { batch: relayed, unsent } = await transaction(pool, async (client) => {
      const batch = await this.#rows.lockBatch(client, lane, after);
      if (batch.rows.length === 0) return { batch, unsent: 0 };
      const links = linksTo(batch.rows.map(({ trace }) => trace));
      const { sent, failed } = await inSpan('relay outbox', { kind: SpanKind.PRODUCER, parent: noTrace, links }, () =>
        link.whileConnected(publish(connection, batch.rows)),
      );
      await this.#rows.noteSent(
        client,
        sent.map(({ id, ack: { stream, seq: sequence } }) => ({ id, stream, sequence })),
      );
      this.#published.inc(sent.length);
      this.#watchSequence(
        lane,
        sent.map(({ ack }) => ack),
      );
      const refused = failed.filter(({ error }) => isRefusal(error));
      // If JetStream accepts no message at all, a missing answer says nothing about a row.
      const isOutage = sent.length === 0 && refused.length < failed.length;
      await this.#rows.noteFailures(client, this.#judged(isOutage ? refused : failed));
      return { batch, unsent: isOutage ? failed.length - refused.length : 0 };
    });
    if (unsent > 0) throw new Error(`JetStream did not acknowledge any of ${unsent} messages`);
    return relayed;
  }

  /** Each failed row gets its own time for the next try or is set aside, so that it does not delay other rows. */
  #judged(failed: readonly Failed[]): FailedRow[] {
    return failed.map(({ row, error }) => {
      const verdict = afterFailure(row.failures, isRefusal(error));
      const fields = { error, messageId: row.message_id, subject: row.subject, failures: verdict.failures };
      if (verdict.kind === 'set-aside') {
        this.#options.logger.error(fields, 'an outbox row cannot be sent; it is set aside');
      } else this.#options.logger.warn(fields, 'an outbox row was not sent; it is tried again');
      return {
        id: row.id,
        failures: verdict.failures,
        error: error instanceof Error ? error.message : String(error),
        delay_ms: verdict.kind === 'again' ? verdict.delayMs : null,
      };
    });
  }

  /** If a new message gets a sequence that was used before, the stream has lost messages while we were connected. */
  #watchSequence(lane: FactLane, acks: readonly PubAck[]): void {
    if (acks.length === 0) return;
    const highest = this.#highestSequences.get(lane) ?? 0;
    if (acks.some(({ duplicate, seq }) => !duplicate && seq <= highest)) {
      this.#inspectAt = 0;
      this.#looking.wake();
    }
    this.#highestSequences.set(lane, Math.max(...acks.map(({ seq }) => seq)));
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
      writeOrganization(messageHeaders, row.organization_id);
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
