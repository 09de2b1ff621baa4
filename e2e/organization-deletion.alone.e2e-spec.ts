import { randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow, Monitor, StatusPage, WebhookEndpoint } from '@vedette/contract';
import { natsAddress } from '@vedette/messaging/nats-address';
import { tablesWith, waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, HTTP_MONITOR } from './support/monitors.ts';
import { OutageTeller } from './support/outage-teller.ts';

/** Enough for the dispatcher to be killed while it erases them. */
const MANY_DELIVERIES = 30_000;
const SERVICES = ['gateway', 'account', 'monitor', 'incident', 'status-page', 'webhook-dispatcher'] as const;
const CONTACT = ['contact', 'add', '--type', 'SLACK', '--to', 'https://127.0.0.1:9/'];
const PERSON = ['person', 'add', '--name', 'Ada', '--role', 'OWNER'];
/** Messages are kept for days, and then removed; the versions of pages too. */
const TRANSIENT = new Set(['outbox', 'inbox', 'parked_message', 'page_version']);

let fixture: Fixture;
let teller: OutageTeller;
let database: pg.Pool;

beforeAll(async () => {
  fixture = await startFixture({
    services: SERVICES,
    env: { RATE_LIMIT_REQUESTS: '100000', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
  });
  teller = await OutageTeller.connect(fixture.stack.natsUrl);
  database = new pg.Pool({ connectionString: fixture.stack.databaseUrl, max: 4 });
}, 60_000);

afterAll(async () => {
  await teller.close();
  await database.end();
  await fixture.stop();
});

interface Filled {
  readonly endpointId: string;
  readonly monitor: Monitor;
  /** Of everything that the organization has. */
  readonly ids: readonly string[];
}

/** Gives an organization something in every table that knows organizations. */
async function fill(tenant: Tenant): Promise<Filled> {
  const { api, organizationId, keyId } = tenant;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await api.post<T>(`/api/v1${path}`, body, { 'idempotency-key': randomUUID() });
    expect([path, answer.status]).toEqual([path, 201]);
    return answer.body;
  };
  const endpoint = await post<WebhookEndpoint>('/webhook-endpoints', {
    url: 'https://127.0.0.1:9/',
    eventTypes: ['*'],
  });
  const monitor = await post<Monitor>('/monitors', HTTP_MONITOR);
  const monitorIds = [monitor.id];
  const page = await post<StatusPage>('/status-pages', {
    name: 'Acme',
    slug: `acme-${randomUUID()}`,
    components: [{ monitorId: monitor.id }],
  });
  const published = await post<{ id: string }>('/status-incidents', {
    title: 'Slow',
    state: 'INVESTIGATING',
    impact: 'MINOR',
    message: 'Looking',
    statusPageIds: [page.id],
    monitorIds,
  });
  const window = await post<MaintenanceWindow>('/maintenance-windows', {
    title: 'Upgrade',
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    monitorIds,
  });
  const { operator } = fixture.stack;
  const contact = (await operator.run(...CONTACT, '--org', organizationId)) as { id: string };
  const outage = teller.begin(monitor);
  await teller.apply(tenant, outage);
  const email = `${randomUUID()}@example.com`;
  await operator.run(...PERSON, '--org', organizationId, '--email', email);
  await operator.run('person', 'link', '--org', organizationId, '--email', email);
  await fillByHand(organizationId);
  const ids = [endpoint, monitor, page, published, window, contact].map(({ id }) => id);
  return { monitor, endpointId: endpoint.id, ids: [...ids, outage.incidentId, keyId] };
}

