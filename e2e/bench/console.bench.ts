import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inBenchRun, waitFor } from '@vedette/test-kit';
import pg from 'pg';
import { TestBrowser } from '../support/browser.ts';
import { Console } from '../support/console.ts';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { signedIn } from '../support/sdk-clients.ts';
import { say } from './support/latencies.ts';
import { firstRowMs, heapMb, untilFirstRowShows, watchFirstRow } from './support/paint.ts';
import { runMonitorBench } from './support/storage.ts';

const MONITORS = 10_000;
const ROUNDS = 5;
const EVENTS = 20_000;
const EVENTS_MS = 120_000;
const BULK = 500;
/** A person looks at what was found before the next search. */
const BETWEEN_MS = 500;
/** What a window of this size shows. */
const VISIBLE_ROWS = 30;

const SEARCH = 'input[type=search]';
const SORT = 'select[aria-label="Order"]';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const line = (name: string, values: readonly number[]): void =>
  say(`${name.padEnd(44)} ${median(values).toFixed(0)} ms (${values.map((ms) => ms.toFixed(0)).join(', ')})`);

interface Organization {
  readonly organizationId: string;
  /** In the order of their names. */
  readonly monitorIds: readonly string[];
  /** The first one by name, and the one whose state changed last. */
  readonly firstName: string;
  readonly newestName: string;
}

/** The first by name is neither the first by number nor the one whose state changed last. */
async function insertMonitors(fixture: Fixture): Promise<Organization> {
  const { organizationId } = await fixture.tenant();
  const { databaseUrl } = fixture.stack;
  const order = { url: 'http://127.0.0.1:9/', intervalSeconds: 86_400, timeoutSeconds: 5 };
  const wanted = { ...order, organizationIds: [organizationId], countOfEach: MONITORS };
  await runMonitorBench('insert-monitors.ts', databaseUrl, JSON.stringify(wanted));
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await pool.query(`UPDATE monitor.monitor SET name = 'Service ' || lpad((number * 7919 % 10007)::text, 5, '0')`);
    // Later than the first checks, which change states too.
    await pool.query(
      `UPDATE monitor.monitor_runtime SET last_status_changed_at = now() + interval '30 days' - number * interval '1 minute'
       FROM (SELECT id, number FROM monitor.monitor) AS monitor WHERE monitor_id = id`,
    );
    const isSummarized = async (): Promise<boolean> => {
      const { rows } = await pool.query('SELECT 1 FROM monitor.monitor_summary HAVING count(*) = $1', [MONITORS]);
      return rows.length > 0;
    };
    await waitFor('the summary of all monitors', isSummarized, { timeoutMs: 120_000 });
    const { rows } = await pool.query<{ id: string; name: string; number: number }>(
      'SELECT id, name, number FROM monitor.monitor ORDER BY name',
    );
    const newest = rows.toSorted((one, other) => one.number - other.number)[0];
    const monitorIds = rows.map(({ id }) => id);
    return { organizationId, monitorIds, firstName: rows[0]?.name ?? '', newestName: newest?.name ?? '' };
  } finally {
    await pool.end();
  }
}

/** The yardstick: a page of the same rows and nothing else. */
async function measureBareRows(browser: TestBrowser, rows: string): Promise<number[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Rows</title><table><tbody>${rows}</tbody></table>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const measured: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page } = await browser.open('about:blank');
    await watchFirstRow(page.context());
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    measured.push(await firstRowMs(page));
    await browser.closePages();
  }
  server.close();
  return measured;
}

async function tellEvents(fixture: Fixture, { organizationId, monitorIds }: Organization): Promise<void> {
  const { vedette } = await signedIn(fixture, organizationId, 'MEMBER');
  const startedAt = performance.now();
  for (let told = 0; told < EVENTS; told += BULK) {
    const round = told / BULK;
    const pairs = monitorIds.length / BULK;
    const ids = monitorIds.slice((round % pairs) * BULK, ((round % pairs) + 1) * BULK);
    await vedette.monitors.bulk({ action: Math.floor(round / pairs) % 2 === 0 ? 'pause' : 'resume', monitorIds: ids });
    await sleep(Math.max(0, startedAt + ((told + BULK) / EVENTS) * EVENTS_MS - performance.now()));
  }
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    env: { RATE_LIMIT_REQUESTS: '1000000', CONSOLE_RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  const browser = await TestBrowser.launch();
  try {
    const organization = await insertMonitors(fixture);
    const vedette = new Console(fixture);
    const owner = await vedette.person(organization.organizationId, 'OWNER');
    const { page } = await vedette.signIn(browser, owner);
    await watchFirstRow(page.context());
    const address = page.url().replace(/\/o\/([^/]+)\/.*$/, '/o/$1/monitors');
    const state = await page.context().storageState();
    await page.goto(address);
    await firstRowMs(page);
    const rows = await page.locator('tbody tr[aria-rowindex]').evaluateAll((all) => all.map((row) => row.outerHTML));
    await browser.closePages();

    const bare = await measureBareRows(browser, rows.slice(0, VISIBLE_ROWS).join(''));
    line('the same rows, bare', bare);
    const cold: number[] = [];
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await browser.open('about:blank', { storageState: state });
      await watchFirstRow(opened.page.context());
      await opened.page.goto(address);
      cold.push(await firstRowMs(opened.page));
      await opened.page.reload();
      warm.push(await firstRowMs(opened.page));
      await browser.closePages();
    }
    line('first rows, nothing cached (target 1,000)', cold);
    line('first rows, opened again', warm);

    const { page: used } = await browser.open(address, { storageState: state });
    await used.locator('tbody tr[aria-rowindex] td + td').first().waitFor();
    const filters: number[] = [];
    const sorts: number[] = [];
    for (const name of ['09001', '04321', '07777', '00012', '05555']) {
      await sleep(BETWEEN_MS);
      filters.push(await untilFirstRowShows(used, SEARCH, name, `Service ${name}`));
    }
    await sleep(BETWEEN_MS);
    await untilFirstRowShows(used, SEARCH, '', 'Service');
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(BETWEEN_MS);
      sorts.push(await untilFirstRowShows(used, SORT, 'lastStatusChangedAt', organization.newestName));
      await sleep(BETWEEN_MS);
      sorts.push(await untilFirstRowShows(used, SORT, 'name', organization.firstName));
    }
    line('filter to paint (target 100)', filters);
    line('sort to paint (target 100)', sorts);

    const before = await heapMb(used);
    await tellEvents(fixture, organization);
    await sleep(2_000);
    const after = await heapMb(used);
    say(`heap before and after ${EVENTS} events in two minutes: ${before.toFixed(1)} and ${after.toFixed(1)} MB`);
  } finally {
    await browser.close();
    await fixture.stop();
  }
});
