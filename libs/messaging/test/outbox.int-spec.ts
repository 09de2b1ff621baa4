import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { sqlOf, transaction } from '@vedette/database';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import type { NatsLink } from '../src/link/nats-link.ts';
import { Outbox, type OutboxMessage } from '../src/mutations/outbox.ts';
import { OutboxRelay } from '../src/mutations/outbox-relay.ts';
import { SetAsideFacts } from '../src/mutations/set-aside-facts.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { messagingDatabase, NatsScene, SCHEMA, silentLogger } from './scene.ts';

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let nats: NatsScene;
const outbox = new Outbox(SCHEMA);
const relays: OutboxRelay[] = [];

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
});
beforeEach(async () => {
  nats = await NatsScene.start();
  await nats.ensureStreams();
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  await nats.stop();
  await pool.query(`TRUNCATE ${SCHEMA}.outbox, ${SCHEMA}.outbox_stream`);
});
afterAll(() => database.close());

let ids = 0;
function newMessage(): OutboxMessage {
  ids += 1;
  return { id: `evt_${ids}`, subject: 'vedette.events.monitor.created', payload: { number: ids } };
}

function newLine(): OutboxMessage {
  return { ...newMessage(), subject: 'vedette.audit.monitor' };
}

function newMessages(count: number): OutboxMessage[] {
  return Array.from({ length: count }, newMessage);
}

async function commit(...messages: OutboxMessage[]): Promise<void> {
  await transaction(pool, (tx) => outbox.write(tx, messages));
}

async function newRelay(link?: NatsLink): Promise<OutboxRelay> {
  const relay = new OutboxRelay({
    schema: SCHEMA,
    pool,
    link: link ?? (await nats.connectedLink()),
    logger: silentLogger(),
    metrics: new Metrics('test'),
  });
  relays.push(relay);
  relay.start();
  return relay;
}

/** The ids of the messages in the stream, oldest first. */
async function streamed(stream = 'EVENTS'): Promise<string[]> {
  const manager = await jetstreamManager(await nats.connection());
  const { state } = await manager.streams.info(stream);
  const sequences = Array.from({ length: state.last_seq }, (_, index) => index + 1);
  const messages = await Promise.all(sequences.map((seq) => manager.streams.getMessage(stream, { seq })));
  return messages.flatMap((message) => (message === null ? [] : [message.header.get('Nats-Msg-Id')]));
}

async function unsent(): Promise<number> {
  const { rows } = await pool.query<{ unsent: number }>(
    `SELECT count(*)::integer AS unsent FROM ${SCHEMA}.outbox WHERE published_at IS NULL`,
  );
  return rows[0]?.unsent ?? -1;
}

const allSent = () => waitFor('an empty outbox', async () => (await unsent()) === 0);
const idsOf = (messages: readonly OutboxMessage[]) => messages.map(({ id }) => id);

