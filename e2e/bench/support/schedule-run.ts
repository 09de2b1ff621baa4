import { randomBytes } from 'node:crypto';
import {
  createDatabase,
  spawnService,
  startNatsForSuite,
  waitFor,
  type ServiceProcess,
  type SuiteStore,
  type TestDatabase,
} from '@vedette/test-kit';
import pg from 'pg';
import { pin, rssMbOf, type Cores } from './processes.ts';
import { runMonitorBench } from './storage.ts';

export interface Lateness {
  readonly checks: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Monitor service, worker, NATS and PostgreSQL as real processes; monitors are put into the table, not through the API. */
export class ScheduleRun {
  readonly pool: pg.Pool;
  readonly monitor: ServiceProcess;
  readonly workers: readonly ServiceProcess[];
  readonly #nats: SuiteStore;
  readonly #database: TestDatabase;

  private constructor(
    nats: SuiteStore,
    database: TestDatabase,
    monitor: ServiceProcess,
    workers: readonly ServiceProcess[],
  ) {
    this.#nats = nats;
    this.#database = database;
    this.monitor = monitor;
    this.workers = workers;
    this.pool = new pg.Pool({ connectionString: database.url, max: 4 });
    this.pool.on('error', () => undefined);
  }

  /** `cores`: those of the monitor service and of the workers; everything else is where this process is. */
  static async start(
    heartbeatPort: number,
    certFile: string,
    cores: { readonly monitor: Cores; readonly worker: Cores },
    { workers: count = 1, concurrency = 2_000 } = {},
  ): Promise<ScheduleRun> {
    const [nats, database] = await Promise.all([
      startNatsForSuite(),
      createDatabase({ migrations: ['services/monitor'] }),
    ]);
    const common = { NODE_ENV: 'production', LOG_LEVEL: 'warn', NATS_URL: nats.url };
    const monitor = await spawnService('monitor', {
      ...common,
      DATABASE_URL: database.url,
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
      HEARTBEAT_PORT: String(heartbeatPort),
      HEARTBEAT_PUBLIC_URL: `http://127.0.0.1:${heartbeatPort}`,
    });
    const spawnWorker = (): Promise<ServiceProcess> =>
      spawnService('checker-worker', {
        ...common,
        NODE_EXTRA_CA_CERTS: certFile,
        CHECK_ALLOW_PRIVATE_TARGETS: 'true',
        CHECK_CONCURRENCY: String(concurrency),
      });
    const workers = await Promise.all(Array.from({ length: count }, spawnWorker));
    pin(monitor.pid, cores.monitor);
    for (const worker of workers) pin(worker.pid, cores.worker);
    return new ScheduleRun(nats, database, monitor, workers);
  }

  /** Monitors of one address that have been UP, each due at its own slot. Returns their ids. */
  async insertMonitors(
    countOfEach: number,
    url: string,
    intervalSeconds: number,
    { organizationIds = ['org_bench'], timeoutSeconds = 30 } = {},
  ): Promise<string[]> {
    const order = { organizationIds, countOfEach, url, intervalSeconds, timeoutSeconds };
    await runMonitorBench('insert-monitors.ts', this.#database.url, JSON.stringify(order));
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT id FROM monitor.monitor WHERE organization_id = ANY ($1)',
      [organizationIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Everything is due now, again. */
  async makeDue(): Promise<void> {
    await this.pool.query('UPDATE monitor.monitor_runtime SET next_check_at = now() WHERE slot_at IS NULL');
  }

  async results(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM monitor.check_result',
    );
    return rows[0]?.count ?? 0;
  }

  async reach(results: number): Promise<void> {
    await waitFor(`${results} results`, async () => (await this.results()) >= results, {
      timeoutMs: 180_000,
      intervalMs: 200,
    });
  }

  /** From slot to attempt, of the probes whose slots lie between two moments. */
  async lateness(from: Date, to: Date): Promise<Lateness> {
    const { rows } = await this.pool.query<Lateness>(
      `SELECT count(*)::integer AS checks,
         coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY late), 0)::float8 AS "p50Ms",
         coalesce(percentile_cont(0.99) WITHIN GROUP (ORDER BY late), 0)::float8 AS "p99Ms"
       FROM (
         SELECT started_ms AS late FROM monitor.check_result
         WHERE slot_at >= $1 AND slot_at < $2 AND response_ms IS NOT NULL
       ) AS each`,
      [from, to],
    );
    return rows[0] ?? { checks: 0, p50Ms: NaN, p99Ms: NaN };
  }

  memory(): string {
    return [this.monitor, ...this.workers].map(({ name, pid }) => `${name} ${Math.round(rssMbOf(pid))} MB`).join(', ');
  }

  async stop(): Promise<void> {
    await this.pool.end();
    // An orderly stop waits for confirmations in flight, which last as long as their targets are silent.
    await Promise.all([this.monitor, ...this.workers].map((service) => service.kill()));
    await Promise.all([this.#nats.stop(), this.#database.drop()]);
  }
}
