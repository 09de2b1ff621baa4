import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Incident, IncidentDetail, MaintenanceWindow, Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { ago, ahead } from '@vedette/test-kit/facts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';

// From a real check to the incident and its alerts, through the API alone.

const chat = new ChatReceiver();
let chatUrl: string;
let fixture: SharedFixture;
let target: Server;
let targetUrl: string;
/** What the checked server answers with. */
let status = 200;

beforeAll(async () => {
  chatUrl = await chat.listen();
  target = createServer((_, response) => response.writeHead(status).end('hello'));
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve);
  });
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  fixture = await sharedFixture();
}, 120_000);
afterAll(async () => {
  await chat.close();
  target.close();
});
beforeEach(() => {
  status = 200;
});

interface Watched {
  readonly tenant: Tenant;
  readonly monitor: Monitor;
  /** The address at which the organization's contact gets alerts. */
  readonly path: string;
}

/** A monitor of the target, and a contact that gets its alerts. */
async function watch(): Promise<Watched> {
  const tenant = await fixture.tenant();
  const path = `/${tenant.organizationId}`;
  const contact = ['--org', tenant.organizationId, '--type', 'SLACK', '--to', `${chatUrl}${path}`];
  await fixture.stack.operator.run('contact', 'add', ...contact);
  // The interval is so long that only the first check and manual checks happen during the test.
  const monitor = await createMonitor(tenant.api, { name: 'Shop', url: targetUrl, intervalSeconds: 86_400 });
  await waitFor('the first check', async () => {
    const { body } = await tenant.api.get<Monitor>(`/api/v1/monitors/${monitor.id}`);
    return body.state === 'UP';
  });
  return { tenant, monitor, path };
}

async function check({ tenant, monitor }: Watched, answering: number): Promise<string> {
  status = answering;
  return (await tenant.api.post<Monitor>(`/api/v1/monitors/${monitor.id}/check`, {})).body.state;
}

async function incidents({ tenant }: Watched, query = ''): Promise<Incident[]> {
  return (await tenant.api.get<Page<Incident>>(`/api/v1/incidents${query}`)).body.data;
}

async function detail({ tenant }: Watched, id: string | undefined): Promise<IncidentDetail> {
  return (await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${id}`)).body;
}

function texts({ path }: Watched): string[] {
  return chat.to(path).map(({ body }) => body.text);
}

describe('a check that fails', () => {
  it('has opened an incident when it answers, and one that succeeds has resolved it', async () => {
    const watched = await watch();
    expect(await check(watched, 503)).toBe('DOWN');
    const [opened] = await incidents(watched, '?state=ONGOING');
    expect(opened).toMatchObject({ monitor: { id: watched.monitor.id, name: 'Shop', type: 'HTTP' }, resolvedAt: null });
    expect(opened?.cause).toContain('503');
    const { evidence } = await detail(watched, opened?.id);
    expect(evidence).toHaveLength(2);
    expect(evidence[0]?.statusCode).toBe(503);
    expect(opened?.startedAt).toBe(evidence[0]?.checkedAt);
    expect(await check(watched, 200)).toBe('UP');
    expect(await incidents(watched)).toMatchObject([{ id: opened?.id, resolvedAt: expect.any(String) }]);
    await chat.got(watched.path, 2);
    expect(texts(watched)).toEqual(['*Shop is down*', '*Shop is up again*']);
  });

  it('in another way changes the cause of the incident', async () => {
    const watched = await watch();
    await check(watched, 503);
    await check(watched, 500);
    const [incident, ...others] = await incidents(watched);
    expect(others).toEqual([]);
    expect(incident?.cause).toContain('500');
    const { timeline } = await detail(watched, incident?.id);
    expect(timeline.filter(({ type }) => type === 'CAUSE_CHANGED')).toHaveLength(1);
  });
});

describe('a pause', () => {
  it('has resolved the incident when it answers, and nobody is told', async () => {
    const watched = await watch();
    await check(watched, 503);
    const [opened] = await incidents(watched);
    await waitFor('the alert to be noted', async () => {
      const { timeline } = await detail(watched, opened?.id);
      return timeline.at(-1)?.type === 'ALERT_SENT';
    });
    await watched.tenant.api.post(`/api/v1/monitors/${watched.monitor.id}/pause`, {});
    const [incident] = await incidents(watched, '?state=RESOLVED');
    const { timeline } = await detail(watched, incident?.id);
    expect(timeline.at(-1)).toMatchObject({ type: 'RESOLVED', message: 'Monitor paused' });
    await watched.tenant.api.post(`/api/v1/monitors/${watched.monitor.id}/resume`, {});
    await chat.got(watched.path, 2);
    expect(texts(watched)).toEqual(['*Shop is down*', '*Shop is down*']);
    expect(await incidents(watched)).toHaveLength(2);
  });
});

describe('a monitor', () => {
  it('that is deleted has no incidents when that is answered', async () => {
    const watched = await watch();
    await check(watched, 503);
    const [incident] = await incidents(watched);
    const { status: answer } = await watched.tenant.api.delete(`/api/v1/monitors/${watched.monitor.id}`);
    expect(answer).toBe(200);
    expect(await incidents(watched)).toEqual([]);
    expect((await watched.tenant.api.get(`/api/v1/incidents/${incident?.id}`)).status).toBe(404);
  });

  it('whose type is changed has its incident resolved', async () => {
    const watched = await watch();
    await check(watched, 503);
    await watched.tenant.api.patch(`/api/v1/monitors/${watched.monitor.id}`, { type: 'CRON' });
    expect(await incidents(watched, '?state=ONGOING')).toEqual([]);
    expect((await incidents(watched))[0]?.monitor.type).toBe('CRON');
  });
});

describe('a maintenance window', () => {
  it('holds alerts back as soon as it is made, and lets them go when it is deleted', async () => {
    const watched = await watch();
    const { body: window } = await watched.tenant.api.post<MaintenanceWindow>('/api/v1/maintenance-windows', {
      title: 'Upgrade',
      startsAt: ago(60).toISOString(),
      endsAt: ahead(3_600).toISOString(),
      monitorIds: [watched.monitor.id],
    });
    await check(watched, 503);
    const [incident] = await incidents(watched);
    const held = await detail(watched, incident?.id);
    expect(held.maintenance).toBe(true);
    expect(held.timeline.map(({ type }) => type)).toEqual(['OPENED', 'ALERT_SUPPRESSED']);
    expect(texts(watched)).toEqual([]);
    await watched.tenant.api.delete(`/api/v1/maintenance-windows/${window.id}`);
    await chat.got(watched.path, 1);
    expect(texts(watched)).toEqual(['*Shop is down*']);
  });
});