/** Rows that take a domain, an invitation, an alert outside maintenance, a slow period, a change or a very large answer. */
async function fillByHand(organizationId: string): Promise<void> {
  await database.query(
    'INSERT INTO status_page.certificate_grant (organization_id, host, granted_at) VALUES ($1, $2, now())',
    [organizationId, `${organizationId.replace('_', '-')}.example.com`],
  );
  await database.query(
    `INSERT INTO status_page.page_preview (token_hash, organization_id, html, expires_at)
     VALUES (sha256($1::bytea), $2, '', now() + interval '1 day')`,
    [organizationId, organizationId],
  );
  await database.query(
    `INSERT INTO account.invitation (id, organization_id, email, role, is_mailed, created_at, expires_at)
     VALUES ($1, $2, 'invited@example.com', 'VIEWER', true, now(), now() + interval '1 day')`,
    [`inv_${organizationId}`, organizationId],
  );
  await database.query(
    `INSERT INTO account.invitation_made (organization_id, email, at) VALUES ($1, 'invited@example.com', now())`,
    [organizationId],
  );
  await database.query(
    `INSERT INTO account.mail (kind, address, organization_id, invitation_id, created_at, next_try_at)
     VALUES ('INVITATION', 'invited@example.com', $1, $2, now(), now())`,
    [organizationId, `inv_${organizationId}`],
  );
  await database.query(
    `INSERT INTO incident.alert_job
       (organization_id, incident_id, contact_id, channel, kind, number, state, due_at, created_at)
     SELECT organization_id, incident_id, contact_id, 'EMAIL', kind, number, 'FAILED', now(), now()
     FROM incident.alert_decision WHERE organization_id = $1 ON CONFLICT DO NOTHING`,
    [organizationId],
  );
  await database.query(
    `INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at)
     SELECT 'sub_' || id, organization_id, id, 'DEGRADED', now() FROM incident.monitor WHERE organization_id = $1`,
    [organizationId],
  );
  await database.query(
    `INSERT INTO incident.monitor_change (organization_id, monitor_id, at, kind, fields)
     SELECT organization_id, id, now(), 'UPDATED', '{url}' FROM incident.monitor WHERE organization_id = $1`,
    [organizationId],
  );
  await database.query('INSERT INTO incident.rehearsal (id, organization_id, started_at) VALUES ($1, $2, now())', [
    `rh_${organizationId}`,
    organizationId,
  ]);
  for (const schema of ['account', 'monitor', 'incident', 'status_page', 'webhook_dispatcher']) {
    await database.query(
      `INSERT INTO ${schema}.idempotent_answer (organization_id, key, created_at, parts) VALUES ($1, 'large', now(), 1)`,
      [organizationId],
    );
    await database.query(
      `INSERT INTO ${schema}.idempotent_answer_part (organization_id, key, number, text) VALUES ($1, 'large', 0, '{}')`,
      [organizationId],
    );
  }
}

/** A retry of many deliveries; the dispatcher takes it up as soon as it sees it. */
async function insertRetry(
  on: Pick<pg.ClientBase, 'query'>,
  organizationId: string,
  endpointId: string,
): Promise<void> {
  await on.query(
    `INSERT INTO webhook_dispatcher.failed_retry (endpoint_id, organization_id, after_id, before_id, worked_at)
     VALUES ($1, $2, '', '', now())`,
    [endpointId, organizationId],
  );
}

