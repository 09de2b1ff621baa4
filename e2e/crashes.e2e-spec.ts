import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import pg from 'pg';
import type { ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { createJob, jobBecomes, ping } from './support/cron-jobs.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, HTTP_MONITOR, type Page } from './support/monitors.ts';
import { OutageTeller } from './support/outage-teller.ts';
import { createReceiverSite, type ReceiverSite } from './support/webhook-receiver.ts';

// What survives when a service is killed, or NATS with it: pings, incidents, events, places of streams and idempotency keys.

const SERVICES = ['gateway', 'monitor', 'incident', 'webhook-dispatcher'] as const;

let site: ReceiverSite;
let fixture: Fixture;
let database: pg.Client;

beforeAll(async () => {
  site = await createReceiverSite();
  fixture = await startFixture({
    services: SERVICES,
    env: { ...site.env, RATE_LIMIT_REQUESTS: '100000' },
  });
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
}, 60_000);

afterAll(async () => {
  await database.end();
  await fixture.stop();
  await site.stop();
});

/** No test begins before the services have recovered from the one before, also the one that knows new keys. */
afterEach(async () => {
  await Promise.all(
    [...SERVICES, 'account' as const].map((name) => {
      const { internalUrl } = fixture.stack.service(name);
      return waitFor(`${name} to be ready`, async () => (await fetch(`${internalUrl}/ready`)).status === 200);
    }),
  );
});

describe('a cron job', () => {
  it('loses no ping with the process that answered it', async () => {
    const { api } = await fixture.tenant();
    const job = await createJob(api);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ping(job, '/3')));
    await fixture.stack.service('monitor').kill('SIGKILL');
    expect(new Set(answers)).toEqual(new Set([200]));
    await fixture.stack.service('monitor').start();
    await jobBecomes(api, job, 'DOWN');
  });
});

describe('streams of events', () => {
  it('of a gateway that was killed leave their places to new ones within three seconds', async () => {
    const { key } = await fixture.tenant();
    const url = `${fixture.stack.consoleUrl}/api/console/v1/events/stream`;
    const open: Response[] = [];
    const openOne = async (): Promise<number> => {
      const stream = await fetch(url, { headers: { 'x-api-key': key } });
      if (stream.status === 200) open.push(stream);
      return stream.status;
    };
    while (open.length < 5) await openOne();
    expect(await openOne()).toBe(429);
    const gateway = fixture.stack.service('gateway');
    await gateway.kill('SIGKILL');
    open.length = 0;
    await gateway.start();
    const startedAt = performance.now();
    await waitFor('five streams', async () => (await openOne()) === 200 && open.length === 5);
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    expect(await openOne()).toBe(429);
    for (const { body } of open) await body?.cancel();
  });
});

describe('while NATS is away', () => {
  it('pings are stored, also by a process that starts meanwhile, and have had their effect when it is back', async () => {
    const { api } = await fixture.tenant();
    const [before, after] = [await createJob(api), await createJob(api)];
    await fixture.stack.nats.pause();
    expect(await ping(before)).toBe(200);
    const monitor = fixture.stack.service('monitor');
    await monitor.kill();
    const isReady = monitor.start();
    await waitFor('pings to be served', async () => (await fetch(`${monitor.internalUrl}/serving`)).status === 200);
    expect(await ping(after)).toBe(200);
    await fixture.stack.nats.resume();
    await isReady;
    await waitFor('the API to work again', async () => (await api.get('/api/v1/monitors')).status === 200);
    await jobBecomes(api, before, 'UP');
    await jobBecomes(api, after, 'UP');
  });
});

describe('while the incident service is away', () => {
  it('facts wait, and incidents are there when it is back', async () => {
    const tenant = await fixture.tenant();
    const monitor = await createMonitor(tenant.api);
    const teller = await OutageTeller.connect(fixture.stack.natsUrl);
    const outage = teller.begin(monitor);
    const list = () => tenant.api.get<Page<Incident> & ErrorEnvelope>('/api/v1/incidents');
    await fixture.stack.service('incident').kill();
    const { status, body } = await list();
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    await teller.tell(tenant, outage);
    await teller.close();
    await fixture.stack.service('incident').start();
    const incident = await waitFor('the incident', async () => (await list()).body.data?.[0]);
    expect(incident).toMatchObject({ id: outage.incidentId, monitor: { id: monitor.id }, resolvedAt: null });
  });
});

describe('a delivery', () => {
  it('is lost neither while NATS is away nor while the dispatcher is', async () => {
    const tenant = await fixture.tenant();
    const receiver = await site.start();
    await tenant.api.post('/api/v1/webhook-endpoints', { url: receiver.url, eventTypes: ['monitor.updated'] });
    const { id } = await createMonitor(tenant.api, { type: 'CRON' });
    const dispatcher = fixture.stack.service('webhook-dispatcher');
    await dispatcher.kill('SIGKILL');
    await tenant.api.patch(`/api/v1/monitors/${id}`, { name: 'While it was dead' });
    await fixture.stack.nats.kill();
    await fixture.stack.nats.resume();
    await dispatcher.start();
    const arrived = await waitFor('the event', () =>
      receiver.received.find(({ body }) => body.includes('While it was dead')),
    );
    expect(JSON.parse(arrived.body)).toMatchObject({ type: 'monitor.updated', data: { changed: ['name'] } });
  }, 60_000);
});

