import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow, Monitor, StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';
import { CALLERS, type Callers, callersOf, keyClient } from './support/sdk-clients.ts';

let fixture: SharedFixture;
let tenant: Tenant;
let target: Server;
let monitor: Monitor;
let callers: Callers;
let slug: string;

interface PageJson {
  readonly uptimeAt: string | null;
  readonly components: readonly { readonly uptime: { readonly percent: number | null; readonly days: object[] } }[];
}

/** A monitor that was up and is down, with a window that ran and is deleted. */
beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  let status = 200;
  target = createServer((_, response) => response.writeHead(status).end('ok')).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const { port } = target.address() as AddressInfo;
  const { api } = tenant;
  monitor = await createMonitor(api, { url: `http://127.0.0.1:${port}/`, intervalSeconds: 3_600 });
  await waitFor('the first check', async () => {
    return (await api.get<Monitor>(`/api/v1/monitors/${monitor.id}`)).body.state === 'UP';
  });
  const now = Date.now();
  const window = await api.post<MaintenanceWindow>('/api/v1/maintenance-windows', {
    title: 'Move',
    startsAt: new Date(now + 1_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
    monitorIds: [monitor.id],
  });
  const path = `/api/v1/maintenance-windows/${window.body.id}`;
  await waitFor('the window to run', async () => (await api.get<MaintenanceWindow>(path)).body.state === 'ACTIVE');
  expect((await api.delete(path)).status).toBe(200);
  status = 503;
  expect((await api.post<Monitor>(`/api/v1/monitors/${monitor.id}/check`, {})).body.state).toBe('DOWN');
  const page = await api.post<StatusPage>('/api/v1/status-pages', {
    name: 'History',
    timezone: 'Asia/Tokyo',
    components: [{ monitorId: monitor.id }],
  });
  slug = page.body.slug;
  callers = await callersOf(fixture, tenant, 'VIEWER');
}, 60_000);
afterAll(() => {
  target.close();
});

async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

describe.each(CALLERS)('the history of a monitor, by %s', (caller) => {
  it('shows its checks, newest first, with their evidence', async () => {
    const checks = await allOf(callers[caller].monitors.listChecks(monitor.id, { limit: 1 }));
    expect(checks).toHaveLength(2);
    const [down, up] = checks;
    expect(up).toMatchObject({ verdict: 'UP', error: null, attempts: [], region: expect.any(String) });
    expect(up?.responseMs).toBeGreaterThanOrEqual(0);
    expect(up?.phases.total).toBeGreaterThanOrEqual(0);
    expect(down).toMatchObject({ verdict: 'DOWN', error: expect.stringContaining('503'), worker: expect.any(String) });
    expect(down?.attempts.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    const failures = callers[caller].monitors.listChecks(monitor.id, { verdict: 'DOWN' });
    expect(await allOf(failures)).toEqual([down]);
  });

  it('shows its response times', async () => {
    const { step, points } = await callers[caller].monitors.getLatency(monitor.id);
    expect(step).toBe(60);
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(points.reduce((sum, { failures }) => sum + failures, 0)).toBe(1);
  });

  it('shows its uptime, without the window that ran and is deleted', async () => {
    const { seconds, outages, ...report } = await callers[caller].monitors.getUptime(monitor.id);
    expect(report.from).toBe(monitor.createdAt);
    expect(outages).toBe(1);
    expect(seconds.maintenance).toBeGreaterThan(0);
    expect(seconds.up).toBeGreaterThan(0);
    expect(seconds.down).toBeGreaterThan(0);
    const range = (Date.parse(report.to) - Date.parse(report.from)) / 1_000;
    expect(Object.values(seconds).reduce((sum, part) => sum + part, 0)).toBeCloseTo(range, 3);
  });

  it('shows the uptime that its status page shows, of the same moment', async () => {
    const { uptimeAt, components } = await waitFor('the page', async () => {
      const response = await fetch(`${fixture.stack.statusUrl}/${slug}.json`);
      const page = response.ok && ((await response.json()) as PageJson);
      return page !== false && page.uptimeAt !== null && page;
    });
    const { percent, days } = await callers[caller].monitors.getUptime(monitor.id, {
      days: 90,
      timezone: 'Asia/Tokyo',
      to: uptimeAt ?? '',
    });
    const [shown] = components;
    expect(shown?.uptime.percent).toBe(percent);
    expect(percent).toBeLessThan(100);
    const today = days?.at(-1);
    expect(shown?.uptime.days.at(-1)).toMatchObject({
      date: today?.date,
      percent: today?.percent,
      downSeconds: today?.seconds.down,
    });
  });

  it('shows its states', async () => {
    const states = await allOf(callers[caller].monitors.listStates(monitor.id));
    expect(states.map(({ state }) => state)).toEqual(['DOWN', 'UP', 'PENDING']);
    expect(states[0]?.endedAt).toBeNull();
    expect(states[1]?.endedAt).toBe(states[0]?.startedAt);
  });
});

describe('the history of a monitor', () => {
  it('is hidden from other organizations', async () => {
    const other = await keyClient(fixture, await fixture.tenant());
    const { monitors } = other;
    const asked = [
      async () => await monitors.listChecks(monitor.id),
      () => monitors.getLatency(monitor.id),
      () => monitors.getUptime(monitor.id),
      async () => await monitors.listStates(monitor.id),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('names the parameter of a query that it refuses', async () => {
    const { monitors } = callers['a full key'];
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const { nextCursor } = await monitors.listChecks(monitor.id, { limit: 1 });
    const { id: otherId } = await monitors.create({ name: 'Job', type: 'CRON' });
    const refusals: [call: PromiseLike<unknown>, path: string, limit: string][] = [
      [monitors.getUptime(monitor.id, { from: daysAgo(401) }), 'from', '400 days'],
      [monitors.getLatency(monitor.id, { from: daysAgo(30), step: '60' }), 'step', '2000'],
      [monitors.listChecks(otherId, { cursor: nextCursor ?? '' }), 'cursor', 'of this monitor'],
    ];
    for (const [call, path, limit] of refusals) {
      await expect(call).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ path, message: expect.stringContaining(limit) }],
      });
    }
  });
});
