import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reservePort } from '@vedette/local-stores';
import { NatsLink, RpcClient } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import { createDatabase, spawnService, waitFor, type ServiceProcess, type TestDatabase } from '@vedette/test-kit';
import { Organization } from '@vedette/test-kit/organization';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { TcpProxy } from '../../e2e/faults/tcp-proxy.ts';
import { render } from './support/kustomize.ts';
import { NatsServers } from './support/nats-servers.ts';
import { RegionWorld } from './support/region-world.ts';

// The central servers and the leaf node of a region, as they are rendered, with our own monitor service and workers. The
// way between the regions is cut, together with everything else that the workers of the region reach.

const MONITORS = 8;
const INTERVAL_SECONDS = 2;

let servers: NatsServers;
/** The ways from the region to the central servers. */
const ways: TcpProxy[] = [];
let world: RegionWorld;
let database: TestDatabase;
let pool: pg.Pool;
let monitor: ServiceProcess;
let far: ServiceProcess[];
const processes: ServiceProcess[] = [];
let link: NatsLink | undefined;

beforeAll(async () => {
  const [stores, region] = await Promise.all([render('stores'), render('overlays/region')]);
  [servers, world, database] = await Promise.all([
    NatsServers.start(stores, 3, wayTo),
    RegionWorld.start(MONITORS),
    createDatabase({ migrations: ['services/monitor'] }),
  ]);
  pool = new pg.Pool({ connectionString: database.url });
  const leafUrl = await servers.startLeaf(region);
  monitor = await start('monitor', {
    DATABASE_URL: database.url,
    MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
    HEARTBEAT_PUBLIC_URL: 'http://heartbeats.test',
    HEARTBEAT_PORT: String(await reservePort()),
    NATS_STREAM_REPLICAS: '3',
  });
  const farWorker = { NATS_URL: leafUrl, WORKER_REGION: 'far', CHECK_DNS_SERVERS: world.dns.far.address };
  [, ...far] = await Promise.all([
    start('checker-worker', { WORKER_REGION: 'centre', CHECK_DNS_SERVERS: world.dns.centre.address }),
    start('checker-worker', farWorker),
    start('checker-worker', farWorker),
  ]);
  await createMonitors();
}, 120_000);

afterAll(async () => {
  await link?.close();
  const ended = await Promise.allSettled(processes.map((each) => each.stop()));
  await pool.end();
  await Promise.all([...ways.map((way) => way.close()), world.stop(), servers.stop(), database.drop()]);
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}, 60_000);

async function wayTo(port: number): Promise<number> {
  const way = await TcpProxy.before(port);
  ways.push(way);
  return way.port;
}

async function start(name: 'monitor' | 'checker-worker', env: Record<string, string>): Promise<ServiceProcess> {
  const central = { NATS_URL: servers.urlOf(name), NATS_CA_FILE: servers.caFile };
  const shared = { NODE_ENV: 'production', CHECK_ALLOW_PRIVATE_TARGETS: 'true' };
  const process = await spawnService(name, { ...shared, ...central, ...env });
  processes.push(process);
  return process;
}

/** Monitors that are checked more often than the API allows. */
async function createMonitors(): Promise<void> {
  const logger = createLogger('test', 'error');
  const ours = new NatsLink({ url: servers.urlOf('gateway'), caFile: servers.caFile, service: 'gateway', logger });
  link = ours;
  await waitFor('NATS', () => ours.isConnected);
  const organization = new Organization({ rpc: new RpcClient(ours, logger), link: ours });
  for (const name of world.names) {
    const body = { name, type: 'HTTP', url: world.urlOf(name), intervalSeconds: 30, timeoutSeconds: 10 };
    await organization.call('createMonitor', { body });
  }
  await pool.query(
    `WITH sooner AS (UPDATE monitor.monitor SET interval_seconds = $1)
     UPDATE monitor.monitor_runtime SET interval_seconds = $1,
       next_check_at = CASE WHEN slot_at IS NULL THEN now() ELSE next_check_at END`,
    [INTERVAL_SECONDS],
  );
  await waitFor('every monitor to be checked from both regions', async () => {
    return (await checkedSince(new Date(0))) === MONITORS && world.hits.far > 0 && world.hits.centre > 0;
  });
}

