import { headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { streams, type EventMessage } from '@vedette/contract';
import { sqlOf } from '@vedette/database';
import { Metrics } from '@vedette/telemetry';
import { waitFor } from '@vedette/test-kit';
import { writeOrganization } from '../src/link/wire.ts';
import { ConsumerMarks } from '../src/streams/consumer-marks.ts';
import { EventConsumer } from '../src/streams/event-consumer.ts';
import { ParkedMessages } from '../src/streams/parked-messages.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { messagingDatabase, NatsScene, SCHEMA, silentLogger } from './scene.ts';

const DURABLE = 'test-turns';
const CONCURRENCY = 8;

let database: Awaited<ReturnType<typeof messagingDatabase>>;
let nats: NatsScene;
beforeAll(async () => {
  database = await messagingDatabase();
  nats = await NatsScene.start();
  await nats.ensureStreams();
});
afterAll(async () => {
  await nats.stop();
  await database.close();
});

async function publish(organizationId: string, eventId: string): Promise<void> {
  const message = { organizationId, event: { id: eventId, type: 'monitor.deleted' } };
  const about = headers();
  writeOrganization(about, organizationId);
  const options = { msgID: eventId, headers: about };
  const jetstream = jetstreamOf(await nats.connection());
  await jetstream.publish('vedette.events.monitor.deleted', JSON.stringify(message), options);
}

it('few events of an organization have their turns, however many events of another one came before them', async () => {
  const busy = Array.from({ length: 1_500 }, (_, index) => `evt_busy_${index}`);
  for (let first = 0; first < busy.length; first += 500) {
    await Promise.all(busy.slice(first, first + 500).map((id) => publish('org_busy', id)));
  }
  await publish('org_quiet', 'evt_quiet_1');
  await publish('org_quiet', 'evt_quiet_2');

  const order: string[] = [];
  const held: (() => void)[] = [];
  let isHeld = true;
  const sql = sqlOf(database.pool);
  const marks = new ConsumerMarks(SCHEMA, sql);
  const consumer = new EventConsumer<EventMessage>({
    stream: streams.EVENTS,
    name: DURABLE,
    subject: 'vedette.events.monitor.*',
    link: await nats.connectedLink(),
    parked: new ParkedMessages(SCHEMA, sql),
    marks,
    logger: silentLogger(),
    metrics: new Metrics('test'),
    concurrency: CONCURRENCY,
    receive: async ({ event }) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      order.push(event.id);
    },
  });
  consumer.start();
  const newest = busy.length + 2;
  await waitFor('all events to be received', async () => (await marks.find(DURABLE))?.sequence === newest);
  isHeld = false;
  for (const release of held) release();
  await waitFor('their effects', () => order.length === newest);
  await consumer.stop();

  // The first effects of the busy organization run already; then each has a turn.
  expect(order.indexOf('evt_quiet_1')).toBeLessThanOrEqual(CONCURRENCY + 1);
  expect(order.indexOf('evt_quiet_2')).toBeLessThanOrEqual(CONCURRENCY + 3);
});
