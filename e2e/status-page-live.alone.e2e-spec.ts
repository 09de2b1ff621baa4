/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncidentDetail, MaintenanceWindow, Monitor, StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import got from 'got';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestBrowser } from './support/browser.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';

let fixture: Fixture;
let browser: TestBrowser;
let tenant: Tenant;
/** The target of the monitors; it is healthy as long as the test says so. */
let target: Server;
let status = 200;

beforeAll(async () => {
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'checker-worker', 'incident', 'status-page'],
    env: { RATE_LIMIT_REQUESTS: '100000' },
  });
  browser = await TestBrowser.launch();
  tenant = await fixture.tenant();
  target = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  await browser.close();
  target.close();
  await fixture.stop();
});

async function watched(name: string): Promise<Monitor> {
  status = 200;
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const monitor = await createMonitor(tenant.api, { name, url, timeoutSeconds: 2, intervalSeconds: 86_400 });
  return check(monitor);
}

async function check({ id }: Monitor): Promise<Monitor> {
  const { body } = await tenant.api.post<Monitor>(`/api/v1/monitors/${id}/check`, {});
  return body;
}

async function publish(slug: string, ...monitors: Monitor[]): Promise<StatusPage> {
  const components = monitors.map(({ id }) => ({ monitorId: id }));
  const { body } = await tenant.api.post<StatusPage>('/api/v1/status-pages', { name: 'Live', slug, components });
  return body;
}

const read = async ({ id }: StatusPage): Promise<StatusPage> =>
  (await tenant.api.get<StatusPage>(`/api/v1/status-pages/${id}`)).body;

async function shows(slug: string, text: string, timeoutMs = 2_000): Promise<string> {
  return waitFor(
    `${text} on ${slug}`,
    async () => {
      const body = await got(`${fixture.stack.statusUrl}/${slug}`, { throwHttpErrors: false }).text();
      return body.includes(text) && body;
    },
    { timeoutMs },
  );
}

describe('from a check to those who look', () => {
  it('an outage is on the page of the API at once, in public within 2 s, in an open browser soon after, and goes', async () => {
    const monitor = await watched('Shop');
    expect(monitor.state).toBe('UP');
    const page = await publish('shop', monitor);
    expect(page.state).toBe('OPERATIONAL');
    await shows('shop', 'All systems operational');
    const { page: open, complaints } = await browser.open(`${fixture.stack.statusUrl}/shop`);

    status = 503;
    expect((await check(monitor)).state).toBe('DOWN');
    expect((await read(page)).state).toBe('MAJOR_OUTAGE');
    await shows('shop', '<h1>Major outage</h1>');
    await open.getByRole('heading', { name: 'Major outage' }).waitFor({ timeout: 10_000 });

    status = 200;
    expect((await check(monitor)).state).toBe('UP');
    expect((await read(page)).state).toBe('OPERATIONAL');
    await shows('shop', '<h1>All systems operational</h1>');
    await open.getByRole('heading', { name: 'All systems operational' }).waitFor({ timeout: 10_000 });
    expect(complaints).toEqual([]);
  });

  it('a rename is on the page of the API at once, and in public within 2 s', async () => {
    const monitor = await watched('Old name');
    const page = await publish('renamed', monitor);
    await shows('renamed', 'Old name');
    await tenant.api.patch(`/api/v1/monitors/${monitor.id}`, { name: 'New name' });
    expect((await read(page)).components.map(({ name }) => name)).toEqual(['New name']);
    expect(await shows('renamed', 'New name')).not.toContain('Old name');
  });

  it('a deleted monitor is on no page, no published incident and no window when its DELETE answers', async () => {
    const [gone, kept] = [await watched('Gone'), await watched('Kept')];
    const page = await publish('deleted', gone, kept);
    await shows('deleted', 'Gone');
    const { body: window } = await tenant.api.post<MaintenanceWindow>('/api/v1/maintenance-windows', {
      title: 'Later',
      startsAt: new Date(Date.now() + 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      monitorIds: [gone.id, kept.id],
    });
    await tenant.api.delete(`/api/v1/monitors/${gone.id}`);
    expect((await read(page)).components.map(({ monitorId }) => monitorId)).toEqual([kept.id]);
    const after = await tenant.api.get<MaintenanceWindow>(`/api/v1/maintenance-windows/${window.id}`);
    expect(after.body.monitorIds).toEqual([kept.id]);
    await waitFor('a page without it', async () => {
      const body = await got(`${fixture.stack.statusUrl}/deleted`).text();
      return !body.includes('Gone') && body.includes('Kept');
    });
  });

  it('a window shows at once, and an outage in it is recorded as maintenance', async () => {
    const monitor = await watched('Maintained');
    const page = await publish('maintained', monitor);
    await tenant.api.post('/api/v1/maintenance-windows', {
      title: 'Upgrade of the shop',
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      monitorIds: [monitor.id],
      statusPageIds: [page.id],
    });
    expect((await read(page)).state).toBe('MAINTENANCE');
    expect(await shows('maintained', '<h1>Maintenance in progress</h1>')).toContain('Upgrade of the shop');
    status = 503;
    expect((await check(monitor)).state).toBe('DOWN');
    expect((await read(page)).state).toBe('MAINTENANCE');
    const { body } = await tenant.api.get<Page<{ id: string }>>(`/api/v1/incidents?monitorId=${monitor.id}`);
    const incident = await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${body.data[0]?.id ?? ''}`);
    expect(incident.body.maintenance).toBe(true);
  });
});

describe('a killed page server', () => {
  it('is back with its pages, and starts and ends windows that came due meanwhile', async () => {
    const monitor = await watched('Killed');
    const page = await publish('killed', monitor);
    await shows('killed', 'All systems operational');
    const { body: window } = await tenant.api.post<MaintenanceWindow>('/api/v1/maintenance-windows', {
      title: 'While it is away',
      startsAt: new Date(Date.now() + 1_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      monitorIds: [monitor.id],
      statusPageIds: [page.id],
    });
    expect(window.state).toBe('SCHEDULED');
    const server = fixture.stack.service('status-page');
    await server.kill('SIGKILL');
    await waitFor('the start of the window', () => Date.now() > Date.parse(window.startsAt));
    await server.start();
    await shows('killed', '<h1>Maintenance in progress</h1>', 5_000);
    expect((await read(page)).state).toBe('MAINTENANCE');
  });
});
