import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ParcelReader } from '../src/link/parcel-reader.ts';
import { Requests } from '../src/link/requests.ts';
import { lastPartHeaders } from '../src/link/wire.ts';
import { NatsScene } from './scene.ts';

const SUBJECT = 'vedette.parts.test';
const WHOLE = 'part 0, part 1, part 2, part 3, part 4, part 5, part 6, ';
const FIRST = Buffer.from('part 0, ');
const LAST_NUMBER = 6;

let nats: NatsScene;
let connection: NatsConnection;

beforeAll(async () => {
  nats = await NatsScene.start();
  connection = await nats.connection();
});
afterAll(() => nats.stop());

/** A sender that keeps the rest of the message, and sends nothing before so many parts were asked for. */
function keepRest(atLeast: number): { readonly asked: readonly string[]; stop(): void } {
  const asked: string[] = [];
  const waiting: Msg[] = [];
  const subscription = connection.subscribe(SUBJECT, {
    callback: (_error, message) => {
      asked.push(message.string());
      waiting.push(message);
      if (asked.length < atLeast) return;
      for (const each of waiting.splice(0)) {
        const number = Number(each.string());
        each.respond(`part ${number}, `, number === LAST_NUMBER ? { headers: lastPartHeaders() } : {});
      }
    },
  });
  return { asked, stop: () => subscription.unsubscribe() };
}

function readerOf(bytes: number | undefined): ParcelReader {
  const requests = new Requests(connection, '_INBOX');
  const reach = { connection, request: requests.send.bind(requests) };
  return new ParcelReader(reach, { subject: SUBJECT, bytes }, { deadlineAt: Date.now() + 2_000 });
}

describe('a message that is wanted as a whole', () => {
  it.each([
    { name: 'with four parts on their way', bytes: WHOLE.length, atLeast: 4 },
    { name: 'part by part if its length is not known', bytes: undefined, atLeast: 1 },
  ])('is fetched $name, and nothing beyond its end', async ({ bytes, atLeast }) => {
    const sender = keepRest(atLeast);
    expect((await readerOf(bytes).gather(FIRST, 100)).toString()).toBe(WHOLE);
    await connection.flush();
    sender.stop();
    expect(sender.asked).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it.each([
    { name: 'shorter', bytes: WHOLE.length - FIRST.length },
    { name: 'longer', bytes: WHOLE.length + FIRST.length },
  ])('is refused if its sender said that it is $name', async ({ bytes }) => {
    const sender = keepRest(1);
    await expect(readerOf(bytes).gather(FIRST, 100)).rejects.toThrow(`56 of ${bytes} bytes came`);
    sender.stop();
  });
});

describe('a message that is read part by part', () => {
  it('has one part on its way at a time', async () => {
    const sender = keepRest(1);
    const reader = readerOf(WHOLE.length);
    await reader.next();
    await reader.next();
    await connection.flush();
    expect(sender.asked).toEqual(['1', '2', '3']);
    reader.drop();
    await connection.flush();
    sender.stop();
    expect(sender.asked).toEqual(['1', '2', '3', '']);
    expect(await reader.next()).toBeUndefined();
  });
});