describe('a crash between commit and relay', () => {
  it('loses no line of the audit log and writes none twice', async () => {
    const { api, keyId } = await fixture.tenant();
    const { id } = await createMonitor(api, { type: 'CRON' });
    const [monitor, { nats }] = [fixture.stack.service('monitor'), fixture.stack];
    const path = `/api/v1/monitors/${id}`;
    const update = () => api.patch<Monitor>(path, { name: 'Renamed' }, { 'idempotency-key': `rename-${id}` });
    // The change waits for this lock until NATS is away, so that it commits and its line cannot be sent.
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM monitor.monitor WHERE id = $1 FOR UPDATE', [id]);
    const lost = update().catch(() => undefined);
    await waitFor('the change to wait for the lock', async () => (await waitingForLocks()) === 1);
    await nats.pause();
    await database.query('ROLLBACK');
    await waitFor('the change to be committed', async () => (await committedLines(id)) === 1);
    await monitor.kill('SIGKILL');
    await nats.resume();
    await lost;
    expect(await writtenLines(id)).toEqual([]);
    await monitor.start();
    const retried = await waitFor(
      'the retry',
      async () => {
        const answer = await update().catch(() => undefined);
        return answer?.status === 200 && answer;
      },
      { timeoutMs: 30_000, intervalMs: 250 },
    );
    expect(retried.headers['idempotency-replayed']).toBe('true');
    await waitFor('the line', async () => (await writtenLines(id)).length > 0);
    expect(await writtenLines(id)).toEqual([{ operation: 'updateMonitor', actor: `key:${keyId}` }]);
    expect(await committedLines(id)).toBe(1);
  }, 60_000);

  async function waitingForLocks(): Promise<number> {
    const { rowCount } = await database.query(
      `SELECT FROM pg_stat_activity
       WHERE application_name = 'vedette-monitor' AND datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  }

  /** In the outbox, whether or not they are sent. */
  async function committedLines(monitorId: string): Promise<number> {
    const { rowCount } = await database.query(
      `SELECT FROM monitor.outbox WHERE subject = 'vedette.audit.monitor' AND payload LIKE $1`,
      [`%"updateMonitor"%${monitorId}%`],
    );
    return rowCount ?? 0;
  }

  async function writtenLines(monitorId: string): Promise<unknown[]> {
    const { rows } = await database.query(
      `SELECT operation, actor FROM account.audit_log WHERE resource_id = $1 AND operation = 'updateMonitor'`,
      [monitorId],
    );
    return rows as unknown[];
  }
});

describe('a crash between commit and answer', () => {
  function create(tenant: Tenant, key: string): Promise<ApiResponse<Monitor & ErrorEnvelope>> {
    return tenant.api.post('/api/v1/monitors', HTTP_MONITOR, { 'idempotency-key': key });
  }

  async function total(tenant: Tenant): Promise<number> {
    return (await tenant.api.get<Page<Monitor>>('/api/v1/monitors')).body.pagination.total;
  }

  async function retryUntilAnswered(tenant: Tenant, key: string): Promise<ApiResponse<Monitor & ErrorEnvelope>> {
    return waitFor(
      'the key to be answered',
      async () => {
        const answer = await create(tenant, key).catch(() => undefined);
        if (answer?.status === 409) expect(answer.body.error.code).toBe('idempotency_in_progress');
        return answer?.status === 201 && answer;
      },
      { timeoutMs: 30_000, intervalMs: 250 },
    );
  }

  it('of the gateway: the retry gets the answer of the owner, and nothing happens twice', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const [gateway, monitor] = [fixture.stack.service('gateway'), fixture.stack.service('monitor')];
    // The owner stands still until the gateway's row is locked: so the owner commits, and the gateway cannot note it.
    process.kill(monitor.pid, 'SIGSTOP');
    const lost = create(tenant, key).catch(() => 'no answer');
    await waitFor(
      'the gateway to have taken the key',
      async () => (await count('gateway.idempotency_key', tenant)) === 1,
    );
    await database.query('BEGIN');
    await database.query('SELECT 1 FROM gateway.idempotency_key WHERE key = $1 FOR UPDATE', [key]);
    process.kill(monitor.pid, 'SIGCONT');
    await waitFor('the owner to have committed', async () => (await count('monitor.idempotent_answer', tenant)) === 1);
    await gateway.kill();
    // PostgreSQL would still run what a dead client had sent it and waits for the lock.
    await database.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE application_name = 'vedette-gateway' AND datname = current_database()`,
    );
    await database.query('ROLLBACK');
    expect(await lost).toBe('no answer');
    await setLease(key, '1 minute');
    await gateway.start();
    expect((await create(tenant, key)).body.error?.code).toBe('idempotency_in_progress');
    await setLease(key, '1 second');
    const retried = await retryUntilAnswered(tenant, key);
    expect(retried.headers['idempotency-replayed']).toBe('true');
    expect(await total(tenant)).toBe(1);
  });

  it('of the owner: the retry runs it, or replays it, exactly once', async () => {
    const tenant = await fixture.tenant();
    const monitor = fixture.stack.service('monitor');
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const first = keys.map((key) => create(tenant, key).catch(() => undefined));
    await waitFor('some to be made', async () => (await count('monitor.idempotent_answer', tenant)) >= 3);
    await monitor.kill();
    await Promise.all(first);
    await monitor.start();
    const answers = await Promise.all(keys.map((key) => retryUntilAnswered(tenant, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(keys.length);
    expect(await total(tenant)).toBe(keys.length);
  });

  /** The lease runs while processes restart, at whatever speed the machine has: the test decides what is left of it. */
  async function setLease(key: string, left: string): Promise<void> {
    await database.query('UPDATE gateway.idempotency_key SET lease_until = now() + $2::interval WHERE key = $1', [
      key,
      left,
    ]);
  }

  async function count(table: string, tenant: Tenant): Promise<number> {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
      [tenant.organizationId],
    );
    return rows[0]?.count ?? 0;
  }
});
