import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, Monitor, WebhookDelivery } from '@vedette/contract';
import { SERVICES, type ServiceName } from '@vedette/local-stores';
import { waitFor, type ServiceProcess } from '@vedette/test-kit';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { TargetServer } from '@vedette/test-kit/target-server';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { KubeService } from './support/kube-service.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { RollingTraffic, type PublicSides } from './support/rolling-traffic.ts';
import { slotDeviations } from './support/slot-grid.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

// An upgrade, as Kubernetes does it: of every service a second replica, and when that is ready the end of the first.

const SCHEDULED = 90;
const INTERVAL_SECONDS = 30;
/** For whatever takes milliseconds where nothing else runs. */
const PATIENCE = { timeoutMs: 30_000 };
const EVENTS = ['monitor.updated', 'status_incident.updated', 'incident.opened', 'incident.resolved'];

/** Where a service is reached by the public, and the variable that says on which port. */
const PUBLIC: Partial<Record<ServiceName, { side: keyof PublicSides; variable: string }>> = {
  gateway: { side: 'api', variable: 'GATEWAY_PORT' },
  'status-page': { side: 'pages', variable: 'STATUS_PAGE_PORT' },
  monitor: { side: 'heartbeats', variable: 'HEARTBEAT_PORT' },
};

let site: ReceiverSite;
let receiver: WebhookReceiver;
let target: TargetServer;
let fixture: Fixture;
let tenant: Tenant;
let pool: pg.Pool;
let sides: PublicSides;
let traffic: RollingTraffic;
let scheduled: string[];
let patient: Monitor;
let isBroken = false;
let isHolding = false;
const held: ServerResponse[] = [];
const replicas: ServiceProcess[] = [];

