import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { streams, type EventMessage } from '@vedette/contract';
import { sqlOf, transaction } from '@vedette/database';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { ConsumerMarks } from '../src/streams/consumer-marks.ts';
import { EventConsumer } from '../src/streams/event-consumer.ts';
import { Inbox } from '../src/mutations/inbox.ts';
import type { NatsLink } from '../src/link/nats-link.ts';
import { ParkedMessages } from '../src/streams/parked-messages.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { messagingDatabase, NatsScene, SCHEMA, silentLogger } from './scene.ts';

const DURABLE = 'test-events';
const SUBJECT = 'vedette.events.monitor.deleted';

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let pool: pg.Pool;
let nats: NatsScene;
const inbox = new Inbox(SCHEMA);
let parked: ParkedMessages;
const consumers: EventConsumer[] = [];

beforeAll(async () => {
  database = await messagingDatabase();
  pool = database.pool;
  parked = new ParkedMessages(SCHEMA, sqlOf(pool));
  await pool.query('CREATE TABLE effect (event_id text NOT NULL)');
});
beforeEach(async () => {
  nats = await NatsScene.start();
  await nats.ensureStreams();
});
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
  await nats.stop();
  await pool.query(`TRUNCATE effect, ${SCHEMA}.inbox, ${SCHEMA}.parked_message, ${SCHEMA}.consumer_mark`);
});
afterAll(() => database.close());

type Receive = (message: EventMessage) => Promise<void>;

/** Makes one effect if the event is not known yet, as every service does. */
const effectOnce: Receive = (message) =>
  transaction(pool, async (tx) => {
    if (!(await inbox.receive(tx, [message.event.id])).has(message.event.id)) return;
    await tx.$executeRawUnsafe('INSERT INTO effect VALUES ($1)', message.event.id);
  });

async function consume(receive: Receive, link?: NatsLink): Promise<EventConsumer> {
  const consumer = new EventConsumer({
    stream: streams.EVENTS,
    name: DURABLE,
    subject: 'vedette.events.monitor.*',
    link: link ?? (await nats.connectedLink()),
    parked,
    marks: new ConsumerMarks(SCHEMA, sqlOf(pool)),
    logger: silentLogger(),
    metrics: new Metrics('test'),
    concurrency: 8,
    receive,
  });
  consumers.push(consumer);
  consumer.start();
  return consumer;
}

async function publish(eventId: string, msgID = eventId): Promise<void> {
  const message = { organizationId: 'org_1', event: { id: eventId, type: 'monitor.deleted' } };
  await jetstreamOf(await nats.connection()).publish(SUBJECT, JSON.stringify(message), { msgID });
}

async function effects(): Promise<string[]> {
  const { rows } = await pool.query<{ event_id: string }>('SELECT event_id FROM effect ORDER BY event_id');
  return rows.map(({ event_id: id }) => id);
}

/** True if the stream has no more messages for the consumer, neither new nor unacknowledged. */
async function isSettled(): Promise<boolean> {
  const info = await (await nats.manager()).consumers.info('EVENTS', DURABLE);
  return info.num_pending === 0 && info.num_ack_pending === 0;
}

