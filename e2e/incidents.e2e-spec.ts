import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, IncidentDetail, Monitor, OutageFact } from '@vedette/contract';
import { ended, withCause } from '@vedette/test-kit/facts';
import type { ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { sharedFixture, type SharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { OutageTeller } from './support/outage-teller.ts';

let fixture: SharedFixture;
let teller: OutageTeller;

beforeAll(async () => {
  fixture = await sharedFixture();
  teller = await OutageTeller.connect(fixture.stack.natsUrl);
});
afterAll(() => teller.close());

type Answer<T> = ApiResponse<T & ErrorEnvelope>;

function list(tenant: Tenant, query = ''): Promise<Answer<Page<Incident>>> {
  return tenant.api.get(`/api/v1/incidents${query}`);
}

function get(tenant: Tenant, id: string): Promise<Answer<IncidentDetail>> {
  return tenant.api.get(`/api/v1/incidents/${id}`);
}

function acknowledge(
  tenant: Tenant,
  id: string,
  headers: Record<string, string> = {},
): Promise<Answer<IncidentDetail>> {
  return tenant.api.post(`/api/v1/incidents/${id}/acknowledge`, {}, headers);
}

async function newIncident(tenant: Tenant): Promise<{ monitor: Monitor; outage: OutageFact }> {
  // Without checks of its own, it has only the outages that the test reports.
  const monitor = await createMonitor(tenant.api, { type: 'CRON' });
  const outage = teller.begin(monitor);
  await teller.apply(tenant, outage);
  return { monitor, outage };
}

describe('incidents', () => {
  it('are listed, the newest first, and shown with evidence and timeline', async () => {
    const tenant = await fixture.tenant();
    const first = await newIncident(tenant);
    const second = await newIncident(tenant);
    const { status, body } = await list(tenant);
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual([second.outage.incidentId, first.outage.incidentId]);
    expect(body.pagination).toEqual({ limit: 25, offset: 0, total: 2 });
    const detail = await get(tenant, first.outage.incidentId);
    expect(detail.body).toMatchObject({ ...body.data[1], evidence: first.outage.evidence, maintenance: false });
    expect(detail.body.timeline.map(({ type }) => type)).toEqual(['OPENED']);
  });

  it('are filtered by state, monitor and acknowledgement', async () => {
    const tenant = await fixture.tenant();
    const [ongoing, over, noted] = [await newIncident(tenant), await newIncident(tenant), await newIncident(tenant)];
    await teller.apply(tenant, ended(over.outage));
    await acknowledge(tenant, noted.outage.incidentId);
    const shown = async (query: string): Promise<string[]> =>
      (await list(tenant, query)).body.data.map(({ id }) => id).toSorted();
    const ids = (...incidents: (typeof ongoing)[]): string[] =>
      incidents.map(({ outage }) => outage.incidentId).toSorted();
    expect(await shown('?state=ONGOING')).toEqual(ids(ongoing, noted));
    expect(await shown('?state=RESOLVED')).toEqual(ids(over));
    expect(await shown('?acknowledged=true')).toEqual(ids(noted));
    expect(await shown('?acknowledged=false&state=ONGOING')).toEqual(ids(ongoing));
    expect(await shown(`?monitorId=${over.monitor.id}`)).toEqual(ids(over));
    expect(await shown('?monitorId=mon_unknown')).toEqual([]);
    expect(await shown('?limit=1&offset=3')).toEqual([]);
  });

  it.each(['?state=OPEN', '?state=ongoing', '?acknowledged=yes', '?limit=0', '?state=ONGOING&state=RESOLVED'])(
    'are not listed by %s',
    async (query) => {
      const { status, body } = await list(await fixture.tenant(), query);
      expect([status, body.error.code]).toEqual([400, 'validation_error']);
    },
  );

  it('change their cause without a second incident', async () => {
    const tenant = await fixture.tenant();
    const { outage } = await newIncident(tenant);
    const { timeline } = await teller.apply(tenant, withCause(outage, 'Expected status 200, got 503'));
    expect(timeline.map(({ type }) => type)).toEqual(['OPENED', 'CAUSE_CHANGED']);
    expect((await list(tenant)).body.pagination.total).toBe(1);
  });

  it('show the new name of a renamed monitor as soon as it is renamed', async () => {
    const tenant = await fixture.tenant();
    const { monitor, outage } = await newIncident(tenant);
    for (const name of ['Checkout', 'Checkout 2']) {
      expect((await tenant.api.patch(`/api/v1/monitors/${monitor.id}`, { name })).status).toBe(200);
      const [listed, shown] = await Promise.all([list(tenant), get(tenant, outage.incidentId)]);
      expect([listed.body.data[0]?.monitor.name, shown.body.monitor.name]).toEqual([name, name]);
    }
  });

  it('of another organization are like unknown ones', async () => {
    const [owner, stranger] = [await fixture.tenant(), await fixture.tenant()];
    const { monitor, outage } = await newIncident(owner);
    const answers = await Promise.all([
      get(stranger, outage.incidentId),
      acknowledge(stranger, outage.incidentId),
      get(stranger, 'inc_unknown'),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(answers.map(() => [404, 'not_found']));
    expect((await list(stranger, `?monitorId=${monitor.id}`)).body.pagination.total).toBe(0);
  });
});

describe('acknowledging', () => {
  it('answers with the detail, and again with the same', async () => {
    const tenant = await fixture.tenant();
    const { outage } = await newIncident(tenant);
    const first = await acknowledge(tenant, outage.incidentId);
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect((await acknowledge(tenant, outage.incidentId)).body).toEqual(first.body);
    expect((await get(tenant, outage.incidentId)).body).toEqual(first.body);
    await teller.apply(tenant, ended(outage));
    expect((await acknowledge(tenant, outage.incidentId)).body.acknowledgedAt).toBe(first.body.acknowledgedAt);
  });

  it('replays under its key', async () => {
    const tenant = await fixture.tenant();
    const { outage } = await newIncident(tenant);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await acknowledge(tenant, outage.incidentId, headers);
    await teller.apply(tenant, ended(outage));
    const second = await acknowledge(tenant, outage.incidentId, headers);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('is a conflict once it is resolved', async () => {
    const tenant = await fixture.tenant();
    const { outage } = await newIncident(tenant);
    await teller.apply(tenant, ended(outage));
    const { status, body } = await acknowledge(tenant, outage.incidentId);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
  });

  it('is not for read-only keys, and takes nothing but an empty object', async () => {
    const tenant = await fixture.tenant();
    const { outage } = await newIncident(tenant);
    const { api } = await fixture.key(tenant.organizationId, { access: 'READ_ONLY' });
    const path = `/api/v1/incidents/${outage.incidentId}/acknowledge`;
    expect((await api.post(path, {})).status).toBe(403);
    expect((await tenant.api.post(path, { note: 'on it' })).status).toBe(400);
    expect((await get(tenant, outage.incidentId)).body.acknowledged).toBe(false);
  });
});
