import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import type { PeerKey } from '@vedette/test-kit/account-peer';
import { type Gateway, Scene } from './console-scene.ts';

const BODY_BYTES = 2 * 1_024 * 1_024;

let scene: Scene;
let gateway: Gateway;

beforeAll(async () => {
  scene = await Scene.start();
  gateway = await scene.gateway((port) => `http://localhost:${port}`);
  await scene.answerExamples();
});

afterAll(() => scene.stop());

/** Sends all of a long body but its last byte. */
function sendSlowly({ key }: PeerKey): Socket {
  const head = ['POST /api/v1/monitors HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json'];
  const socket = connect({ host: '127.0.0.1', port: gateway.port });
  socket.write([...head, `Content-Length: ${BODY_BYTES}`, '', ''].join('\r\n'));
  socket.write(Buffer.alloc(BODY_BYTES - 1, ' '));
  return socket.on('error', () => undefined);
}

async function heldBytes(): Promise<number> {
  return Number(/^vedette_request_held_bytes\S* (\S+)/m.exec(await gateway.metrics())?.[1]);
}

const create = (key: PeerKey) =>
  gateway.send(gateway.port, '/api/v1/monitors', {
    method: 'POST',
    key,
    body: { name: 'Site', type: 'HTTP', url: 'https://example.com' },
  });

it('bodies that an organization sends slowly take no more than its room, and none of another one', async () => {
  const [key, quiet] = [scene.account.add(), scene.account.add()];
  const colleague = scene.account.add({ organizationId: key.organizationId });
  const slow = Array.from({ length: 9 }, () => sendSlowly(key));
  await waitFor('the room to be used up', async () => (await heldBytes()) > 8 * BODY_BYTES - 65_536 - 9);
  const refused = await waitFor('a refusal', async () => {
    const answer = await create(colleague);
    return answer.status === 429 && answer;
  });
  expect(refused).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '5' } });
  expect((await create(quiet)).status).toBe(201);
  expect(await heldBytes()).toBeLessThanOrEqual(8 * BODY_BYTES);
  for (const socket of slow) socket.destroy();
  await waitFor('the room to be free', async () => (await heldBytes()) === 0);
  expect((await create(colleague)).status).toBe(201);
});
