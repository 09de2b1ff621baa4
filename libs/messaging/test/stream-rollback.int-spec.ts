import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AckPolicy } from '@nats-io/jetstream';
import { streams, subjects, type EventMessage } from '@vedette/contract';
import { sqlOf } from '@vedette/database';
import { Metrics } from '@vedette/telemetry';
import { LostMessages, waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { ConsumerMarks } from '../src/streams/consumer-marks.ts';
import { EventConsumer } from '../src/streams/event-consumer.ts';
import { MessagePuller } from '../src/streams/message-puller.ts';
import type { NatsLink } from '../src/link/nats-link.ts';
import { ParkedMessages } from '../src/streams/parked-messages.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { messagingDatabase, NatsScene, SCHEMA, silentLogger } from './scene.ts';

// These tests simulate a power loss: the stream comes back with fewer messages than its consumers have seen.

const DURABLE = 'test-events';
/** A few seconds: without the repair, a consumer would wait for minutes beyond the end of its stream. */
const SOON_MS = 5_000;

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let nats: NatsScene;
let received: string[];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
});
beforeEach(async () => {
  received = [];
  nats = await NatsScene.start();
  await nats.ensureStreams();
});
afterEach(async () => {
  await stopAll();
  await nats.stop();
  await pool.query(`TRUNCATE ${SCHEMA}.consumer_mark`);
});
afterAll(() => database.close());

const stopAll = () => Promise.all(running.splice(0).map((each) => each.stop()));

function consumeEvents(link: NatsLink): void {
  const consumer = new EventConsumer({
    stream: streams.EVENTS,
    name: DURABLE,
    subject: 'vedette.events.monitor.*',
    link,
    parked: new ParkedMessages(SCHEMA, sqlOf(pool)),
    marks: new ConsumerMarks(SCHEMA, sqlOf(pool)),
    logger: silentLogger(),
    metrics: new Metrics('test'),
    concurrency: 8,
    receive: async ({ event }: EventMessage) => void received.push(event.id),
  });
  running.push(consumer);
  consumer.start();
}

function consumeWork(link: NatsLink): void {
  const puller = new MessagePuller({
    stream: streams.RESULTS,
    name: DURABLE,
    subject: subjects.checkResults,
    maxAckPending: 100,
    room: 10,
    link,
    logger: silentLogger(),
    take: async (message) => {
      received.push(message.string());
      message.ack();
    },
  });
  running.push(puller);
  puller.start();
}

async function publishEvents(...ids: string[]): Promise<void> {
  const jetstream = jetstreamOf(await nats.connection());
  for (const id of ids) {
    const message = { organizationId: 'org_1', event: { id, type: 'monitor.deleted' } };
    await jetstream.publish('vedette.events.monitor.deleted', JSON.stringify(message), { msgID: id });
  }
}

async function publishWork(...texts: string[]): Promise<void> {
  const jetstream = jetstreamOf(await nats.connection());
  for (const text of texts) await jetstream.publish(subjects.checkResults, text);
}

function gotAll(...wanted: string[]): Promise<boolean> {
  return waitFor(`all of ${wanted.join(', ')}`, () => wanted.every((each) => received.includes(each)), {
    timeoutMs: SOON_MS,
  });
}

async function lastSequence(stream: string): Promise<number> {
  return (await (await nats.manager()).streams.info(stream)).state.last_seq;
}

async function settledUpTo(stream: string, sequence: number): Promise<void> {
  await waitFor('the acknowledgements', async () => {
    const { ack_floor: floor } = await (await nats.manager()).consumers.info(stream, DURABLE);
    return floor.stream_seq === sequence;
  });
}