beforeAll(async () => {
  site = await createReceiverSite();
  receiver = await site.start();
  target = await TargetServer.start(({ url }, response) => {
    if (url === '/patient' && isHolding) return held.push(response);
    return response.writeHead(url === '/flapping' && isBroken ? 500 : 200).end();
  });
  fixture = await startFixture({ env: { ...site.env, RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' } });
  pool = new pg.Pool({ connectionString: fixture.stack.databaseUrl });
  tenant = await fixture.tenant();
  sides = { api: sideOf('gateway'), pages: sideOf('status-page'), heartbeats: sideOf('monitor') };
  await tenant.api.post('/api/v1/webhook-endpoints', { url: receiver.url, eventTypes: EVENTS });
  const often = { intervalSeconds: INTERVAL_SECONDS, timeoutSeconds: 5 };
  scheduled = [];
  while (scheduled.length < SCHEDULED) {
    const urls = Array.from({ length: 10 }, (_, i) => target.url(scheduled.length + i));
    const made = await Promise.all(urls.map((url) => createMonitor(tenant.api, { ...often, url })));
    scheduled.push(...made.map(({ id }) => id));
  }
  patient = await createMonitor(tenant.api, {
    intervalSeconds: 86_400,
    timeoutSeconds: 60,
    url: target.url('patient'),
  });
  traffic = await RollingTraffic.prepare(tenant.api, sides, target);
  await waitFor('every first check', () => scheduled.every((_, i) => target.hits.has(`/${i}`)), PATIENCE);
  await waitFor('the patient check', () => target.hits.has('/patient'), PATIENCE);
}, 180_000);

afterAll(async () => {
  await pool.end();
  await fixture.stop();
  await Promise.all([site.stop(), target.stop()]);
});

function sideOf(name: ServiceName): KubeService {
  return new KubeService(portOf(name, fixture.stack.service(name)));
}

function portOf(name: ServiceName, { env }: ServiceProcess): number {
  return Number(env[PUBLIC[name]?.variable ?? '']);
}

/** As the manifests have it. */
function readinessProbe(name: ServiceName, { internalUrl, env }: ServiceProcess): string {
  return name === 'status-page' ? `http://127.0.0.1:${env['STATUS_PAGE_PORT']}/_/ready` : `${internalUrl}/serving`;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}

const isGone = (): boolean => true;

/** A manual check, begun now; its target answers when the test says so. */
async function beginPatientCheck(): Promise<() => Promise<unknown>> {
  isHolding = true;
  const answer = tenant.api.over(sides.api.client()).post<Monitor>(`/api/v1/monitors/${patient.id}/check`, {});
  await waitFor('the check to be under way', () => held.length > 0, PATIENCE);
  isHolding = false;
  return async () => {
    for (const response of held.splice(0)) response.end();
    const { status, body } = await answer;
    return [status, body.state];
  };
}

/** Replaces a service by a new replica while it works, and returns how the old one ended. */
async function roll(name: ServiceName): Promise<unknown> {
  const old = fixture.stack.service(name);
  const finishCheck = await beginPatientCheck();
  const replica = await fixture.stack.addReplica(name);
  replicas.push(replica);
  await waitFor(
    `the new ${name} to serve`,
    async () => (await statusOf(readinessProbe(name, replica))) === 200,
    PATIENCE,
  );
  const way = PUBLIC[name];
  if (way !== undefined) {
    sides[way.side].add(portOf(name, replica));
    await sides[way.side].remove(portOf(name, old));
  }
  const ended = old.kill('SIGTERM');
  const isLeaving = () => statusOf(readinessProbe(name, old)).then((status) => status === 503, isGone);
  await waitFor(`the old ${name} to drain or to be gone`, isLeaving, PATIENCE);
  const checked = await finishCheck();
  return { checked, ended: await ended };
}

describe('a rollout of everything, under load', () => {
  let startedAt: Date;
  let rolledAt: Date;

  beforeAll(() => {
    startedAt = new Date();
    traffic.start((state) => (isBroken = state));
  });

  it.each(SERVICES)(
    'replaces %s, which ends by itself when it has finished what it was asked',
    async (name) => {
      expect(await roll(name)).toEqual({ checked: [200, 'UP'], ended: { code: 0, signal: null } });
    },
    120_000,
  );

  it('fails not one request', async () => {
    const { load } = traffic;
    const goesOn = (client: string): Promise<unknown> => {
      const before = load.done(client);
      return waitFor(`${client} to go on`, () => load.done(client) > before + 1, PATIENCE);
    };
    await Promise.all(['reader', 'writer', 'publisher', 'checker', 'outages', 'visitor', 'job'].map(goesOn));
    rolledAt = new Date();
    await load.end();
    expect(load.failures).toEqual([]);
  }, 120_000);

  it('loses no check, and makes none twice', async () => {
    const monitors = { ids: scheduled, intervalSeconds: INTERVAL_SECONDS };
    const deviations = () => slotDeviations(pool, monitors, startedAt, rolledAt);
    await waitFor('the last slots to land', async () => (await deviations()).length === 0, {
      timeoutMs: 60_000,
      intervalMs: 500,
    }).catch(() => undefined);
    expect(await deviations()).toEqual([]);
  }, 90_000);

  it('loses no event', async () => {
    const { names, messages, incidentIds } = traffic.told;
    const total = names.length + messages.length + 2 * incidentIds.length;
    const deliveries = async (query = ''): Promise<number> => {
      const path = `/api/v1/webhook-deliveries?limit=1${query}`;
      const api = tenant.api.over(sides.api.client());
      return (await api.get<Page<WebhookDelivery>>(path)).body.pagination.total;
    };
    await waitFor('every delivery to succeed', async () => (await deliveries('&state=SUCCEEDED')) >= total, {
      timeoutMs: 60_000,
    });
    expect(await deliveries()).toBe(total);
    // Delivery is at least once: a repeated delivery has the same id.
    const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
    const received = [...bodies.values()].map((body) => JSON.parse(body) as ToldEvent);
    const told = (type: string, name: (data: ToldEvent['data']) => string | undefined): string[] =>
      received.flatMap((event) => (event.type === type ? [name(event.data) ?? ''] : [])).toSorted();
    expect(told('monitor.updated', ({ monitor }) => monitor?.name)).toEqual(names.toSorted());
    const newest = ({ statusIncident }: ToldEvent['data']) => statusIncident?.updates[0]?.message;
    expect(told('status_incident.updated', newest)).toEqual(messages.toSorted());
    for (const type of ['incident.opened', 'incident.resolved']) {
      expect(told(type, ({ incident }) => incident?.id)).toEqual(incidentIds.toSorted());
    }
  }, 90_000);

  it('hears every ping, and takes nothing that is well for down', async () => {
    const pings = traffic.load.done('job');
    const heard = async (): Promise<number | undefined> => {
      const query = `SELECT count(*)::integer AS pings FROM monitor.check_result
        WHERE monitor_number = (SELECT number FROM monitor.monitor WHERE id = $1)`;
      return (await pool.query<{ pings: number }>(query, [traffic.job.id])).rows[0]?.pings;
    };
    await waitFor('the last ping', async () => (await heard()) === pings, PATIENCE);
    const { body } = await tenant.api.over(sides.api.client()).get<Page<Incident>>('/api/v1/incidents?state=ONGOING');
    expect(body.data).toEqual([]);
  });

  it('is no error in any log', () => {
    const lines = [...replicas, ...SERVICES.map((name) => fixture.stack.service(name))].flatMap(({ logs }) => logs);
    expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
  });
});

interface ToldEvent {
  readonly type: string;
  readonly data: {
    readonly monitor?: { name: string };
    readonly statusIncident?: { updates: { message: string }[] };
    readonly incident?: { id: string };
  };
}
