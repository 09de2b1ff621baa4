import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { membership } from '@vedette/test-kit/account-peer';
import type { Gateway, Scene } from './console-scene.ts';
import { type Credentials, from, PAGE, StreamScene } from './stream-scene.ts';

let streams: StreamScene;
let scene: Scene;
let gateway: Gateway;
let other: Gateway;

beforeAll(async () => {
  streams = await StreamScene.start();
  ({ scene, gateway, other } = streams);
});

afterAll(() => streams.stop());

describe('a stream of events', () => {
  it('begins now, and sends what is logged from then on', async () => {
    const key = scene.account.add();
    await streams.log(key.organizationId, 3);
    const reader = await streams.open({ key });
    expect(reader.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'ratelimit-limit': '120',
    });
    await waitFor('its place', () => reader.lastId === `3/${key.organizationId}`);
    await streams.log(key.organizationId, 2);
    expect(await streams.until(reader, [4, 5])).toEqual([4, 5]);
    await reader.leave();
  });

  it('goes on after the last event that the reader has, over many pages', async () => {
    const key = scene.account.add();
    await streams.log(key.organizationId, 4 * PAGE + 7);
    const reader = await streams.open({ key }, { lastId: `9/${key.organizationId}` });
    await streams.log(key.organizationId, 1);
    const last = 4 * PAGE + 8;
    expect(await streams.until(reader, from(10, last))).toEqual(from(10, last));
    await reader.leave();
  });

  it('tells a reader with a foreign place once that it has lost it, and goes on', async () => {
    const [key, foreign] = [scene.account.add(), scene.account.add()];
    await streams.log(key.organizationId, 2);
    const reader = await streams.open({ key }, { lastId: `1/${foreign.organizationId}` });
    await waitFor('the reset', () => reader.text.includes('event: reset'));
    await streams.log(foreign.organizationId, 1);
    await streams.log(key.organizationId, 1);
    expect(await streams.until(reader, [3])).toEqual([3]);
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
    for (let i = 0; i < 5; i += 1) readers.push(await streams.open({ key }, { at: i < 2 ? gateway : other }));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const at of [gateway, other]) {
      const sixth = await streams.open({ key }, { at });
      expect([sixth.status, sixth.response.headers['retry-after']]).toEqual([429, '5']);
    }
    await readers.shift()?.leave();
    await waitFor('a place', async () => {
      const next = await streams.open({ key });
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
      endings().map(async (ending) => ({ ending, reader: await streams.open(ending.credentials) })),
    );
    const stays = await streams.open({ key: scene.account.add() });
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
    const reader = await streams.open({ key: scene.account.add() });
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
    const [slow, fast] = [await streams.open({ key }), await streams.open({ key })];
    slow.response.pause();
    streams.padding = 'x'.repeat(20_000);
    let sent = 0;
    const metric = async () => {
      const text = await gateway.metrics();
      return Number(/^vedette_streams_ended_total\{[^}]*reason="slow"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    await waitFor('the end of the slow stream', async () => {
      await streams.log(key.organizationId, PAGE);
      sent += PAGE;
      return (await metric()) === 1;
    });
    streams.padding = '';
    expect(await streams.until(fast, from(1, sent))).toEqual(from(1, sent));
    slow.response.resume();
    await slow.ended();
    expect(slow.numbers.length).toBeLessThan(sent);
    const again = await streams.open({ key }, { lastId: slow.lastId });
    const missed = from(slow.numbers.length + 1, sent);
    expect([...slow.numbers, ...(await streams.until(again, missed))]).toEqual(from(1, sent));
    await Promise.all([fast.leave(), again.leave()]);
  });

  it('keeps its place when its gateway stops, and goes on at another', async () => {
    const key = scene.account.add();
    const stopping = await streams.openGateway();
    const reader = await streams.open({ key }, { at: stopping });
    await streams.log(key.organizationId, 3);
    await streams.until(reader, [1, 2, 3]);
    const stopped = stopping.stop();
    await reader.ended();
    expect(reader.text).toMatch(/retry: \d{4}\n\n$/);
    await streams.log(key.organizationId, 2);
    const next = await streams.open({ key }, { lastId: reader.lastId, at: other });
    expect(await streams.until(next, [4, 5])).toEqual([4, 5]);
    await next.leave();
    await stopped;
  });
});
