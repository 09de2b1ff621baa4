import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Monitor, WebhookEndpointWithSecret } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ErrorEnvelope } from './support/api-client.ts';
import { sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';
import { sharedReceiverSite, type SharedReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

// The requests that an HTTP monitor sends to its target, and which other parties can see their secrets.

let site: SharedReceiverSite;
let receiver: WebhookReceiver;
let tenant: Tenant;
let target: Server;
/** Of the last request to each path. Each case has its own path, because monitors of earlier cases are still checked. */
const seen = new Map<string | undefined, IncomingHttpHeaders>();
const behaviour = { status: 200, delayMs: 0 };

beforeAll(async () => {
  target = createServer((request, response) => {
    seen.set(request.url, request.headers);
    const { status, delayMs } = behaviour;
    setTimeout(() => response.writeHead(status).end('hello'), delayMs);
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  site = sharedReceiverSite();
  tenant = await (await sharedFixture()).tenant({ plan: 'SCALE' });
  receiver = await site.start();
  const endpoint = { url: receiver.url, eventTypes: ['*'] };
  await tenant.api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', endpoint);
});
afterAll(async () => {
  await site.stop();
  target.closeAllConnections();
  target.close();
});
beforeEach(() => {
  Object.assign(behaviour, { status: 200, delayMs: 0 });
});

const urlOf = (path: string, credentials = ''): string =>
  `http://${credentials}127.0.0.1:${(target.address() as AddressInfo).port}${path}`;

async function check(id: string): Promise<Monitor> {
  const { status, body } = await tenant.api.post<Monitor>(`/api/v1/monitors/${id}/check`, {});
  expect(status).toBe(200);
  return body;
}

describe('requestHeaders', () => {
  it('may hold a Host, which the target sees', async () => {
    const { id } = await createMonitor(tenant.api, { url: urlOf('/host'), requestHeaders: { Host: 'shop.example' } });
    expect((await check(id)).state).toBe('UP');
    expect(seen.get('/host')?.host).toBe('shop.example');
  });

  it('may be any number up to 32 KiB, and all of them arrive', async () => {
    const requestHeaders = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, `${index}`]));
    const { id } = await createMonitor(tenant.api, { url: urlOf('/many'), requestHeaders });
    expect((await check(id)).state).toBe('UP');
    expect(seen.get('/many')).toMatchObject(requestHeaders);
  });

  it.each(['Connection', 'Content-Length', 'Transfer-Encoding', 'Proxy-Authorization', 'proxy-anything'])(
    'must not hold %s',
    async (name) => {
      const monitor = { name: 'n', type: 'HTTP', url: urlOf('/'), requestHeaders: { [name]: 'x' } };
      const { status, body } = await tenant.api.post<ErrorEnvelope>('/api/v1/monitors', monitor);
      expect([status, body.error.details?.[0]?.path]).toEqual([400, `requestHeaders.${name}`]);
    },
  );
});

describe('credentials in a URL', () => {
  it('reach the target as Basic authorization, and nobody else but the owner of the monitor', async () => {
    const url = urlOf('/credentials', 'operator:hush%21@');
    const { id } = await createMonitor(tenant.api, { url });
    expect(await check(id)).toMatchObject({ state: 'UP', url });
    expect(seen.get('/credentials')?.authorization).toBe(`Basic ${Buffer.from('operator:hush!').toString('base64')}`);
    behaviour.status = 503;
    expect((await check(id)).state).toBe('DOWN');
    await tenant.api.patch(`/api/v1/monitors/${id}`, { name: 'Renamed' });
    const told = await waitFor('the events of the monitor', () => {
      const bodies = receiver.received.map(({ body }) => body).filter((body) => body.includes(id));
      return ['monitor.created', 'monitor.down', 'incident.opened', 'monitor.updated'].every((type) =>
        bodies.some((body) => body.includes(type)),
      )
        ? bodies
        : undefined;
    });
    expect(told.join()).toContain(urlOf('/credentials'));
    const incidents = await tenant.api.get<{ data: { id: string }[] }>(`/api/v1/incidents?monitorId=${id}`);
    const detail = await tenant.api.get(`/api/v1/incidents/${incidents.body.data[0]?.id ?? ''}`);
    for (const text of [...told, JSON.stringify(incidents.body), JSON.stringify(detail.body)]) {
      expect(text).not.toMatch(/operator|hush/);
    }
  });

  it('give way to an Authorization of the monitor', async () => {
    const requestHeaders = { authorization: 'Bearer own' };
    const { id } = await createMonitor(tenant.api, { url: urlOf('/own', 'operator:hush@'), requestHeaders });
    expect((await check(id)).state).toBe('UP');
    expect(seen.get('/own')?.authorization).toBe('Bearer own');
  });
});

describe('lastCheckedAt', () => {
  it.each([
    { name: 'a slow success', status: 200, state: 'UP', attempts: 1 },
    { name: 'a slow failure and its confirmation', status: 503, state: 'DOWN', attempts: 2 },
  ])('is when the check ended: $name', async ({ status, state, attempts }) => {
    Object.assign(behaviour, { status, delayMs: 700 });
    const { id } = await createMonitor(tenant.api, { url: urlOf('/slow') });
    await waitFor('the first check', async () => {
      const { body } = await tenant.api.get<Monitor>(`/api/v1/monitors/${id}`);
      return body.state !== 'PENDING';
    });
    const startedAt = Date.now();
    const checked = await check(id);
    expect(checked.state).toBe(state);
    const endedAt = Date.parse(checked.lastCheckedAt ?? '');
    expect(endedAt - startedAt).toBeGreaterThanOrEqual(attempts * 700);
    expect(endedAt).toBeLessThanOrEqual(Date.now());
  });
});
