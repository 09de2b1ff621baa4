import { randomBytes } from 'node:crypto';
import { newId } from '@vedette/contract';
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
import { nextSlotAfter } from '@vedette/monitor/check-slots';
import { pin, rssMbOf, type Cores } from './processes.ts';

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
    count: number,
    url: string,
    intervalSeconds: number,
    { organizationId = 'org_bench', timeoutSeconds = 30 } = {},
  ): Promise<string[]> {
    const now = new Date();
    const ids = Array.from({ length: count }, () => newId('mon', now.getTime()));
    await this.pool.query(
      `INSERT INTO monitor.monitor (id, organization_id, name, type, url, method, expected_status, follow_redirects,
         verify_ssl, keyword_match, dns_record_type, dns_alert_on_change, ssl_expiry_threshold_days, interval_seconds,
         timeout_seconds, grace_seconds, degraded_threshold_mode, degraded_samples, created_at, updated_at)
       SELECT id, $5, 'Bench', 'HTTP', $2, 'GET', '{200}', true, true, 'EXISTS', 'A', true, 2, $3, $6, 60,
         'LAST', 3, $4, $4 FROM unnest($1::text[]) AS id`,
      [ids, url, intervalSeconds, now, organizationId, timeoutSeconds],
    );
    await this.pool.query(`INSERT INTO monitor.state_change SELECT id, $2, 'UP' FROM unnest($1::text[]) AS id`, [
      ids,
      now,
    ]);
    await this.pool.query(
      `INSERT INTO monitor.monitor_runtime
         (monitor_id, organization_id, state, epoch, interval_seconds, next_check_at, last_status_changed_at, observed_at)
       SELECT id, $5, 'UP', 1, $2, due, $4, $4 FROM unnest($1::text[], $3::timestamptz[]) AS n (id, due)`,
      [
        ids,
        intervalSeconds,
        ids.map((monitorId) => nextSlotAfter({ monitorId, intervalSeconds }, now)),
        now,
        organizationId,
      ],
    );
    // As autovacuum has done wherever monitors were not all made in one moment.
    await this.pool.query('VACUUM ANALYZE monitor.monitor, monitor.monitor_runtime');
    return ids;
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
         SELECT extract(epoch FROM checked_at - slot_at) * 1000 AS late FROM monitor.check_result
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
