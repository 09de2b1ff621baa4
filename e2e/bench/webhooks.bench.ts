import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  eventMonitor,
  eventSubject,
  newId,
  type EventMessage,
  type Monitor,
  type WebhookDelivery,
  type WebhookEndpointWithSecret,
} from '@vedette/contract';
import { freePort, inBenchRun, waitFor } from '@vedette/test-kit';
import got from 'got';
import { Client } from 'pg';
import { startFixture, type Fixture, type Tenant } from '../support/fixture.ts';
import { createMonitor, type Page } from '../support/monitors.ts';
import { bareLoop, latenciesInWords, percentile, say } from './support/latencies.ts';
import { cpuMsOf, runScript } from './support/processes.ts';

const BURST = 5_000;
const IDLE_EVENTS = 100;
const BACKLOG = 10_000;
const ROUNDS = 3;
const CONCURRENCY = 10;

interface Arrival {
  readonly id: string;
  readonly happenedAt: number;
  readonly arrivedAt: number;
}

interface Burst {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the dispatcher for one event. */
  readonly cpuMicroseconds: number;
}

async function startReceiver(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const { child: receiver } = await runScript('webhook-receiver.ts', [String(port)]);
  return { url: `http://127.0.0.1:${port}`, stop: () => void receiver.kill() };
}

async function arrivalsAt(url: string, count: number): Promise<Arrival[]> {
  await waitFor(`${count} events`, async () => (await got(`${url}/count`).json<number>()) >= count, {
    timeoutMs: 120_000,
    intervalMs: 50,
  });
  return got(`${url}/arrivals`).json<Arrival[]>();
}

/** One event after the other, each through the API: from the change's own time to the receiver. */
async function idleLatencies({ api }: Tenant, monitor: Monitor, url: string): Promise<number[]> {
  const latencies: number[] = [];
  for (let i = 0; i < IDLE_EVENTS; i += 1) {
    await api.patch(`/api/v1/monitors/${monitor.id}`, { name: `Site ${i}` });
    const [arrival] = await arrivalsAt(url, 1);
    if (arrival !== undefined) latencies.push(arrival.arrivedAt - arrival.happenedAt);
  }
  return latencies.slice(IDLE_EVENTS / 5);
}

/** Commits events as the monitor service does, all in one transaction. */
async function commit(database: Client, organizationId: string, monitor: Monitor, count: number): Promise<void> {
  const timestamp = new Date().toISOString();
  const messages = Array.from({ length: count }, (): EventMessage => {
    const data = { monitor: eventMonitor(monitor), changed: [] };
    return { organizationId, event: { id: newId('evt'), type: 'monitor.updated', timestamp, data } };
  });
  await database.query(
    `INSERT INTO monitor.outbox (message_id, organization_id, subject, payload)
     SELECT id, $4, $2, payload FROM unnest($1::text[], $3::text[]) AS message (id, payload)`,
    [
      messages.map(({ event }) => event.id),
      eventSubject('monitor.updated'),
      messages.map((each) => JSON.stringify(each)),
      organizationId,
    ],
  );
}

/** Thousands of events at once, until the last 2xx. */
async function burst(
  { stack }: Fixture,
  database: Client,
  organizationId: string,
  monitor: Monitor,
  url: string,
): Promise<Burst> {
  const { pid } = stack.service('webhook-dispatcher');
  const before = cpuMsOf(pid);
  await commit(database, organizationId, monitor, BURST);
  const committedAt = Date.now();
  const arrivals = await arrivalsAt(url, BURST);
  const unique = new Set(arrivals.map(({ id }) => id));
  if (unique.size !== BURST) throw new Error(`${unique.size} of ${BURST} events came`);
  const latencies = arrivals.map(({ arrivedAt }) => arrivedAt - committedAt);
  const seconds = Math.max(...latencies) / 1_000;
  return {
    perSecond: BURST / seconds,
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    cpuMicroseconds: ((cpuMsOf(pid) - before) / BURST) * 1_000,
  };
}

