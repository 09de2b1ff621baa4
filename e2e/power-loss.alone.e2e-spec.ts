import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { subjects, type Incident, type Monitor, type StatusPage, type WebhookDelivery } from '@vedette/contract';
import { natsAddress } from '@vedette/messaging/nats-address';
import { SERVICES } from '@vedette/local-stores';
import { LostMessages, waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { TargetServer } from '@vedette/test-kit/target-server';
import pg from 'pg';
import { ConsolePeople } from './support/console-people.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';

// A power loss takes a service away in the middle of an outage, or the last messages that NATS had.

const smtp = new SmtpReceiver();
const hooks = new ChatReceiver();
let hooksUrl: string;
let fixture: Fixture;
let database: pg.Client;
let target: TargetServer;
/** The paths that fail, and what happens before they answer. */
const failing = new Map<string, () => unknown>();

beforeAll(async () => {
  hooksUrl = await hooks.listen();
  target = await TargetServer.start((request, response) => void answer(request.url ?? '', response));
  fixture = await startFixture({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      SMTP_URL: await smtp.listen(),
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
    },
  });
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database.end();
  await fixture.stop();
  await Promise.all([target.stop(), smtp.close(), hooks.close()]);
});

async function answer(path: string, response: ServerResponse): Promise<void> {
  await failing.get(path)?.();
  response.writeHead(failing.has(path) ? 503 : 200).end();
}

/** Seconds: a connection comes back within one, and a lost check is found within five. */
const SOON_MS = 10_000;

/** Its first check is a scheduled one: it goes through the queues of jobs and of results. */
async function watched({ api }: Tenant, path = ''): Promise<Monitor> {
  const fields = { name: 'Shop', url: target.url(path), timeoutSeconds: 2, intervalSeconds: 86_400 };
  const { id } = await createMonitor(api, fields);
  return waitFor(
    `${id} to be UP`,
    async () => {
      const { body } = await api.get<Monitor>(`/api/v1/monitors/${id}`);
      return body.state === 'UP' && body;
    },
    { timeoutMs: SOON_MS },
  );
}

async function checked({ api }: Tenant, { id }: Monitor): Promise<Monitor['state']> {
  return (await api.post<Monitor>(`/api/v1/monitors/${id}/check`, {})).body.state;
}

describe('contacts hear of an outage and of its end, once, although a service is killed while the outage begins:', () => {
  async function addContact({ key }: Tenant, contact: { readonly type: string; readonly to: string }): Promise<void> {
    const { status } = await fetch(`${fixture.stack.consoleUrl}/api/console/v1/alert-contacts`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(contact),
    });
    expect(status).toBe(201);
  }

  async function statesOfAlerts({ organizationId }: Tenant): Promise<string[]> {
    const { rows } = await database.query<{ state: string }>(
      'SELECT state::text FROM incident.alert_job WHERE organization_id = $1',
      [organizationId],
    );
    return rows.map(({ state }) => state);
  }

  it.each(SERVICES)('%s', async (name) => {
    const tenant = await fixture.tenant();
    const { email } = await new ConsolePeople(database, fixture.stack.consoleUrl).add('MEMBER', tenant.organizationId);
    const path = tenant.organizationId;
    await addContact(tenant, { type: 'EMAIL', to: email });
    await addContact(tenant, { type: 'WEBHOOK', to: `${hooksUrl}/${path}` });
    const monitor = await watched(tenant, path);

    const service = fixture.stack.service(name);
    let kill: Promise<unknown> | undefined;
    failing.set(`/${path}`, () => (kill ??= service.kill('SIGKILL')));
    // Nobody may be left to answer this one.
    void checked(tenant, monitor).catch(() => undefined);
    await waitFor('the check that fails', () => kill);
    await service.start();
    await waitFor('the outage', async () => (await checked(tenant, monitor)) === 'DOWN');
    failing.delete(`/${path}`);
    await waitFor('its end', async () => (await checked(tenant, monitor)) === 'UP');

    await waitFor(
      'four alerts to be sent',
      async () => (await statesOfAlerts(tenant)).join() === 'SENT,SENT,SENT,SENT',
    );
    expect(smtp.to(email).map(({ subject }) => subject)).toEqual(['DOWN: Shop is down', 'RESOLVED: Shop is up again']);
    const told = hooks.to(`/${path}`).map(({ body }) => Reflect.get(body, 'type') as unknown);
    expect(told).toEqual(['alert.opened', 'alert.resolved']);
    const { body: incidents } = await tenant.api.get<Page<Incident>>('/api/v1/incidents');
    expect(incidents.pagination.total).toBe(1);
  });
});

