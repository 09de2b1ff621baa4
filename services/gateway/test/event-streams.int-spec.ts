import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, subjects, type ApiError, type StreamPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { membership, type PeerKey, type PeerSession } from '@vedette/test-kit/account-peer';
import type { ReceivedRequest } from '@vedette/test-kit/operation-peer';
import { type Gateway, Scene } from './console-scene.ts';

let scene: Scene;
let gateway: Gateway;
let other: Gateway;

/** The last position of each organization's log, which the stand-in for the dispatcher has. */
const logs = new Map<string, number>();
const PAGE = 50;
let padding = '';

function answerPage({ input, context }: ReceivedRequest): StreamPage {
  const organizationId = context.caller?.organizationId ?? '';
  const last = logs.get(organizationId) ?? 0;
  const { after } = input as unknown as { after: string | null };
  const [place = '', owner] = (after ?? `${last}/${organizationId}`).split('/');
  const isReset = owner !== organizationId;
  const start = isReset ? last : Number(place);
  const positions = Array.from({ length: Math.min(PAGE, last - start) }, (_, index) => start + index + 1);
  const cursorAt = (position: number) => `${position}/${organizationId}`;
  const position = start + positions.length;
  return {
    entries: positions.map((each) => ({
      position: each,
      cursor: cursorAt(each),
      data: JSON.stringify({ n: each, padding }),
    })),
    position,
    cursor: cursorAt(position),
    hasMore: position < last,
    isReset,
  };
}

async function log(organizationId: string, events: number): Promise<void> {
  const position = (logs.get(organizationId) ?? 0) + events;
  logs.set(organizationId, position);
  await scene.services.publish(subjects.feed(organizationId), { position });
}

beforeAll(async () => {
  scene = await Scene.start();
  [gateway, other] = await Promise.all([openGateway(), openGateway()]);
  await scene.services.answer('streamEvents', answerPage as unknown as () => ApiError);
});

afterAll(() => scene.stop());

const openGateway = () => scene.gateway((port) => `http://localhost:${port}`);

interface Credentials {
  readonly key?: PeerKey;
  readonly session?: PeerSession;
  readonly organizationId?: string;
}

class Reader {
  readonly response: IncomingMessage;
  text = '';
  readonly #ended: Promise<unknown>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.#ended = new Promise((resolve) => response.once('close', resolve));
    response.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    response.on('error', () => undefined);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  get numbers(): number[] {
    return Array.from(this.text.matchAll(/"n":(\d+)/g), ([, number]) => Number(number));
  }

  get lastId(): string {
    return Array.from(this.text.matchAll(/^id: (.*)$/gm), ([, id]) => id ?? '').at(-1) ?? '';
  }

  /** How long the stream stays open from now on. */
  async ended(): Promise<number> {
    const startedAt = performance.now();
    await this.#ended;
    return performance.now() - startedAt;
  }

  async leave(): Promise<void> {
    this.response.destroy();
    await this.#ended;
  }
}

async function openReader(
  { key, session, organizationId }: Credentials,
  { lastId, at = gateway }: { lastId?: string; at?: Gateway } = {},
): Promise<Reader> {
  const headers = {
    host: new URL(at.consoleUrl).host,
    ...(key !== undefined && { 'x-api-key': key.key }),
    ...(session !== undefined && { cookie: `${at.cookieName}=${session.token}` }),
    ...(organizationId !== undefined && { 'vedette-organization': organizationId }),
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  };
  const path = '/api/console/v1/events/stream';
  const request = get({ host: '127.0.0.1', port: at.consolePort, path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return new Reader(response);
}

const until = (reader: Reader, numbers: readonly number[]) =>
  waitFor(`events ${numbers.join(', ')}`, () => reader.numbers.length >= numbers.length && reader.numbers);

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a stream of events', () => {
  it('begins now, and sends what is logged from then on', async () => {
    const key = scene.account.add();
    await log(key.organizationId, 3);
    const reader = await openReader({ key });
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'ratelimit-limit': '120',
    });
    await waitFor('its place', () => reader.lastId === `3/${key.organizationId}`);
    await log(key.organizationId, 2);
    expect(await until(reader, [4, 5])).toEqual([4, 5]);
    await reader.leave();
  });

  it('goes on after the last event that the reader has, over many pages', async () => {
    const key = scene.account.add();
    await log(key.organizationId, 4 * PAGE + 7);
    const reader = await openReader({ key }, { lastId: `9/${key.organizationId}` });
    await log(key.organizationId, 1);
    const last = 4 * PAGE + 8;
    expect(await until(reader, from(10, last))).toEqual(from(10, last));
    await reader.leave();
  });

  it('tells a reader with a foreign place once that it has lost it, and goes on', async () => {
    const [key, foreign] = [scene.account.add(), scene.account.add()];
    await log(key.organizationId, 2);
    const reader = await openReader({ key }, { lastId: `1/${foreign.organizationId}` });
    await waitFor('the reset', () => reader.text.includes('event: reset'));
    await log(foreign.organizationId, 1);
    await log(key.organizationId, 1);
    expect(await until(reader, [3])).toEqual([3]);
    expect(reader.text.match(/event: reset/g)).toHaveLength(1);
    await reader.leave();
  });

  it('answers HEAD with its headers alone', async () => {
    const key = scene.account.add();
    const { status, headers, text } = await gateway.call('/events/stream', { method: 'HEAD', key });
    expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream; charset=utf-8', '']);
  });

  it('is open five times a credential over all gateways, and once more when one ends', async () => {
    const key = scene.account.add();
    const readers = [];
    for (let i = 0; i < 5; i += 1) readers.push(await openReader({ key }, { at: i < 2 ? gateway : other }));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const at of [gateway, other]) {
      const sixth = await openReader({ key }, { at });
      expect([sixth.status, sixth.response.headers['retry-after']]).toEqual([429, '5']);
    }
    await readers.shift()?.leave();
    await waitFor('a place', async () => {
      const next = await openReader({ key });
      readers.push(next);
      return next.status === 200;
    });
    await Promise.all(readers.map((reader) => reader.leave()));
  });
});

