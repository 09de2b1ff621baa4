import { jetstreamManager } from '@nats-io/jetstream';
import { transaction } from '@vedette/database';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import type { NatsLink } from '../src/link/nats-link.ts';
import { OutboxRelay } from '../src/mutations/outbox-relay.ts';
import { Outbox, type OutboxMessage } from '../src/mutations/outbox.ts';
import { messagingDatabase, NatsScene, SCHEMA, silentLogger } from './scene.ts';

let ids = 0;
export function newMessage(organizationId = 'org_1'): OutboxMessage {
  ids += 1;
  return {
    id: `evt_${ids}`,
    organizationId,
    subject: 'vedette.events.monitor.created',
    payload: { number: ids },
  };
}

export function newMessages(count: number, organizationId?: string): OutboxMessage[] {
  return Array.from({ length: count }, () => newMessage(organizationId));
}

export const idsOf = (messages: readonly OutboxMessage[]): string[] => messages.map(({ id }) => id);

/** An outbox in a database of the suite's own. Each test begins with a NATS server of its own, and with an empty outbox. */
export class OutboxScene {
  readonly outbox = new Outbox(SCHEMA);
  readonly pool: pg.Pool;
  readonly #database: Awaited<ReturnType<typeof messagingDatabase>>;
  readonly #relays: OutboxRelay[] = [];
  #nats: NatsScene | undefined;

  private constructor(database: Awaited<ReturnType<typeof messagingDatabase>>) {
    this.#database = database;
    this.pool = database.pool;
  }

  static async open(): Promise<OutboxScene> {
    return new OutboxScene(await messagingDatabase());
  }

  get nats(): NatsScene {
    if (this.#nats === undefined) throw new Error('No test has begun');
    return this.#nats;
  }

  async begin(): Promise<void> {
    this.#nats = await NatsScene.start();
    await this.nats.ensureStreams();
  }

  async end(): Promise<void> {
    await Promise.all(this.#relays.splice(0).map((relay) => relay.stop()));
    await this.nats.stop();
    await this.pool.query(`TRUNCATE ${SCHEMA}.outbox, ${SCHEMA}.outbox_stream`);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async commit(...messages: OutboxMessage[]): Promise<void> {
    await transaction(this.pool, (tx) => this.outbox.write(tx, messages));
  }

  async newRelay(link?: NatsLink): Promise<OutboxRelay> {
    const relay = new OutboxRelay({
      schema: SCHEMA,
      pool: this.pool,
      link: link ?? (await this.nats.connectedLink()),
      logger: silentLogger(),
      metrics: new Metrics('test'),
    });
    this.#relays.push(relay);
    relay.start();
    return relay;
  }

  /** The ids of the messages in the stream, oldest first. */
  async streamed(stream = 'EVENTS'): Promise<string[]> {
    const manager = await jetstreamManager(await this.nats.connection());
    const { state } = await manager.streams.info(stream);
    const sequences = Array.from({ length: state.last_seq }, (_, index) => index + 1);
    const messages = await Promise.all(sequences.map((seq) => manager.streams.getMessage(stream, { seq })));
    return messages.flatMap((message) => (message === null ? [] : [message.header.get('Nats-Msg-Id')]));
  }

  async unsent(): Promise<number> {
    const { rows } = await this.pool.query<{ unsent: number }>(
      `SELECT count(*)::integer AS unsent FROM ${SCHEMA}.outbox WHERE published_at IS NULL`,
    );
    return rows[0]?.unsent ?? -1;
  }

  allSent(): Promise<unknown> {
    return waitFor('an empty outbox', async () => (await this.unsent()) === 0);
  }
}
