import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { membership } from '@vedette/test-kit/account-peer';
import type { Gateway, Scene } from './console-scene.ts';
import { type Credentials, from, StreamScene } from './stream-scene.ts';

let streams: StreamScene;
let scene: Scene;
let gateway: Gateway;
let other: Gateway;

beforeAll(async () => {
  streams = await StreamScene.start();
  ({ scene, gateway, other } = streams);
});

afterAll(() => streams.stop());

describe('streams of an organization', () => {
  it('are at most fifty over all gateways, of keys and of people', async () => {
    const { organizationId } = scene.account.add();
    const sharing = { organizationId };
    const credentials: Credentials[] = Array.from({ length: 5 }, () => [
      { key: scene.account.add(sharing) },
      { session: scene.account.addSession({ memberships: [membership('VIEWER', sharing)] }) },
    ]).flat();
    const readers = await Promise.all(
      credentials.flatMap((each) => from(1, 5).map((n) => streams.open(each, { at: n < 3 ? gateway : other }))),
    );
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200));
    const late = { key: scene.account.add(sharing) };
    for (const at of [gateway, other]) {
      const refused = await streams.open(late, { at });
      expect([refused.status, refused.response.headers['retry-after']]).toEqual([429, '5']);
      await waitFor('the reason', () => refused.text.includes('This organization has 50 streams open'));
    }
    const stranger = await streams.open({ key: scene.account.add() });
    expect(stranger.status).toBe(200);
    await readers.pop()?.leave();
    readers.push(
      await waitFor('a place', async () => {
        const next = await streams.open(late);
        return next.status === 200 && next;
      }),
    );
    await Promise.all([stranger, ...readers].map((reader) => reader.leave()));
  });

  it('do not stay when they were asked for all at once on a connection that ends', async () => {
    const key = scene.account.add();
    const { hostname, port, host } = new URL(gateway.consoleUrl);
    const request = `GET /api/console/v1/events/stream HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key.key}\r\n\r\n`;
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(request.repeat(5));
    await once(socket, 'data');
    await waitFor('the first stream', async () => (await openStreams()) === 1);
    socket.destroy();
    await waitFor('its end', async () => (await openStreams()) === 0);
    const readers = await Promise.all(from(1, 5).map(() => streams.open({ key })));
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await Promise.all(readers.map((reader) => reader.leave()));
  });
});

async function openStreams(): Promise<number> {
  return Number(/^vedette_streams_open\S* (\d+)/m.exec(await gateway.metrics())?.[1]);
}
