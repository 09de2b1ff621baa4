import type { Monitor, StatusIncident, StatusPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { TargetServer } from '@vedette/test-kit/target-server';
import pg from 'pg';
import type { ApiResponse } from '../support/api-client.ts';
import type { Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { CronJob } from './cron-job.ts';
import { System } from './system.ts';
import type { TrueOutage, WatchedMonitor } from './truth.ts';

/** Targets that go down and up; the others are never down. */
const FLAPPING = 5;
const STEADY = 3;
/** Faster than the API permits, so that a run of many faults takes a minute. */
const INTERVAL_SECONDS = 2;
const PERIOD_SECONDS = 5;
export const CONTACT = 'ops@example.test';

interface Thing {
  readonly monitor: Monitor;
  readonly job: CronJob | undefined;
  readonly mayFail: boolean;
  isDown: boolean;
  checkedAt: number;
}

/** An outage whose end, and whose noticeable start, are not known yet. */
type OpenOutage = { -readonly [Field in keyof TrueOutage]: TrueOutage[Field] };

/** Everything outside of the system, behaving by script: its targets, cron jobs, receivers and mail server. */
export class World {
  readonly outages: OpenOutage[] = [];
  readonly #things = new Map<string, Thing>();
  page!: StatusPage;
  published!: StatusIncident;
  renamed!: Monitor;

  private constructor(
    readonly system: System,
    readonly tenant: Tenant,
    readonly receivers: readonly WebhookReceiver[],
    /** What the contact gets that is told of everything one by one. */
    readonly told: WebhookReceiver,
    readonly smtp: SmtpReceiver,
    readonly pool: pg.Pool,
    private readonly site: ReceiverSite,
    private readonly targets: TargetServer,
  ) {}

  static async start(): Promise<World> {
    const site = await createReceiverSite();
    const smtp = new SmtpReceiver();
    const env = { ...site.env, SMTP_URL: await smtp.listen(), SMTP_FROM: 'Vedette <alerts@vedette.test>' };
    const system = await System.start(env);
    const targets = await TargetServer.start(({ url = '' }, response) => {
      const thing = world.#things.get(url.slice(1));
      if (thing !== undefined) thing.checkedAt = Date.now();
      response.writeHead(thing?.isDown === true ? 503 : 200).end();
    });
    const pool = new pg.Pool({ connectionString: system.stack.databaseUrl, max: 4 });
    // The server is killed now and then; the next query opens another connection.
    pool.on('error', () => undefined);
    const receivers = await Promise.all([site.start(), site.start()]);
    const tenant = await system.fixture.tenant();
    const told = await site.start();
    const world = new World(system, tenant, receivers, told, smtp, pool, site, targets);
    await world.#furnish();
    return world;
  }

  get watched(): WatchedMonitor[] {
    return [...this.#things.values()].map(({ monitor: { id, name }, isDown, checkedAt, job }) => ({
      id,
      name,
      isDown,
      checkedAt: job === undefined ? checkedAt : null,
    }));
  }

  /** The names of the things that may go down or up. */
  get flapping(): string[] {
    return [...this.#things].filter(([, { mayFail }]) => mayFail).map(([name]) => name);
  }

  /** Lets one thing go down, or up again. */
  turn(name: string): void {
    const thing = this.#things.get(name);
    if (thing === undefined) throw new Error(`The world has no ${name}`);
    const now = Date.now();
    thing.isDown = !thing.isDown;
    if (thing.job !== undefined) thing.job.isSilent = thing.isDown;
    const { id: monitorId } = thing.monitor;
    if (thing.isDown) {
      this.outages.push({ monitorId, startedAt: now, endedAt: null, noticeableFrom: now, clockErrorMs: 0 });
      return;
    }
    const outage = this.outages.find((each) => each.monitorId === monitorId && each.endedAt === null);
    if (outage !== undefined) outage.endedAt = now;
  }

  /** Called when the faults of a round are over: what began during them can be noticed from now on. */
  noteWhole(roundStartedAt: number, clockErrorMs: number): void {
    const now = Date.now();
    for (const outage of this.outages) {
      const isOfRound = outage.startedAt >= roundStartedAt || (outage.endedAt ?? 0) >= roundStartedAt;
      if (!isOfRound) continue;
      if (outage.startedAt >= roundStartedAt) outage.noticeableFrom = now;
      outage.clockErrorMs = Math.max(outage.clockErrorMs, clockErrorMs);
    }
  }

  async stop(): Promise<void> {
    for (const { job } of this.#things.values()) job?.stop();
    try {
      await this.pool.end();
      await this.system.stop();
    } finally {
      await Promise.all([this.site.stop(), this.smtp.close(), this.targets.stop()]);
    }
  }

  async #furnish(): Promise<void> {
    const { api, organizationId } = this.tenant;
    const contacts = [
      ['EMAIL', CONTACT],
      ['WEBHOOK', this.told.url],
    ] as const;
    for (const [type, to] of contacts) {
      await this.system.stack.operator.run('contact', 'add', '--org', organizationId, '--type', type, '--to', to);
    }
    for (const { url } of this.receivers) {
      expectCreated(await api.post('/api/v1/webhook-endpoints', { url, eventTypes: ['*'] }));
    }
    await Promise.all([
      ...names('flapping', FLAPPING).map((name) => this.#addTarget(name, true)),
      ...names('steady', STEADY).map((name) => this.#addTarget(name, false)),
      this.#addJob('flapping-job', true),
      this.#addJob('steady-job', false),
    ]);
    await this.#hasten();
    const components = this.watched.map(({ id }) => ({ monitorId: id }));
    const page = { name: 'World', slug: 'world', components };
    this.page = expectCreated(await api.post<StatusPage>('/api/v1/status-pages', page));
    const incident = { title: 'Slow', message: 'We look into it.', impact: 'NONE', statusPageIds: [this.page.id] };
    this.published = expectCreated(await api.post<StatusIncident>('/api/v1/status-incidents', incident));
    this.renamed = await createMonitor(api, { type: 'CRON', name: 'Renamed' });
    await waitFor('every monitor to be UP', async () => {
      const { body } = await api.get<{ data: Monitor[] }>('/api/v1/monitors?limit=100');
      return body.data.filter(({ state }) => state === 'UP').length === this.#things.size;
    });
  }

  async #addTarget(name: string, mayFail: boolean): Promise<void> {
    const fields = { name, url: this.targets.url(name), intervalSeconds: 30, timeoutSeconds: 2 };
    const monitor = await createMonitor(this.tenant.api, fields);
    this.#things.set(name, { monitor, job: undefined, mayFail, isDown: false, checkedAt: 0 });
  }

  async #addJob(name: string, mayFail: boolean): Promise<void> {
    const fields = { name, type: 'CRON', expectedPeriodSec: 60, graceSeconds: 0 };
    const monitor = await createMonitor(this.tenant.api, fields);
    const { pathname } = new URL(monitor.heartbeatUrl ?? '');
    const job = new CronJob(this.system.urlsOf('monitor').map((url) => `${url}${pathname}`));
    this.#things.set(name, { monitor, job, mayFail, isDown: false, checkedAt: 0 });
  }

  async #hasten(): Promise<void> {
    const ids = this.watched.map(({ id }) => id);
    await this.pool.query(
      `WITH sooner AS (
         UPDATE monitor.monitor SET interval_seconds = $2,
           expected_period_sec = CASE WHEN type = 'CRON' THEN $3::integer END
         WHERE id = ANY ($1)
       )
       UPDATE monitor.monitor_runtime SET interval_seconds = $2,
         next_check_at = CASE WHEN slot_at IS NULL AND next_check_at IS NOT NULL THEN now() ELSE next_check_at END
       WHERE monitor_id = ANY ($1)`,
      [ids, INTERVAL_SECONDS, PERIOD_SECONDS],
    );
    for (const { job } of this.#things.values()) job?.start();
  }
}

function names(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`);
}

function expectCreated<T>({ status, body }: ApiResponse<T>): T {
  if (status !== 201) throw new Error(`The world is not furnished: ${status} ${JSON.stringify(body)}`);
  return body;
}
