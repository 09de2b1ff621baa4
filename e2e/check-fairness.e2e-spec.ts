import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Monitor, MonitorState } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { CheckTargets } from './support/check-targets.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';

/** Five times as many as the worker has places for scheduled checks. */
const SILENT = 200;
const TIMEOUT_SECONDS = 10;
const HEALTHY = 10;
/** A place for a fast check becomes free within 2 s, whatever hangs; the rest is for a busy machine. */
const SOON_MS = 6_000;

let targets: CheckTargets;
let silent: Server;
let fixture: Fixture;
const sockets = new Set<Socket>();

beforeAll(async () => {
  targets = await CheckTargets.start();
  silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'checker-worker', 'incident'],
    env: { ...targets.workerEnvironment, RATE_LIMIT_REQUESTS: '1000000', CHECK_CONCURRENCY: '50' },
  });
}, 120_000);

afterAll(async () => {
  await fixture.stop();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await targets.stop();
});

const silentUrl = (): string => `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;

async function stateOf({ api }: Tenant, id: string): Promise<MonitorState> {
  return (await api.get<Monitor>(`/api/v1/monitors/${id}`)).body.state;
}

/** Creates monitors one after the other; returns how long the slowest waited for its first result. */
async function longestWaitMs(tenant: Tenant, count: number): Promise<number> {
  const waits: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const { id } = await createMonitor(tenant.api, { url: targets.pageUrl('healthy') });
    const createdAt = performance.now();
    await waitFor('the first check', async () => (await stateOf(tenant, id)) === 'UP', { timeoutMs: 30_000 });
    waits.push(performance.now() - createdAt);
  }
  return Math.max(...waits);
}

describe('a tenant whose targets never answer', () => {
  it('keeps no other tenant waiting, neither when they begin to hang nor while they do', async () => {
    const [healthy, troubled] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    Object.assign(targets.page('healthy'), { status: 200, body: 'ok', delayMs: 0 });
    await longestWaitMs(healthy, 1);
    const ids: string[] = [];
    while (ids.length < SILENT) {
      const fields = { url: silentUrl(), intervalSeconds: 30, timeoutSeconds: TIMEOUT_SECONDS };
      const made = await Promise.all(Array.from({ length: 20 }, () => createMonitor(troubled.api, fields)));
      ids.push(...made.map(({ id }) => id));
    }
    // All of them are expected to be fast, and hang.
    expect(await longestWaitMs(healthy, HEALTHY)).toBeLessThan(SOON_MS);
    const down = await waitFor(
      'a silent target to be found',
      async () => {
        const states = await Promise.all(ids.slice(0, 50).map((id) => stateOf(troubled, id)));
        return states.includes('DOWN') && states;
      },
      { timeoutMs: 60_000, intervalMs: 1_000 },
    );
    expect(new Set(down)).not.toContain('UP');
    // Monitors that were found hanging are expected to be slow from now on.
    expect(await longestWaitMs(healthy, HEALTHY)).toBeLessThan(SOON_MS);
  });

  it('does not keep another tenant waiting by checks by hand', async () => {
    const [healthy, troubled] = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const { id } = await createMonitor(healthy.api, { url: targets.pageUrl('healthy') });
    await waitFor('the first check', async () => (await stateOf(healthy, id)) === 'UP', { timeoutMs: 30_000 });
    const hanging = await createMonitor(troubled.api, { url: silentUrl(), timeoutSeconds: 3 });
    const byHand = Array.from({ length: 20 }, () => troubled.api.post(`/api/v1/monitors/${hanging.id}/check`, {}));
    const { status } = await healthy.api.post(`/api/v1/monitors/${id}/check`, {});
    expect(status).toBe(200);
    expect(await longestWaitMs(healthy, 3)).toBeLessThan(SOON_MS);
    await Promise.all(byHand);
  });
});
