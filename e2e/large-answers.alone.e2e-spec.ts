import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor, StatusIncident, StatusPage } from '@vedette/contract';
import pg from 'pg';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { growthDuring } from './support/memory.ts';
import { copyMonitor } from './support/monitor-copies.ts';
import { createMonitor, HTTP_MONITOR } from './support/monitors.ts';

const MEGABYTE = 1024 * 1024;
/** The longest body of a monitor: 100,000 characters of four bytes. */
const LONGEST_BODY = '😀'.repeat(100_000);
const LONGEST_MESSAGE = '😀'.repeat(10_000);
const MONITORS = 100;
const UPDATES = 1_000;

let fixture: Fixture;
let tenant: Tenant;
let database: pg.Pool;
let incidentPath: string;

beforeAll(async () => {
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident', 'status-page'],
    env: { RATE_LIMIT_REQUESTS: '100000' },
  });
  tenant = await fixture.tenant();
  database = new pg.Pool({ connectionString: fixture.stack.databaseUrl, max: 2 });
  await createLargestMonitors();
  incidentPath = `/api/v1/status-incidents/${await publishLongestIncident()}`;
});
afterAll(async () => {
  await database.end();
  await fixture.stop();
});

/** The first through the API; the others as its copies, because nobody here hears of their creation. */
async function createLargestMonitors(): Promise<void> {
  const { status, body } = await tenant.api.post<Monitor>('/api/v1/monitors', {
    ...HTTP_MONITOR,
    method: 'POST',
    requestBody: LONGEST_BODY,
    intervalSeconds: 86_400,
  });
  if (status !== 201) throw new Error(`A monitor was refused with ${status}`);
  await copyMonitor(database, body, MONITORS - 1);
}

/** The first update through the API; the others as its copies, which would take hours otherwise. */
async function publishLongestIncident(): Promise<string> {
  const page = await tenant.api.post<StatusPage>('/api/v1/status-pages', { name: 'Large', published: false });
  const { body } = await tenant.api.post<StatusIncident>('/api/v1/status-incidents', {
    title: 'Long',
    message: LONGEST_MESSAGE,
    statusPageIds: [page.body.id],
  });
  await database.query(
    `INSERT INTO status_page.status_incident_update
     SELECT copy.* FROM generate_series(1, $2::integer) AS n, status_page.status_incident_update AS first,
       jsonb_populate_record(first, jsonb_build_object(
         'id', 'siu_copy' || n, 'created_at', first.created_at - n * interval '1 second'
       )) AS copy
     WHERE first.incident_id = $1`,
    [body.id, UPDATES - 1],
  );
  return body.id;
}