describe('after a power loss of NATS', () => {
  let tenant: Tenant;

  async function delivered(eventType: string): Promise<number> {
    const path = `/api/v1/webhook-deliveries?limit=1&eventType=${eventType}`;
    return (await tenant.api.get<Page<WebhookDelivery>>(path)).body.pagination.total;
  }

  const isBack = async (): Promise<boolean> => (await tenant.api.get('/api/v1/monitors')).status === 200;

  it('checks go on, and events reach pages and webhooks, within seconds', async () => {
    tenant = await fixture.tenant();
    const endpoint = { url: target.url('hook'), eventTypes: ['*'] };
    expect((await tenant.api.post('/api/v1/webhook-endpoints', endpoint)).status).toBe(201);
    const monitor = await watched(tenant);
    await waitFor('the first deliveries', async () => (await delivered('monitor.up')) === 1);
    const lost = new LostMessages(fixture.stack.nats, 'CHECKS', 'RESULTS', 'URGENT', 'EVENTS');
    await lost.remember();
    await waitFor('the API', isBack);
    for (let count = 0; count < 5; count += 1) await watched(tenant);
    await waitFor('the deliveries that will be forgotten', async () => (await delivered('monitor.up')) === 6);
    await lost.loseTheRest();
    await fixture.stack.nats.resume();
    await waitFor('the API', isBack);

    await watched(tenant);
    await waitFor('the delivery', async () => (await delivered('monitor.up')) === 7, { timeoutMs: SOON_MS });
    const page = { name: 'Power', slug: 'power', components: [{ monitorId: monitor.id }] };
    const { body } = await tenant.api.post<StatusPage>('/api/v1/status-pages', page);
    failing.set('/', () => undefined);
    await waitFor('a check that finds it', async () => (await checked(tenant, monitor)) === 'DOWN');
    await waitFor(
      'the outage in public',
      async () =>
        (await fetch(`${fixture.stack.statusUrl}/${body.slug}.json`))
          .text()
          .then((text) => text.includes('MAJOR_OUTAGE')),
      { timeoutMs: SOON_MS },
    );
    await waitFor('the event of the outage', async () => (await delivered('monitor.down')) === 1, {
      timeoutMs: SOON_MS,
    });
    // Messages that were published again already had their effect.
    expect(await delivered('monitor.created')).toBe(7);
    expect(await delivered('monitor.up')).toBe(7);
  }, 120_000);
});

describe('the operator', () => {
  it('finds what was parked, and replays it', async () => {
    const { operator, natsUrl } = fixture.stack;
    expect(await operator.run('parked', 'list')).toEqual([]);
    const connection = await connect(natsAddress(natsUrl));
    const unreadable = { results: [{ monitorId: 'mon_unreadable', slotAt: 'never' }] };
    await jetstream(connection).publish(subjects.checkResults, JSON.stringify(unreadable));
    const manager = await jetstreamManager(connection);
    await waitFor('it to be settled', async () => (await manager.streams.info('RESULTS')).state.messages === 0);
    await connection.close();
    const [parked] = (await operator.run('parked', 'list', '--service', 'monitor')) as Record<string, unknown>[];
    expect(parked).toMatchObject({ service: 'monitor', consumer: 'monitor-results', deliveries: 1 });
    const replayed = await operator.run('parked', 'replay', String(parked?.['messageId']));
    expect(replayed).toEqual([
      {
        service: 'monitor',
        consumer: 'monitor-results',
        messageId: parked?.['messageId'],
        error: 'This is no result of a check',
      },
    ]);
    expect(await operator.run('parked', 'list')).toHaveLength(1);
    await expect(operator.run('parked', 'replay', 'evt_unknown')).rejects.toThrow('Nothing parked has the id');
  });
});
