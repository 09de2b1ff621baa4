import { MONITOR_LIST_SORTS, type MonitorListPage } from '@vedette/contract';
import { inBenchRun, waitFor } from '@vedette/test-kit';
import got from 'got';
import pg from 'pg';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { besideBareExpress, type Compared } from './support/bare.ts';
import { measureEventsPage } from './support/events-page.ts';
import { pin } from './support/processes.ts';
import { comparison } from './support/report.ts';
import { refuseParts } from './support/run-parts.ts';
import { runMonitorBench } from './support/storage.ts';

const MONITORS = 10_000;
const DAYS = 30;
/** As many as a few open consoles have in flight. */
const CONNECTIONS = 4;
/** Each measurement walks over these, so that it does not read the same pages of the disk again and again. */
const WALKED_OVER = 500;

/** What the command line names of these; everything if it names nothing. */
const PARTS = ['lists', 'reads', 'events'] as const;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => PARTS.every((part) => part !== name));
if (unknown.length > 0) refuseParts(unknown, PARTS);
const isAsked = (part: (typeof PARTS)[number]): boolean => asked.length === 0 || asked.includes(part);

const from = new Date(Date.now() - DAYS * 86_400_000).toISOString();

const LISTS = [
  ['monitor-list, first page', 'limit=50'],
  ['monitor-list, search', 'limit=50&search=service-42'],
  ...MONITOR_LIST_SORTS.map((sort) => [`monitor-list by ${sort}`, `limit=50&sort=${sort}`] as const),
] as const;

/** What is read of a monitor: its name, and its path after that of the monitor. */
const READS = [
  ['latency of 30 days, by hour', `/latency?step=3600&from=${from}`],
  ['latency of 30 days, by day', `/latency?step=86400&from=${from}`],
  ['checks page, 100', '/checks?limit=100'],
] as const;

/** Returns some of the monitors. */
async function insertMonitors(databaseUrl: string, organizationId: string): Promise<string[]> {
  const shared = { url: 'http://127.0.0.1:9/', intervalSeconds: 86_400, timeoutSeconds: 5 };
  const monitors = { ...shared, organizationIds: [organizationId], countOfEach: MONITORS };
  await runMonitorBench('insert-monitors.ts', databaseUrl, JSON.stringify(monitors));
  await runMonitorBench('insert-history.ts', databaseUrl, JSON.stringify({ organizationId, days: DAYS }));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM monitor.monitor WHERE organization_id = $1 ORDER BY random() LIMIT $2',
      [organizationId, WALKED_OVER],
    );
    return rows.map(({ id }) => id);
  } finally {
    await database.end();
  }
}

async function measureHistory(fixture: Fixture): Promise<Compared[]> {
  const { stack } = fixture;
  const { organizationId, key } = await fixture.tenant();
  const ids = await insertMonitors(stack.databaseUrl, organizationId);
  const headers = { 'x-api-key': key };
  const url = stack.consoleUrl;
  const list = (query: string): string => `/api/console/v1/monitor-list?${query}`;
  const isSummarized = async (): Promise<boolean> => {
    // Monitors without an uptime come last.
    const lastByUptime = list(`sort=uptime&limit=1&offset=${MONITORS - 1}`);
    const { data } = await got(`${url}${lastByUptime}`, { headers }).json<MonitorListPage>();
    return typeof data[0]?.uptime30d === 'number' && data[0].latencyMs !== null;
  };
  await waitFor('the summaries', isSummarized, { timeoutMs: 300_000, intervalMs: 1_000 });
  const servers = (['gateway', 'account', 'monitor'] as const).map((name) => stack.service(name).pid);
  const loads = [
    ...(isAsked('lists') ? LISTS : []).map(([name, query]) => ({ name, paths: [list(query)] })),
    ...(isAsked('reads') ? READS : []).map(([name, path]) => ({
      name,
      paths: ids.map((id) => `/api/console/v1/monitors/${id}${path}`),
    })),
  ];
  const results: Compared[] = [];
  for (const load of loads) {
    const bytes = await got(`${url}${load.paths[0] ?? ''}`, { headers }).text();
    const whole = { ...load, url, headers, servers, connections: CONNECTIONS, expectedStatus: 200 };
    results.push(await besideBareExpress(whole, bytes));
  }
  return results;
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'monitor', 'status-page', 'webhook-dispatcher'],
    env: { RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    // The client has a core to itself, so that what it costs does not blur what the servers can do.
    pin(process.pid, '0');
    const results = isAsked('lists') || isAsked('reads') ? await measureHistory(fixture) : [];
    if (isAsked('events')) {
      const reader = await fixture.tenant();
      const monitor = await createMonitor((await fixture.tenant()).api, { type: 'CRON' });
      results.push(...(await measureEventsPage(fixture, reader, monitor)));
    }
    process.stdout.write(comparison(`${MONITORS} monitors with ${DAYS} days, ${CONNECTIONS} at once`, results));
  } finally {
    await fixture.stop();
  }
});
