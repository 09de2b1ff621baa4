import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ErrorEnvelope } from './support/api-client.ts';
import { type SharedFixture, sharedFixture, type Tenant } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';

// A client can send back a whole resource with changes: read-only fields are ignored, unknown ones are not.

let fixture: SharedFixture;
let tenant: Tenant;
let monitorId: string;
let pageId: string;

type Resource = Record<string, unknown> & { readonly id: string };

beforeAll(async () => {
  fixture = await sharedFixture();
  tenant = await fixture.tenant({ plan: 'SCALE' });
  // A cron job, because the first check of another monitor would change the state of its page.
  ({ id: monitorId } = await createMonitor(tenant.api, { type: 'CRON' }));
  ({ id: pageId } = (await tenant.api.post<Resource>('/api/v1/status-pages', { name: 'Other' })).body);
});

interface Row {
  readonly name: string;
  readonly path: string;
  readonly create: () => Record<string, unknown>;
  readonly change: Record<string, unknown>;
  /** Fields that are refused with a reason instead. */
  readonly refused?: string;
}

const rows: Row[] = [
  {
    name: 'a monitor',
    path: '/api/v1/monitors',
    create: () => ({ name: 'Job', type: 'CRON', expectedPeriodSec: 3_600, requestHeaders: { a: 'b' } }),
    change: { name: 'Renamed' },
  },
  {
    name: 'a status page with components',
    path: '/api/v1/status-pages',
    create: () => ({ name: 'Page', components: [{ monitorId, group: 'All' }] }),
    change: { description: 'Changed' },
  },
  {
    name: 'a maintenance window that repeats',
    path: '/api/v1/maintenance-windows',
    create: () => ({
      title: 'Upgrade',
      startsAt: '2035-01-01T10:00Z',
      endsAt: '2035-01-01T11:00Z',
      recurrence: { frequency: 'WEEKLY', weekdays: ['MO'] },
      monitorIds: [monitorId],
    }),
    change: { title: 'Changed' },
  },
  {
    name: 'a published incident',
    path: '/api/v1/status-incidents',
    create: () => ({ title: 'Trouble', message: 'We know.', statusPageIds: [pageId] }),
    change: { title: 'Changed' },
    refused: 'state',
  },
  {
    name: 'a webhook endpoint, as it was created',
    path: '/api/v1/webhook-endpoints',
    create: () => ({ url: 'https://receiver.invalid/', eventTypes: ['*'] }),
    change: { description: 'Changed' },
  },
];

describe.each(rows)('$name', ({ path, create, change, refused }) => {
  let shown: Resource;
  let whole: Record<string, unknown>;

  beforeAll(async () => {
    const made = await tenant.api.post<Resource>(path, create());
    expect(made.status).toBe(201);
    shown = made.body;
    const { [refused ?? '']: _refused, ...rest } = shown;
    whole = { ...rest, ...change };
  });

  it('is taken back whole, with what was changed in it and nothing else', async () => {
    const { status, body } = await tenant.api.patch<Resource>(`${path}/${shown.id}`, whole);
    const { secret: _secret, ...before } = shown;
    expect([status, body]).toEqual([200, { ...before, ...change, updatedAt: body['updatedAt'] }]);
  });

  it('may be sent with read-only fields of any value', async () => {
    const nonsense = { ...change, id: 5, createdAt: null, updatedAt: 'never' };
    const { status, body } = await tenant.api.patch<Resource>(`${path}/${shown.id}`, nonsense);
    expect([status, body.id, body['createdAt']]).toEqual([200, shown.id, shown['createdAt']]);
  });

  it('is the same request with them and without', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await tenant.api.patch<Resource>(`${path}/${shown.id}`, change, key);
    const again = await tenant.api.patch<Resource>(`${path}/${shown.id}`, { ...change, id: 'x', createdAt: 1 }, key);
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body]);
  });

  it('is refused with a field that nobody knows', async () => {
    const { status, body } = await tenant.api.patch<ErrorEnvelope>(`${path}/${shown.id}`, { ...whole, colour: 'red' });
    expect([status, body.error.details]).toEqual([400, [{ path: 'colour', message: 'colour is not a known field' }]]);
  });

  it('is refused with read-only fields when it is created', async () => {
    const { status, body } = await tenant.api.post<ErrorEnvelope>(path, { ...create(), id: 'x' });
    expect([status, body.error.details]).toEqual([400, [{ path: 'id', message: 'id is read-only' }]]);
  });
});

describe('the state of a published incident', () => {
  it('is refused in a PATCH, which says how it moves', async () => {
    const body = { title: 'Trouble', message: 'We know.', statusPageIds: [pageId] };
    const { id } = (await tenant.api.post<Resource>('/api/v1/status-incidents', body)).body;
    const answer = await tenant.api.patch<ErrorEnvelope>(`/api/v1/status-incidents/${id}`, { state: 'RESOLVED' });
    expect([answer.status, answer.body.error.details]).toEqual([
      400,
      [{ path: 'state', message: 'state moves only by posting an update (POST …/updates)' }],
    ]);
  });
});

describe('a published incident', () => {
  it('brings its history along, each update at its own time', async () => {
    const body = { title: 'Past', message: 'It began.', statusPageIds: [pageId], createdAt: '2026-01-01T10:00+02:00' };
    const { id } = (await tenant.api.post<Resource>('/api/v1/status-incidents', body)).body;
    const updates = `/api/v1/status-incidents/${id}/updates`;
    const ended = { state: 'RESOLVED', message: 'It ended.', createdAt: '2026-01-01T09:00Z' };
    const posted = await tenant.api.post<Resource>(updates, ended);
    expect([posted.status, posted.body]).toEqual([
      201,
      expect.objectContaining({
        startedAt: '2026-01-01T08:00:00.000Z',
        resolvedAt: '2026-01-01T09:00:00.000Z',
        createdAt: '2026-01-01T08:00:00.000Z',
      }),
    ]);
    const early = await tenant.api.post<ErrorEnvelope>(updates, { ...ended, createdAt: '2026-01-01T08:59Z' });
    expect([early.status, early.body.error.details?.[0]?.path]).toEqual([400, 'createdAt']);
  });
});