describe('an event', () => {
  it('has its effect, and is acknowledged after it', async () => {
    await consume(effectOnce);
    await publish('evt_1');
    await waitFor('the acknowledgement', isSettled);
    expect(await effects()).toEqual(['evt_1']);
  });

  it('from before the consumer was there has its effect too', async () => {
    await publish('evt_1');
    await consume(effectOnce);
    await waitFor('the effect', async () => (await effects()).length === 1);
    expect(await effects()).toEqual(['evt_1']);
  });

  it('has one effect when it is delivered twice', async () => {
    await consume(effectOnce);
    await publish('evt_1', 'first');
    await publish('evt_1', 'second');
    await waitFor('both acknowledgements', isSettled);
    expect(await effects()).toEqual(['evt_1']);
  });

  it('has one effect when it is delivered twice at the same time', async () => {
    const message = { organizationId: 'org_1', event: { id: 'evt_1', type: 'monitor.deleted' } } as EventMessage;
    await Promise.all([effectOnce(message), effectOnce(message), effectOnce(message)]);
    expect(await effects()).toEqual(['evt_1']);
  });

  it('is shared out among the replicas', async () => {
    await Promise.all([consume(effectOnce), consume(effectOnce)]);
    const ids = Array.from({ length: 300 }, (_, index) => `evt_${String(index).padStart(3, '0')}`);
    await Promise.all(ids.map((id) => publish(id)));
    await waitFor('all effects', async () => (await effects()).length === 300);
    await waitFor('the acknowledgements', isSettled);
    expect(await effects()).toEqual(ids);
  });

  it('comes again when its effect failed, until it succeeds', async () => {
    let deliveries = 0;
    await consume(async (message) => {
      deliveries += 1;
      if (deliveries < 3) throw new Error('PostgreSQL is away');
      await effectOnce(message);
    });
    await publish('evt_1');
    await waitFor('the acknowledgement', async () => (await effects()).length === 1 && (await isSettled()));
    expect(deliveries).toBe(3);
  });

  describe('that failed nineteen times', () => {
    beforeEach(async () => {
      const warmUp = await consume(effectOnce);
      await waitFor('the consumer', isSettled);
      await warmUp.stop();
      await publish('evt_bad');
      // Nineteen immediate failures replace deliveries that would take a quarter of an hour.
      const consumer = await jetstreamOf(await nats.connection()).consumers.get('EVENTS', DURABLE);
      for (let delivery = 1; delivery < 20; delivery += 1) {
        (await consumer.next({ expires: 5_000 }))?.nak();
      }
    });

    /** PostgreSQL's error for a value that does not fit. */
    const refuse = async (message: EventMessage): Promise<void> => {
      if (message.event.id === 'evt_bad') await pool.query(`SELECT '\\u0000'::jsonb ->> 0`);
      await effectOnce(message);
    };

    it('is parked where a person finds it when its data is at fault, and others go on', async () => {
      await consume(refuse);
      await publish('evt_good');
      await waitFor('both acknowledgements', async () => (await effects()).length === 1 && (await isSettled()));
      const { rows } = await pool.query(
        `SELECT consumer, message_id, subject, error, deliveries FROM ${SCHEMA}.parked_message`,
      );
      expect(rows).toEqual([
        {
          consumer: DURABLE,
          message_id: 'evt_bad',
          subject: SUBJECT,
          error: 'invalid input syntax for type json',
          deliveries: 20,
        },
      ]);
    });

    it('is never parked when infrastructure is at fault: it has its effect when that is back', async () => {
      let isAway = true;
      let failures = 0;
      await consume(async (message) => {
        if (isAway) {
          failures += 1;
          throw Object.assign(new Error('the database system is shutting down'), { code: '57P03' });
        }
        await effectOnce(message);
      });
      await waitFor('the twentieth failure', () => failures > 0);
      isAway = false;
      // What the service does with the failure is done when it has settled the message, and so has stopped.
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
      // The next delivery comes after the longest delay. Until then the message stays pending and is not parked.
      const consumer = await jetstreamOf(await nats.connection()).consumers.get('EVENTS', DURABLE);
      expect((await consumer.info()).num_ack_pending).toBe(1);
      expect(await parked.list()).toEqual([]);
    });

    it('has its effect when it is replayed, once', async () => {
      let isMended = false;
      await consume((message) => (isMended ? effectOnce(message) : refuse(message)));
      await waitFor('the parking', async () => (await parked.list()).length === 1);
      expect(await parked.replay('evt_bad')).toEqual([
        { consumer: DURABLE, messageId: 'evt_bad', error: 'invalid input syntax for type json' },
      ]);
      expect(await effects()).toEqual([]);
      isMended = true;
      const outcomes = await Promise.all([parked.replay('evt_bad'), parked.replay(null)]);
      expect(outcomes.flat()).toEqual(
        expect.arrayContaining([{ consumer: DURABLE, messageId: 'evt_bad', error: null }]),
      );
      expect(await effects()).toEqual(['evt_bad']);
      expect(await parked.list()).toEqual([]);
      expect(await parked.replay(null)).toEqual([]);
    });
  });
});

describe('a consumer', () => {
  it('finishes what it has taken when it stops', async () => {
    const taken = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const consumer = await consume(async (message) => {
      taken.resolve();
      await gate.promise;
      await effectOnce(message);
    });
    await publish('evt_1');
    await taken.promise;
    const stopping = consumer.stop();
    gate.resolve();
    await stopping;
    expect(await effects()).toEqual(['evt_1']);
    await waitFor('the acknowledgement', isSettled);
  });

  it('leaves nothing behind that would come again only after its ack wait', async () => {
    const events = Array.from({ length: 2_000 }, (_, index) => publish(`evt_${index}`));
    let received = 0;
    const consumer = await consume(async () => {
      received += 1;
    });
    await waitFor('a busy consumer', () => received > 300);
    await consumer.stop();
    await Promise.all(events);
    const delivered = await waitFor('every acknowledgement', async () => {
      const info = await (await nats.manager()).consumers.info('EVENTS', DURABLE);
      return info.num_ack_pending === 0 && info.delivered.consumer_seq;
    });
    expect(delivered).toBe(received);
  });

  it('can be stopped at any moment of its start', async () => {
    for (let turns = 0; turns < 40; turns += 4) {
      const consumer = await consume(effectOnce);
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      await expect(consumer.stop()).resolves.toBeUndefined();
    }
  });

  it('goes on after NATS was away', async () => {
    const link = await nats.connectedLink();
    await consume(effectOnce, link);
    await publish('evt_1');
    await waitFor('the first effect', async () => (await effects()).length === 1);
    await nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await nats.store.resume();
    await publish('evt_2');
    await waitFor('the second effect', async () => (await effects()).length === 2);
    expect(await effects()).toEqual(['evt_1', 'evt_2']);
  });

  it('goes on when the stream was deleted and made anew', async () => {
    await consume(effectOnce);
    await publish('evt_1');
    await waitFor('the acknowledgement', async () => (await effects()).length === 1 && (await isSettled()));
    await (await nats.manager()).streams.delete('EVENTS');
    await nats.ensureStreams();
    await publish('evt_1');
    await publish('evt_2');
    await waitFor('the second effect', async () => (await effects()).length === 2);
    expect(await effects()).toEqual(['evt_1', 'evt_2']);
  });
});

describe('tidying the inbox', () => {
  it('forgets events that JetStream no longer has, and only those', async () => {
    await pool.query(`INSERT INTO ${SCHEMA}.inbox VALUES ('old', now() - interval '9 days'), ('new', now())`);
    await inbox.tidy(sqlOf(pool));
    const { rows } = await pool.query(`SELECT message_id FROM ${SCHEMA}.inbox`);
    expect(rows).toEqual([{ message_id: 'new' }]);
  });
});