describe('the outbox', () => {
  it('tells what was committed, in order, and nothing that was rolled back', async () => {
    const relay = await newRelay();
    const messages = newMessages(3);
    await commit(...messages);
    const rolledBack = transaction(pool, async (tx) => {
      await outbox.write(tx, [newMessage()]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    relay.wake();
    await allSent();
    expect(await streamed()).toEqual(idsOf(messages));
  });

  it('sends the payload as it was written', async () => {
    const relay = await newRelay();
    const message = newMessage();
    await commit(message);
    relay.wake();
    await allSent();
    const manager = await nats.manager();
    const stored = await manager.streams.getMessage('EVENTS', { seq: 1 });
    expect(stored?.subject).toBe(message.subject);
    expect(stored?.json()).toEqual(message.payload);
  });

  it('sends by itself what nobody woke it for', async () => {
    await newRelay();
    const message = newMessage();
    await commit(message);
    await allSent();
    expect(await streamed()).toEqual([message.id]);
  });

  it('sends many batches, each message once and in order', async () => {
    const messages = newMessages(700);
    await commit(...messages);
    await newRelay();
    await allSent();
    expect(await streamed()).toEqual(idsOf(messages));
  });

  it('is shared by two relays without a message sent twice', async () => {
    const messages = newMessages(1_200);
    await commit(...messages);
    await Promise.all([newRelay(), newRelay()]);
    await allSent();
    expect((await streamed()).toSorted()).toEqual(idsOf(messages).toSorted());
  });

  it('puts one message into the stream when it crashed between sending and noting so', async () => {
    const [before, crashed, after] = newMessages(3) as [OutboxMessage, OutboxMessage, OutboxMessage];
    await commit(before, crashed, after);
    const jetstream = jetstreamOf(await nats.connection());
    await jetstream.publish(crashed.subject, JSON.stringify(crashed.payload), { msgID: crashed.id });
    await newRelay();
    await allSent();
    expect((await streamed()).toSorted()).toEqual(idsOf([before, crashed, after]).toSorted());
  });

  it('sends what is left when it is stopped', async () => {
    const relay = await newRelay();
    await commit(newMessage());
    await relay.stop();
    expect(await unsent()).toBe(0);
  });
});

describe('a row that cannot be sent', () => {
  /** Larger than the suite's server accepts. */
  const tooLarge = (): OutboxMessage => ({ ...newMessage(), payload: { text: 'x'.repeat(2_000_000) } });
  /** A subject that belongs to no stream. */
  const nobodyThere = (): OutboxMessage => ({ ...newMessage(), subject: 'vedette.nowhere' });

  async function setAside(): Promise<string[]> {
    const { rows } = await pool.query<{ message_id: string }>(
      `SELECT message_id FROM ${SCHEMA}.outbox WHERE set_aside_at IS NOT NULL ORDER BY id`,
    );
    return rows.map((row) => row.message_id);
  }

  /** Commits messages one after the other, and returns how long each took to arrive. */
  async function delays(relay: OutboxRelay, count: number): Promise<number[]> {
    const taken: number[] = [];
    for (const message of newMessages(count)) {
      const startedAt = performance.now();
      await commit(message);
      relay.wake();
      await waitFor('the message', async () => (await isSent(message.id)) || undefined, { intervalMs: 5 });
      taken.push(performance.now() - startedAt);
    }
    return taken;
  }

  async function isSent(id: string): Promise<boolean> {
    const { rows } = await pool.query(
      `SELECT FROM ${SCHEMA}.outbox WHERE message_id = $1 AND published_at IS NOT NULL`,
      [id],
    );
    return rows.length === 1;
  }

  it('is set aside after its third try, and delays nobody meanwhile', async () => {
    const relay = await newRelay();
    await delays(relay, 1);
    const poison = [tooLarge(), tooLarge(), tooLarge()];
    await commit(...poison);
    relay.wake();
    const taken: number[] = [];
    while ((await setAside()).length < poison.length) taken.push(...(await delays(relay, 1)));
    taken.push(...(await delays(relay, 20)));
    expect(await setAside()).toEqual(idsOf(poison));
    const { rows } = await pool.query(`SELECT failures, error FROM ${SCHEMA}.outbox WHERE set_aside_at IS NOT NULL`);
    expect(rows).toEqual(poison.map(() => ({ failures: 3, error: expect.stringContaining('max_payload') })));
    expect(taken.length).toBeGreaterThan(20);
    // This delay used to be ten seconds.
    expect(taken.toSorted((one, other) => one - other).at(-2)).toBeLessThan(500);
  });

  it('is never set aside while nobody says that it is at fault, and delays nobody', async () => {
    const relay = await newRelay();
    await commit(nobodyThere());
    expect(Math.max(...(await delays(relay, 30)))).toBeLessThan(1_000);
    expect(await setAside()).toEqual([]);
    expect(await unsent()).toBe(1);
  });

  it('is sent when it is replayed and the reason is gone', async () => {
    const relay = await newRelay();
    const message = tooLarge();
    await commit(message);
    relay.wake();
    await waitFor('the row aside', async () => (await setAside()).length === 1);
    const facts = new SetAsideFacts(SCHEMA, sqlOf(pool), relay);
    expect(await facts.list()).toEqual([
      expect.objectContaining({ consumer: 'outbox', messageId: message.id, deliveries: 3, bytes: 2_000_011 }),
    ]);
    await pool.query(`UPDATE ${SCHEMA}.outbox SET payload = '{}' WHERE message_id = $1`, [message.id]);
    expect(await facts.replay(message.id)).toEqual([{ consumer: 'outbox', messageId: message.id, error: null }]);
    await allSent();
    expect(await streamed()).toEqual([message.id]);
  });
});

describe('without NATS', () => {
  it('waits, and sends everything when NATS is back', async () => {
    const link = await nats.connectedLink();
    const relay = await newRelay(link);
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    const messages = newMessages(5);
    await commit(...messages);
    relay.wake();
    await nats.store.resume();
    await allSent();
    expect(await streamed()).toEqual(idsOf(messages));
  });

  it('stops at once', async () => {
    const link = await nats.connectedLink();
    const relay = await newRelay(link);
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await commit(newMessage());
    const startedAt = performance.now();
    await relay.stop();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(await unsent()).toBe(1);
    await nats.store.resume();
  });
});

describe('when JetStream forgets', () => {
  it('waits for a stream that is not there yet', async () => {
    await (await nats.manager()).streams.delete('EVENTS');
    await newRelay();
    await commit(newMessage());
    await nats.ensureStreams();
    await allSent();
    expect(await streamed()).toHaveLength(1);
  });

  it('sends everything again when the stream was deleted and made anew', async () => {
    const relay = await newRelay();
    const before = newMessages(3);
    await commit(...before);
    relay.wake();
    await allSent();
    await (await nats.manager()).streams.delete('EVENTS');
    await nats.ensureStreams();
    const after = newMessage();
    await commit(after);
    relay.wake();
    await waitFor('all of them', async () => (await streamed()).length === 4);
    expect((await streamed()).toSorted()).toEqual(idsOf([...before, after]).toSorted());
  });

  it('sends the tail again that a crash of the server has cost, though others published over it', async () => {
    const link = await nats.connectedLink();
    const relay = await newRelay(link);
    const [kept, ...lost] = newMessages(4);
    await commit(...(kept === undefined ? [] : [kept]), ...lost);
    relay.wake();
    await allSent();
    const manager = await nats.manager();
    for (const seq of [2, 3, 4]) await manager.streams.deleteMessage('EVENTS', seq);
    await jetstreamOf(await nats.connection()).publish('vedette.events.webhook.test', '{}', { msgID: 'evt_other' });
    await nats.store.pause();
    await waitFor('the loss', () => !link.isConnected);
    await nats.store.resume();
    await waitFor('the tail', async () => (await streamed()).length === 5);
    expect(await streamed()).toEqual([kept?.id, 'evt_other', ...idsOf(lost)]);
  });

  it('sends again what one stream has lost, and nothing of the other', async () => {
    const relay = await newRelay();
    const [event, ...lines] = [newMessage(), newLine(), newLine()];
    await commit(...lines, event);
    relay.wake();
    await allSent();
    const manager = await nats.manager();
    for (const name of ['EVENTS', 'AUDIT']) await manager.streams.purge(name);
    await manager.streams.delete('AUDIT');
    await nats.ensureStreams();
    const after = newLine();
    await commit(after);
    relay.wake();
    await waitFor('the lines', async () => (await streamed('AUDIT')).length === 3);
    expect((await streamed('AUDIT')).toSorted()).toEqual(idsOf([...lines, after]).toSorted());
    expect(await streamed()).toEqual([]);
  });

  it('sends to one stream while the other is missing', async () => {
    await (await nats.manager()).streams.delete('AUDIT');
    const relay = await newRelay();
    const [event, line] = [newMessage(), newLine()];
    await commit(line, event);
    relay.wake();
    await waitFor('the event', async () => (await streamed()).length === 1);
    await nats.ensureStreams();
    await allSent();
    expect([await streamed(), await streamed('AUDIT')]).toEqual([[event.id], [line.id]]);
  });

  it('leaves alone what is still there after a restart of the server', async () => {
    const link = await nats.connectedLink();
    const relay = await newRelay(link);
    await commit(...newMessages(3));
    relay.wake();
    await allSent();
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await nats.store.resume();
    await commit(newMessage());
    await allSent();
    expect(await streamed()).toHaveLength(4);
  });
});
