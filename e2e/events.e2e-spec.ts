import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import type { LoggedEvent, Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';
import { CALLERS, type Callers, callersOf, signedIn } from './support/sdk-clients.ts';

let fixture: SharedFixture;
let tenant: Tenant;
let callers: Callers;
let vedette: Vedette;

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant();
  callers = await callersOf(fixture, tenant, 'MEMBER');
  vedette = callers['a full key'];
}, 60_000);

/** The events of the log after a cursor, once there are so many. */
async function eventsAfter(cursor: string | undefined, count: number) {
  return waitFor(`${count} events`, async () => {
    const found = [];
    for await (const event of vedette.events.list({ cursor })) found.push(event);
    return found.length >= count ? found : undefined;
  });
}

describe('events', () => {
  it('are in the log and in the stream, in one order, and the stream goes on from any of them', async () => {
    const leaving = new AbortController();
    const live: LoggedEvent[] = [];
    let isOpen = false;
    const reading = (async () => {
      const onState = (state: string) => (isOpen ||= state === 'open');
      for await (const event of vedette.events.stream({ signal: leaving.signal, onState })) {
        if (event.type !== 'reset') live.push(event);
      }
    })().catch(() => undefined);
    await waitFor('the stream', () => isOpen);
    const { id } = await vedette.monitors.create({ name: 'Backup', type: 'CRON' });
    for (const name of ['One', 'Two']) await vedette.monitors.update(id, { name });
    await vedette.monitors.delete(id);
    const log = await eventsAfter(undefined, 4);
    expect(log.map(({ type }) => type)).toEqual([
      'monitor.created',
      'monitor.updated',
      'monitor.updated',
      'monitor.deleted',
    ]);
    await waitFor('the events of the stream', () => live.length >= 4);
    expect(live).toEqual(log);
    leaving.abort();
    await reading;

    const resumed = new AbortController();
    const late = [];
    for await (const event of vedette.events.stream({ signal: resumed.signal, lastEventId: log[1]?.cursor })) {
      late.push(event);
      if (late.length === 2) break;
    }
    resumed.abort();
    expect(late).toEqual(log.slice(2));
    expect(await eventsAfter(log[2]?.cursor, 1)).toEqual(log.slice(3));
  });

  it.each(CALLERS)('are read by %s, from the log and from the stream', async (caller) => {
    const { events } = callers[caller];
    const { id } = await vedette.monitors.create({ name: 'Read', type: 'CRON' });
    const created = await waitFor('the creation', async () => {
      for await (const event of events.list({ types: 'monitor.created' })) {
        if (event.type === 'monitor.created' && event.data.monitor.id === id) return event;
      }
      return undefined;
    });
    await vedette.monitors.delete(id);
    const leaving = new AbortController();
    for await (const event of events.stream({ signal: leaving.signal, lastEventId: created.cursor })) {
      expect(event).toMatchObject({ type: 'monitor.deleted', data: { monitor: { id } } });
      expect((await events.list({ cursor: created.cursor, limit: 1 })).data).toEqual([event]);
      break;
    }
    leaving.abort();
  });

  it('are refused with the parameter that is wrong', async () => {
    const refused = async (query: object) => vedette.events.list(query).catch((error: unknown) => error);
    expect(await refused({ types: 'monitor.gone' })).toMatchObject({ status: 400, details: [{ path: 'types' }] });
    expect(await refused({ from: 'yesterday' })).toMatchObject({ status: 400, details: [{ path: 'from' }] });
    expect(await refused({ limit: 101 })).toMatchObject({
      status: 400,
      details: [{ path: 'limit', message: 'limit must be an integer from 1 to 100' }],
    });
    expect(await refused({ cursor: '1.AAAAAAAA' })).toMatchObject({ status: 400, details: [{ path: 'cursor' }] });
  });

  it('show viewers no address of a contact, by list and by stream', async () => {
    const { api, organizationId } = await fixture.tenant();
    const member = await signedIn(fixture, organizationId, 'MEMBER');
    const viewer = await signedIn(fixture, organizationId, 'VIEWER');
    const chat = '-1001234567890';
    const secret = `42:${'t'.repeat(35)}`;
    await member.vedette.alertContacts.create({ type: 'TELEGRAM', to: chat, secret, delayMinutes: 60 });
    const { id: monitorId } = await createMonitor(api, { type: 'PORT', url: null, host: '127.0.0.1', port: 1 });
    await api.post(`/api/v1/monitors/${monitorId}/check`, {});
    const words = async ({ vedette: by }: typeof viewer): Promise<string> => {
      const found = [];
      for await (const event of by.events.list({ types: 'incident.opened' })) found.push(event);
      return JSON.stringify(found);
    };
    await waitFor('the event', async () => (await words(member)).includes(chat));
    expect(await words(viewer)).toBe((await words(member)).replaceAll(chat, '•••'));
    const [first] = (await viewer.vedette.events.list({ limit: 1 })).data;
    let streamed = '';
    for await (const event of viewer.vedette.events.stream({ lastEventId: first?.cursor })) {
      streamed = JSON.stringify(event);
      if (event.type === 'incident.opened') break;
    }
    expect(streamed).toContain('the chat •••');
    expect(streamed).not.toContain(chat);
  });

  it('stop within two seconds for a person who is removed, though the stream is open', async () => {
    const owner = await signedIn(fixture, tenant.organizationId, 'OWNER');
    const viewer = await signedIn(fixture, tenant.organizationId, 'VIEWER');
    const headers = { cookie: viewer.cookie(), 'vedette-organization': tenant.organizationId };
    const response = await fetch(`${fixture.stack.consoleUrl}/api/console/v1/events/stream`, { headers });
    expect(response.status).toBe(200);
    await owner.vedette.members.remove(viewer.personId);
    const removedAt = performance.now();
    await response.text();
    expect(performance.now() - removedAt).toBeLessThan(2_000);
    const again = await fetch(`${fixture.stack.consoleUrl}/api/console/v1/events/stream`, { headers });
    expect(again.status).toBe(404);
  });
});

describe('a retry of failed deliveries', () => {
  it('is accepted from a member, refused to a viewer and to keys, and names what is wrong', async () => {
    const { api } = tenant;
    const created = await api.post<{ id: string }>('/api/v1/webhook-endpoints', {
      url: 'https://receiver.example/hooks',
      eventTypes: ['incident.opened'],
    });
    const body = { endpointId: created.body.id, since: new Date(Date.now() - 60_000).toISOString() };
    const member = callers['a session'];
    const viewer = await signedIn(fixture, tenant.organizationId, 'VIEWER');
    const { data, response } = await member.webhookDeliveries.retryFailed(body).withResponse();
    expect([response.status, data]).toEqual([202, { ...body, until: expect.any(String) }]);
    for (const refused of [viewer.vedette, vedette, callers['a read-only key']]) {
      await expect(refused.webhookDeliveries.retryFailed(body)).rejects.toMatchObject({ code: 'forbidden' });
    }
    const unknown = { ...body, endpointId: newId('we') };
    await expect(member.webhookDeliveries.retryFailed(unknown)).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'endpointId' }],
    });
  });
});