/** All tables of all services that have a column for an organization. Messages are kept for days, and then removed. */
async function organizationTables(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE column_name = 'organization_id' AND table_type = 'BASE TABLE' AND table_name <> 'outbox' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function tablesHolding(organizationId: string, on: Pick<pg.ClientBase, 'query'> = database): Promise<string[]> {
  const holding: string[] = [];
  for (const table of await organizationTables()) {
    const { rows } = await on.query(`SELECT 1 FROM ${table} WHERE organization_id = $1 LIMIT 1`, [organizationId]);
    if (rows.length > 0) holding.push(table);
  }
  return holding;
}

/** The tables in which one of the ids stands, in whatever column. */
async function tablesNaming(ids: readonly string[]): Promise<string[]> {
  const schemas = ['account', 'gateway', 'monitor', 'incident', 'status_page', 'webhook_dispatcher'];
  const found: string[] = [];
  for (const schema of schemas) {
    for (const id of ids) {
      const tables = (await tablesWith(database, schema, id)).filter((table) => !TRANSIENT.has(table));
      found.push(...tables.map((table) => `${schema}.${table} names ${id}`));
    }
  }
  return found;
}

async function isGone({ organizationId }: Tenant): Promise<boolean> {
  return (await tablesHolding(organizationId)).length === 0;
}

async function consumersAreIdle(): Promise<void> {
  const connection = await connect(natsAddress(fixture.stack.natsUrl));
  const manager = await jetstreamManager(connection);
  await waitFor('all events to have had their effects', async () => {
    for (const stream of ['URGENT', 'EVENTS']) {
      for await (const { num_pending: pending, num_ack_pending: held } of manager.consumers.list(stream)) {
        if (pending + held > 0) return false;
      }
    }
    return true;
  });
  await connection.close();
}

describe('a deleted organization', () => {
  it('leaves nothing in any table, and late events bring nothing back', async () => {
    const [tenant, other] = [await fixture.tenant(), await fixture.tenant()];
    const { monitor, endpointId, ids } = await fill(tenant);
    const untouched = await createMonitor(other.api);
    const client = await database.connect();
    await client.query('BEGIN');
    await insertRetry(client, tenant.organizationId, endpointId);
    // A table that is added later needs a row here, so that its erasure is tested too.
    expect(await tablesHolding(tenant.organizationId, client)).toEqual(await organizationTables());
    await client.query('COMMIT');
    client.release();
    await fixture.stack.operator.run('org', 'delete', tenant.organizationId);
    await waitFor('its key to be refused', async () => (await tenant.api.get('/api/v1/monitors')).status === 401, {
      timeoutMs: 2_000,
    });
    await waitFor('its data to be gone', () => isGone(tenant));
    expect(await tablesNaming(ids)).toEqual([]);
    await teller.tell(tenant, teller.begin(monitor));
    await consumersAreIdle();
    expect(await tablesHolding(tenant.organizationId)).toEqual([]);
    expect((await other.api.get(`/api/v1/monitors/${untouched.id}`)).status).toBe(200);
    const { rows } = await database.query(
      'SELECT organization_id, operation FROM account.audit_log WHERE resource_id = $1',
      [tenant.organizationId],
    );
    expect(rows).toEqual([{ organization_id: null, operation: 'deleteOrganization' }]);
  }, 60_000);

  it('is erased to the end, although the account service and a service that erases are killed meanwhile', async () => {
    const tenant = await fixture.tenant();
    const { ids } = await fill(tenant);
    await database.query(
      `INSERT INTO webhook_dispatcher.delivery (id, organization_id, endpoint_id, event_id, event_type, state, created_at)
       SELECT 'wd_' || $1 || number, $1, 'we_gone', 'evt_' || number, 'monitor.updated', 'SUCCEEDED', now()
       FROM generate_series(1, $2::integer) AS number`,
      [tenant.organizationId, MANY_DELIVERIES],
    );
    const left = async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM webhook_dispatcher.delivery WHERE organization_id = $1',
        [tenant.organizationId],
      );
      return rows[0]?.count ?? 0;
    };
    const killed = [fixture.stack.service('webhook-dispatcher'), fixture.stack.service('account')];
    await fixture.stack.operator.run('org', 'delete', tenant.organizationId);
    await waitFor('the first deliveries to be erased', async () => (await left()) < MANY_DELIVERIES, { intervalMs: 5 });
    await Promise.all(killed.map((service) => service.kill('SIGKILL')));
    expect(await left()).toBeGreaterThan(0);
    await Promise.all(killed.map((service) => service.start()));
    await waitFor('its data to be gone', () => isGone(tenant), { timeoutMs: 60_000 });
    expect(await tablesNaming(ids)).toEqual([]);
  }, 120_000);
});