/** How many monitors have a result that tells something, of a slot after the time. */
async function checkedSince(at: Date): Promise<number> {
  const { rows } = await pool.query<{ monitors: number }>(
    `SELECT count(DISTINCT monitor_number)::integer AS monitors FROM monitor.check_result
     WHERE slot_at > $1 AND verdict = 'SUCCEEDED'`,
    [at],
  );
  return rows[0]?.monitors ?? 0;
}

/** Every state that a monitor was ever in, and every verdict of a check. */
async function everSeen(): Promise<{ states: string[]; verdicts: string[] }> {
  const states = await pool.query<{ state: string }>('SELECT DISTINCT state FROM monitor.state_change ORDER BY 1');
  const verdicts = await pool.query<{ verdict: string }>('SELECT DISTINCT verdict FROM monitor.check_result');
  return {
    states: states.rows.map(({ state }) => state),
    verdicts: verdicts.rows.map(({ verdict }) => verdict),
  };
}

async function metricsOf({ internalUrl }: ServiceProcess): Promise<string[]> {
  return (await (await fetch(`${internalUrl}/metrics`)).text()).split('\n');
}

/** The sum of all series that begin and go on like this. */
async function sumOf(among: readonly ServiceProcess[], beginning: string, part = ''): Promise<number> {
  const lines = (await Promise.all(among.map((each) => metricsOf(each)))).flat();
  const series = lines.filter((line) => line.startsWith(beginning) && line.includes(part));
  return series.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The checks that the far workers could not judge, since their start. */
async function farUnobserved(): Promise<number> {
  const unobserved = await sumOf(far, 'vedette_checks_total{', 'verdict="UNOBSERVED"');
  expect(await sumOf(far, 'vedette_checks_total{', 'region="far"')).toBeGreaterThanOrEqual(unobserved);
  return unobserved;
}

/** The workers that the monitor service hears, by region. */
async function workersHeard(): Promise<Record<string, number>> {
  const lines = (await metricsOf(monitor)).filter((line) => line.startsWith('vedette_workers{'));
  const pairs = lines.map((line) => [/region="(\w+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]);
  return Object.fromEntries(pairs) as Record<string, number>;
}

const bothRegions = { centre: 1, far: 2 };

/** Cuts the far region off in the middle of its checks; returns when its workers have judged them. */
async function cutOff(): Promise<Date> {
  const before = await farUnobserved();
  await world.holdFar(2);
  const at = new Date();
  for (const way of ways) way.cut();
  world.cutFar();
  await waitFor('the far workers to judge', async () => (await farUnobserved()) > before, { timeoutMs: 30_000 });
  return at;
}

async function joinAgain(): Promise<void> {
  const { far: before } = world.hits;
  world.mendFar();
  for (const way of ways) way.mend();
  await waitFor('the far workers to take checks again', () => world.hits.far > before, { timeoutMs: 30_000 });
  await waitFor('both regions to be heard', async () => {
    return isDeepStrictEqual(await workersHeard(), bothRegions);
  });
}

describe('a region whose leaf node is joined to the central servers', () => {
  it('takes part: its workers are heard, and check beside those of the centre', async () => {
    expect(await workersHeard()).toEqual(bothRegions);
  });

  it('causes no alarm when it is cut off for a moment', async () => {
    await cutOff();
    await joinAgain();
    await waitFor('the far workers to publish what they found', async () => {
      return (await sumOf(far, 'vedette_results_unpublished{')) === 0;
    });
    await waitFor('all results to be applied', async () => {
      return (await sumOf([monitor], 'vedette_stream_messages{stream="RESULTS"')) === 0;
    });
    const seen = await everSeen();
    expect(seen.states).toEqual(['PENDING', 'UP']);
    expect(seen.verdicts).not.toContain('FAILED');
  }, 90_000);

  it('loses no check when it stays away: the centre runs them, and tells that the region is gone', async () => {
    const at = await cutOff();
    await waitFor('the region to be missed', async () => (await workersHeard())['far'] === undefined);
    await waitFor('the centre to run all checks', async () => (await checkedSince(at)) === MONITORS, {
      timeoutMs: 40_000,
    });
    await joinAgain();
    const seen = await everSeen();
    expect(seen.states).toEqual(['PENDING', 'UP']);
    expect(seen.verdicts).not.toContain('FAILED');
  }, 90_000);
});