async function bareGot(url: string, sent: unknown): Promise<number> {
  const perSecond = await bareLoop('bare-got-loop.ts', url, { file: 'sent.json', text: JSON.stringify(sent) }, [
    BURST,
    CONCURRENCY,
  ]);
  await got(`${url}/arrivals`);
  return perSecond;
}

async function subscribe({ api }: Tenant, url: string): Promise<string> {
  const body = { url, eventTypes: ['monitor.updated'] };
  const created = await api.post<WebhookEndpointWithSecret>('/api/v1/webhook-endpoints', body);
  if (created.status !== 201) throw new Error(`The endpoint was not created: ${created.status}`);
  return created.body.id;
}

/** How an endpoint with a backlog that accepts connections and never answers affects another organization's events. */
async function besideBacklog(fixture: Fixture, database: Client, measure: () => Promise<number[]>): Promise<number[]> {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const troubled = await fixture.tenant();
  const endpointId = await subscribe(troubled, `http://127.0.0.1:${port}/hooks`);
  await commit(database, troubled.organizationId, await createMonitor(troubled.api, { type: 'CRON' }), BACKLOG);
  const path = `/api/v1/webhook-deliveries?limit=1&endpointId=${endpointId}`;
  const total = async (): Promise<number> =>
    (await troubled.api.get<Page<WebhookDelivery>>(path)).body.pagination.total;
  await waitFor('the backlog', async () => (await total()) >= BACKLOG, { timeoutMs: 120_000, intervalMs: 200 });
  const latencies = await measure();
  await troubled.api.delete(`/api/v1/webhook-endpoints/${endpointId}`);
  silent.close();
  return latencies;
}

async function run(fixture: Fixture, receiver: string): Promise<void> {
  const tenant = await fixture.tenant();
  const monitor = await createMonitor(tenant.api, { type: 'CRON' });
  await subscribe(tenant, `${receiver}/hooks`);
  const database = new Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
  const measureIdle = (): Promise<number[]> => idleLatencies(tenant, monitor, receiver);
  say(`idle, events through the API one at a time: ${latenciesInWords(await measureIdle())}`);
  say(
    `beside ${BACKLOG} deliveries to a silent endpoint: ${latenciesInWords(await besideBacklog(fixture, database, measureIdle))}`,
  );
  const sent: unknown = await got(`${receiver}/last`).json();
  const [ours, bare]: [Burst[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // In turn, so that both meet the same machine; the first round warms up.
    const [theirs, mine] = [
      await bareGot(receiver, sent),
      await burst(fixture, database, tenant.organizationId, monitor, receiver),
    ];
    if (round === 0) {
      // Autovacuum would do this within seconds; until then PostgreSQL plans for empty tables.
      await database.query('ANALYZE');
      continue;
    }
    bare.push(theirs);
    ours.push(mine);
    say(
      `round ${round}: ${mine.perSecond.toFixed(0)} events/s from commit to 2xx (p50 ${mine.p50Ms.toFixed(0)} ms, p99 ${mine.p99Ms.toFixed(0)} ms in a burst of ${BURST}), bare got ${theirs.toFixed(0)}/s`,
    );
  }
  await database.end();
  const [rate, yardstick] = [
    percentile(
      ours.map(({ perSecond }) => perSecond),
      50,
    ),
    percentile(bare, 50),
  ];
  say(
    `median: ${rate.toFixed(0)} events/s, bare got ${yardstick.toFixed(0)}/s, ratio ${(rate / yardstick).toFixed(2)}`,
  );
  const cpu = percentile(
    ours.map(({ cpuMicroseconds }) => cpuMicroseconds),
    50,
  );
  say(`the dispatcher spends ${cpu.toFixed(0)} µs of processor time on an event`);
}

await inBenchRun(async () => {
  const receiver = await startReceiver();
  const fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: {
      RATE_LIMIT_REQUESTS: '1000000',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      WEBHOOK_ENDPOINT_CONCURRENCY: String(CONCURRENCY),
    },
  });
  try {
    await run(fixture, receiver.url);
  } finally {
    await fixture.stop();
    receiver.stop();
  }
});