/** Asks without reading the answer. */
async function open(path: string, method = 'GET'): Promise<IncomingMessage> {
  const request = get(`${fixture.stack.apiUrl}${path}`, { method, agent: false, headers: { 'x-api-key': tenant.key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // It may break off while nobody reads; whoever reads is told then.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  return response;
}

/** How many bytes came; rejects when the answer breaks off. */
async function bytesOf(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

describe('answers at the bounds of the specification', () => {
  it('hold 100 monitors with the longest bodies on one page', async () => {
    const { status, body } = await tenant.api.get<{ data: Monitor[]; pagination: unknown }>(
      '/api/v1/monitors?limit=100',
    );
    expect(status).toBe(200);
    expect(body.data).toHaveLength(MONITORS);
    expect(body.data.every(({ requestBody }) => requestBody === LONGEST_BODY)).toBe(true);
    expect(body.pagination).toEqual({ limit: 100, offset: 0, total: MONITORS });
  });

  it('hold a published incident with 1,000 of the longest updates, alone and in a list', async () => {
    const { status, body } = await tenant.api.get<StatusIncident>(incidentPath);
    expect(status).toBe(200);
    expect(body.updates).toHaveLength(UPDATES);
    expect(body.updates.every(({ message }) => message === LONGEST_MESSAGE)).toBe(true);
    const list = await open('/api/v1/status-incidents');
    expect(await bytesOf(list)).toBeGreaterThan(UPDATES * 40_000);
  });

  it('are replayed as they were when they come from a keyed mutation', async () => {
    const key = { 'idempotency-key': 'a-large-answer' };
    const update = { state: 'IDENTIFIED', message: LONGEST_MESSAGE };
    const first = await tenant.api.post<StatusIncident>(`${incidentPath}/updates`, update, key);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(first.body.updates).toHaveLength(UPDATES + 1);
    const renamed = await tenant.api.patch<StatusIncident>(incidentPath, { title: 'Still long' });
    expect([renamed.status, renamed.body.title, renamed.body.updates.length]).toEqual([200, 'Still long', UPDATES + 1]);
    const again = await tenant.api.post<StatusIncident>(`${incidentPath}/updates`, update, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(JSON.stringify(again.body) === JSON.stringify(first.body)).toBe(true);
  });

  it('say by HEAD that they are there, without being made', async () => {
    const response = await open('/api/v1/monitors?limit=100', 'HEAD');
    expect([response.statusCode, await bytesOf(response)]).toEqual([200, 0]);
  });
});

describe('requests at the bounds of the specification', () => {
  it('a status page with 200 components with the longest texts, sent in 2 MiB', async () => {
    const other = await fixture.tenant();
    const first = await createMonitor(other.api, { intervalSeconds: 86_400 });
    const ids = [first.id, ...(await copyMonitor(database, first, 199))];
    const page = await other.api.post<StatusPage>('/api/v1/status-pages', { name: 'Many', published: false });
    // Control characters take six bytes each, on their way in and out.
    const components = ids.map((monitorId) => ({
      monitorId,
      name: '😀'.repeat(120),
      description: '\u0001'.repeat(1_000),
      group: '\u0001'.repeat(120),
    }));
    const raw = JSON.stringify({ components }).padEnd(2 * MEGABYTE - 120 * 200 * 2, ' ');
    expect(Buffer.byteLength(raw)).toBe(2 * MEGABYTE);
    const path = `/api/v1/status-pages/${page.body.id}`;
    const changed = await other.api.request<StatusPage>('PATCH', path, { raw });
    expect(changed.status).toBe(200);
    expect(changed.body.components.map(({ id: _id, ...component }) => component)).toEqual(components);
    const { body } = await other.api.get<StatusPage>(path);
    expect(body).toEqual(changed.body);
    const list = await other.api.get<{ data: StatusPage[] }>('/api/v1/status-pages');
    expect(list.body.data.find(({ id }) => id === body.id)).toEqual(body);
  });

  it('a reference that is itself too large for one message is named in the error', async () => {
    const monitorId = 'x'.repeat(1_900_000);
    const { status } = await tenant.api.post('/api/v1/maintenance-windows', {
      title: 'Large',
      startsAt: new Date(Date.now() + 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 7_200_000).toISOString(),
      monitorIds: [monitorId],
    });
    expect(status).toBe(400);
  });
});

describe('the memory of the gateway', () => {
  it('grows by far less than the bytes of the answers that it sends at once', async () => {
    const paths = ['/api/v1/monitors?limit=100', '/api/v1/monitors?limit=100', incidentPath, incidentPath];
    let bytes = 0;
    const grown = await growthDuring(fixture.stack.service('gateway').pid, async () => {
      const answers = await Promise.all(paths.map(async (path) => bytesOf(await open(path))));
      bytes = answers.reduce((sum, each) => sum + each, 0);
    });
    expect(bytes).toBeGreaterThan(150 * MEGABYTE);
    expect(grown).toBeLessThan(75 * MEGABYTE);
  });

  it('holds a few parts of an answer whose client does not read', async () => {
    const gateway = fixture.stack.service('gateway');
    const unread: IncomingMessage[] = [];
    const grown = await growthDuring(gateway.pid, async () => {
      for (let client = 0; client < 20; client += 1) unread.push(await open('/api/v1/monitors?limit=100'));
      // The others are served meanwhile.
      expect((await tenant.api.get('/api/v1/monitors?limit=1')).status).toBe(200);
    });
    for (const response of unread) response.destroy();
    expect(grown).toBeLessThan(75 * MEGABYTE);
  });
});

describe('a service that dies while its answer is read', () => {
  it('breaks the answer off, so that nobody takes a part for the whole', async () => {
    const response = await open('/api/v1/monitors?limit=100');
    await once(response, 'readable');
    const monitor = fixture.stack.service('monitor');
    await monitor.kill();
    await expect(bytesOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    await monitor.start();
    expect((await tenant.api.get('/api/v1/monitors?limit=1')).status).toBe(200);
  });
});
