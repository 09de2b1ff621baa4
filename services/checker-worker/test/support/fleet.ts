import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import {
  internal,
  jobConsumers,
  streams,
  subjects,
  type CheckJob,
  type CheckLane,
  type CheckOutcome,
  type CheckResult,
  type CheckTarget,
  type ResultBatch,
} from '@vedette/contract';
import { ensureStreams, jetstreamManagerOf, jetstreamOf, NatsLink, RpcClient } from '@vedette/messaging';
import { createLogger } from '@vedette/telemetry';
import {
  spawnService,
  startNatsForSuite,
  waitFor,
  type ServiceEnvironment,
  type ServiceProcess,
  type SpawnOptions,
  type SuiteNats,
} from '@vedette/test-kit';

interface ScheduleOptions {
  readonly batchSize?: number;
  readonly lane?: CheckLane;
  readonly organizationId?: string;
}

const SLOT_AT = '2026-01-01T00:00:00.000Z';

/** Workers as real processes on their own NATS; the test takes the role of the monitor service. */
export class Fleet {
  readonly results: CheckResult[] = [];
  readonly #workers: ServiceProcess[] = [];
  readonly #rpc: RpcClient;
  #jobs = 0;

  private constructor(
    readonly nats: SuiteNats,
    readonly link: NatsLink,
    /** With the permissions of the monitor service, to which workers answer. */
    private readonly asking: NatsLink,
  ) {
    this.#rpc = new RpcClient(asking, createLogger('test', 'error'));
  }

  static async start(): Promise<Fleet> {
    const nats = await startNatsForSuite();
    const logger = createLogger('test', 'error');
    const link = new NatsLink({ url: nats.url, service: 'test', logger });
    const fleet = new Fleet(nats, link, new NatsLink({ url: nats.urlOf('monitor'), service: 'monitor', logger }));
    await ensureStreams(await fleet.connection(), 1);
    await fleet.#collect();
    return fleet;
  }

  async connection() {
    return waitFor('NATS', () => this.link.connection);
  }

  async addWorker(env: ServiceEnvironment = {}, options: SpawnOptions = {}): Promise<ServiceProcess> {
    const own = {
      NODE_ENV: 'production',
      NATS_URL: this.nats.urlOf('checker-worker'),
      CHECK_ALLOW_PRIVATE_TARGETS: 'true',
    };
    const worker = await spawnService('checker-worker', { ...own, ...env }, options);
    this.#workers.push(worker);
    return worker;
  }

  /** Starts one worker for each environment, and returns when each has heard all the others. */
  async addWorkers(...environments: readonly ServiceEnvironment[]): Promise<ServiceProcess[]> {
    const workers = await Promise.all(environments.map((env) => this.addWorker(env)));
    await waitFor('the workers to know each other', async () => {
      const known = await Promise.all(workers.map((worker) => metric(worker, 'vedette_worker_peers')));
      return known.every((peers) => peers >= workers.length - 1);
    });
    return workers;
  }

  /** Publishes the targets to a lane of CHECKS, `batchSize` to a message, and returns their jobs. */
  async schedule(
    targets: readonly CheckTarget[],
    { batchSize = 50, lane = 'FAST', organizationId = 'org_1' }: ScheduleOptions = {},
  ): Promise<CheckJob[]> {
    const jobs = targets.map((target): CheckJob => {
      const monitorId = `mon_${(this.#jobs += 1)}`;
      return { organizationId, monitorId, epoch: 7, slotAt: SLOT_AT, target };
    });
    const stream = jetstreamOf(await this.connection());
    for (let i = 0; i < jobs.length; i += batchSize) {
      await stream.publish(subjects.checkJobs[lane], JSON.stringify({ jobs: jobs.slice(i, i + batchSize) }));
    }
    return jobs;
  }

  /** The results of these jobs, in the same order; waits until each job has one. */
  async resultsOf(jobs: readonly CheckJob[], timeoutMs = 20_000): Promise<CheckResult[]> {
    return waitFor(
      `the results of ${jobs.length} jobs`,
      () => {
        const byMonitor = new Map(this.results.map((result) => [result.monitorId, result]));
        const found = jobs.flatMap(({ monitorId }) => byMonitor.get(monitorId) ?? []);
        return found.length === jobs.length ? found : undefined;
      },
      { timeoutMs, intervalMs: 50 },
    );
  }

  async check(...targets: CheckTarget[]): Promise<CheckOutcome[]> {
    const results = await this.resultsOf(await this.schedule(targets));
    return results.map(({ outcome }) => outcome);
  }

  /** Runs a check by hand. */
  runCheck(target: CheckTarget, organizationId = 'org_1'): Promise<CheckOutcome> {
    return this.#rpc.ask(internal.runCheck, { organizationId, target });
  }

  /** Returns when at least so many workers ask for jobs. */
  async areAsking(workers: number): Promise<void> {
    const manager = await jetstreamManagerOf(await this.connection());
    await waitFor(`${workers} workers that ask for jobs`, async () => {
      const { num_waiting } = await manager.consumers.info(streams.CHECKS.name, jobConsumers.FAST);
      return num_waiting >= workers;
    });
  }

  /** The number of messages with jobs that no worker has acknowledged yet. */
  async unfinished(): Promise<number> {
    const manager = await jetstreamManagerOf(await this.connection());
    return (await manager.streams.info(streams.CHECKS.name)).state.messages;
  }

  async stop(): Promise<void> {
    const ended = await Promise.allSettled(this.#workers.splice(0).map((worker) => worker.stop()));
    await Promise.all([this.link.close(), this.asking.close()]);
    await this.nats.stop();
    const failure = ended.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  async #collect(): Promise<void> {
    const connection = await this.connection();
    const manager = await jetstreamManagerOf(connection);
    const durable_name = 'monitor';
    await manager.consumers.add(streams.RESULTS.name, {
      durable_name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      max_ack_pending: 10_000,
    });
    const consumer = await jetstreamOf(connection).consumers.get(streams.RESULTS.name, durable_name);
    await consumer.consume({
      callback: (message) => {
        this.results.push(...message.json<ResultBatch>().results);
        message.ack();
      },
    });
  }
}

/** The readiness answer of a worker's internal port. */
export async function readiness({ internalUrl }: ServiceProcess): Promise<{ status: number; text: string }> {
  const response = await fetch(`${internalUrl}/ready`);
  return { status: response.status, text: await response.text() };
}

/** The sum of a metric over all labels, or over those that contain `label`. */
export async function metric({ internalUrl }: ServiceProcess, name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const lines = text.split('\n').filter((each) => each.startsWith(`${name}{`) && each.includes(label));
  return lines.length === 0 ? NaN : lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