const numbered = (prefix: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}_${from + index}`);

describe('events', () => {
  /** Three events are kept; five more are received and then lost. */
  async function loseFive(link: NatsLink): Promise<void> {
    const lost = new LostMessages(nats.store, 'EVENTS');
    consumeEvents(link);
    await publishEvents(...numbered('evt', 1, 3));
    await gotAll(...numbered('evt', 1, 3));
    await lost.remember();
    await waitFor('NATS', () => link.isConnected);
    await publishEvents(...numbered('evt', 4, 8));
    await gotAll(...numbered('evt', 4, 8));
    await waitFor('the mark', async () => {
      const { rows } = await pool.query(`SELECT FROM ${SCHEMA}.consumer_mark WHERE stream_sequence = 8`);
      return rows.length === 1;
    });
    await settledUpTo('EVENTS', 8);
    await lost.loseTheRest();
  }

  it('arrive after a consumer was left beyond the end of its stream', async () => {
    const link = await nats.connectedLink();
    await loseFive(link);
    await nats.store.resume();
    await publishEvents('evt_9');
    expect(await lastSequence('EVENTS')).toBe(4);
    await gotAll('evt_9');
    await publishEvents('evt_10');
    await gotAll('evt_10');
  });

  it('arrive when the stream has grown past the consumer before anybody could compare', async () => {
    const link = await nats.connectedLink();
    await loseFive(link);
    await stopAll();
    await nats.store.resume();
    // Another service publishes first and reuses the lost sequences.
    await publishEvents(...numbered('other', 1, 12));
    expect(await lastSequence('EVENTS')).toBe(15);
    consumeEvents(link);
    await gotAll(...numbered('other', 1, 12));
  });

  it('arrive when they were published just as the connection came back', async () => {
    const link = await nats.connectedLink();
    await loseFive(link);
    await nats.store.resume();
    await publishEvents(...numbered('race', 1, 20));
    expect(await gotAll(...numbered('race', 1, 20))).toBe(true);
  });

  it('come once when nothing was lost', async () => {
    const link = await nats.connectedLink();
    consumeEvents(link);
    await publishEvents(...numbered('evt', 1, 5));
    await gotAll(...numbered('evt', 1, 5));
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await nats.store.resume();
    await publishEvents('evt_6');
    await gotAll('evt_6');
    const { created, delivered } = await (await nats.manager()).consumers.info('EVENTS', DURABLE);
    await stopAll();
    consumeEvents(link);
    await publishEvents('evt_7');
    await gotAll('evt_7');
    const after = await (await nats.manager()).consumers.info('EVENTS', DURABLE);
    expect(after.created).toBe(created);
    expect(after.delivered.stream_seq).toBe(delivered.stream_seq + 1);
  });
});

describe('work', () => {
  async function loseFive(link: NatsLink): Promise<void> {
    const lost = new LostMessages(nats.store, 'RESULTS');
    consumeWork(link);
    await publishWork(...numbered('work', 1, 3));
    await gotAll(...numbered('work', 1, 3));
    await lost.remember();
    await waitFor('NATS', () => link.isConnected);
    await publishWork(...numbered('work', 4, 8));
    await gotAll(...numbered('work', 4, 8));
    await settledUpTo('RESULTS', 8);
    await lost.loseTheRest();
  }

  it('goes on after its consumer was left beyond the end of the queue', async () => {
    const link = await nats.connectedLink();
    await loseFive(link);
    await nats.store.resume();
    await publishWork('work_9');
    expect(await lastSequence('RESULTS')).toBeLessThan(8);
    await gotAll('work_9');
    await publishWork('work_10');
    await gotAll('work_10');
  });

  it('goes on, with nothing left behind, when the queue has grown past its consumer before anybody could compare', async () => {
    const link = await nats.connectedLink();
    await loseFive(link);
    await stopAll();
    await nats.store.resume();
    await publishWork(...numbered('other', 1, 12));
    consumeWork(link);
    await gotAll(...numbered('other', 1, 12));
    const manager = await nats.manager();
    const isEmpty = async (): Promise<boolean> => (await manager.streams.info('RESULTS')).state.messages === 0;
    expect(await waitFor('an empty queue', isEmpty)).toBe(true);
  });

  it('of another consumer that stands in front is no reason to make a consumer anew', async () => {
    const manager = await nats.manager();
    const slow = { durable_name: 'slow', filter_subject: 'vedette.results.slow', ack_policy: AckPolicy.Explicit };
    await manager.consumers.add('RESULTS', slow);
    await jetstreamOf(await nats.connection()).publish('vedette.results.slow', 'in front');
    const link = await nats.connectedLink();
    consumeWork(link);
    await publishWork(...numbered('work', 1, 5));
    await gotAll(...numbered('work', 1, 5));
    await settledUpTo('RESULTS', 6);
    const { created } = await manager.consumers.info('RESULTS', DURABLE);
    await stopAll();
    consumeWork(link);
    await publishWork('work_6');
    await gotAll('work_6');
    const after = await manager.consumers.info('RESULTS', DURABLE);
    expect(after.created).toBe(created);
    expect(received).toEqual(numbered('work', 1, 6));
  });
});