describe('a stream', () => {
  const MOST_MS = 2_000;
  const LIFE_MS = 2_500;

  interface Ending {
    readonly name: string;
    readonly credentials: Credentials;
    readonly end: () => void;
    /** How long the credential works by itself. */
    readonly lifeMs?: number;
  }

  function endings(): Ending[] {
    const [session, removed] = [scene.account.addSession(), scene.account.add()];
    const expiring = scene.account.add({ expiresAt: new Date(Date.now() + LIFE_MS) });
    const organizationId = newId('org');
    const kept = membership('OWNER');
    const leaving = scene.account.addSession({ memberships: [kept, membership('VIEWER', { organizationId })] });
    const { token, person } = leaving;
    return [
      { name: 'session', credentials: { session }, end: () => scene.account.endSession(session) },
      { name: 'key', credentials: { key: removed }, end: () => scene.account.remove(removed) },
      { name: 'time of a key', credentials: { key: expiring }, end: () => undefined, lifeMs: LIFE_MS },
      {
        name: 'membership, though the session goes on',
        credentials: { session: leaving, organizationId },
        end: () => void scene.account.addSession({ token, person, memberships: [kept] }),
      },
    ];
  }

  it('ends within two seconds of its session, key or membership; others are asked about with it and stay', async () => {
    const open = await Promise.all(
      endings().map(async (ending) => ({ ending, reader: await openReader(ending.credentials) })),
    );
    const stays = await openReader({ key: scene.account.add() });
    expect(open.map(({ reader }) => reader.status)).toEqual(open.map(() => 200));
    await waitFor('a question about all of them', () => scene.account.watched.at(-1)?.length === open.length + 1);
    const ended = await Promise.all(
      open.map(async ({ ending: { name, end, lifeMs = 0 }, reader }) => {
        end();
        const tookMs = await reader.ended();
        return { name, isInTime: tookMs < lifeMs + MOST_MS, isTold: /retry: \d+\n\n$/.test(reader.text) };
      }),
    );
    expect(ended).toEqual(open.map(({ ending: { name } }) => ({ name, isInTime: true, isTold: true })));
    expect(stays.response.destroyed).toBe(false);
    await stays.leave();
  });

  it('stays open while nobody says whether its credential may be used', async () => {
    const reader = await openReader({ key: scene.account.add() });
    const { length } = scene.account.questions;
    scene.account.manner = () => 'is mute';
    await waitFor('a question', () => scene.account.questions.length > length);
    scene.account.manner = () => 'answers';
    await waitFor('two more questions', () => scene.account.questions.length >= length + 3);
    expect(reader.response.destroyed).toBe(false);
    await reader.leave();
  });
});

describe('a reader', () => {
  it('that does not read is disconnected, and nobody else is', async () => {
    const key = scene.account.add();
    const [slow, fast] = [await openReader({ key }), await openReader({ key })];
    slow.response.pause();
    padding = 'x'.repeat(20_000);
    let sent = 0;
    const metric = async () => {
      const text = await gateway.metrics();
      return Number(/^vedette_streams_ended_total\{[^}]*reason="slow"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    await waitFor('the end of the slow stream', async () => {
      await log(key.organizationId, PAGE);
      sent += PAGE;
      return (await metric()) === 1;
    });
    padding = '';
    expect(await until(fast, from(1, sent))).toEqual(from(1, sent));
    slow.response.resume();
    await slow.ended();
    expect(slow.numbers.length).toBeLessThan(sent);
    const again = await openReader({ key }, { lastId: slow.lastId });
    const missed = from(slow.numbers.length + 1, sent);
    expect([...slow.numbers, ...(await until(again, missed))]).toEqual(from(1, sent));
    await Promise.all([fast.leave(), again.leave()]);
  });

  it('keeps its place when its gateway stops, and goes on at another', async () => {
    const key = scene.account.add();
    const stopping = await openGateway();
    const reader = await openReader({ key }, { at: stopping });
    await log(key.organizationId, 3);
    await until(reader, [1, 2, 3]);
    const stopped = stopping.stop();
    await reader.ended();
    expect(reader.text).toMatch(/retry: \d{4}\n\n$/);
    await log(key.organizationId, 2);
    const next = await openReader({ key }, { lastId: reader.lastId, at: other });
    expect(await until(next, [4, 5])).toEqual([4, 5]);
    await next.leave();
    await stopped;
  });
});
