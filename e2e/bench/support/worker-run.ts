import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { ensureStreams } from '@vedette/messaging';
import { natsAddress } from '@vedette/messaging/nats-address';
import { MAX_JOBS_PER_BATCH, streams, subjects, type HttpTarget, type ResultBatch } from '@vedette/contract';
import {
  spawnService,
  startNatsForSuite,
  waitFor,
  type ServiceEnvironment,
  type ServiceProcess,
  type SuiteStore,
} from '@vedette/test-kit';
import { cpuMsOf, pin, rssMbOf } from './processes.ts';

/** One worker on its own NATS server; the benchmark acts as the monitor service. */
export class WorkerRun {
  readonly #nats: SuiteStore;
  readonly #connection: NatsConnection;
  readonly #worker: ServiceProcess;
  #results = 0;
  #failures = 0;

  private constructor(nats: SuiteStore, connection: NatsConnection, worker: ServiceProcess) {
    this.#nats = nats;
    this.#connection = connection;
    this.#worker = worker;
  }

  static async start(certFile: string, env: ServiceEnvironment = {}): Promise<WorkerRun> {
    const nats = await startNatsForSuite();
    const connection = await connect(natsAddress(nats.url));
    await ensureStreams(connection, 1);
    const worker = await spawnService('checker-worker', {
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      NATS_URL: nats.urlOf('checker-worker'),
      NODE_EXTRA_CA_CERTS: certFile,
      CHECK_ALLOW_PRIVATE_TARGETS: 'true',
      CHECK_CONCURRENCY: '2000',
      ...env,
    });
    pin(worker.pid, '0');
    const run = new WorkerRun(nats, connection, worker);
    await run.#countResults();
    return run;
  }

  get rssMb(): number {
    return rssMbOf(this.#worker.pid);
  }

  /** Checks targets so many times as fast as the worker can; the first tenth only warms it up. */
  async measure(urls: readonly string[], checks: number): Promise<{ checks: number; ms: number; cpuMs: number }> {
    const begin = this.#results;
    await this.schedule(urls, checks);
    const warm = begin + Math.floor(checks / 10);
    await this.#reach(warm);
    const [startedAt, cpuBefore, from] = [performance.now(), cpuMsOf(this.#worker.pid), this.#results];
    await this.#reach(begin + checks);
    const measured = {
      checks: this.#results - from,
      ms: performance.now() - startedAt,
      cpuMs: cpuMsOf(this.#worker.pid) - cpuBefore,
    };
    if (this.#failures > 0) throw new Error(`${this.#failures} checks of ${urls[0]} did not succeed`);
    return measured;
  }

  async schedule(urls: readonly string[], checks: number): Promise<void> {
    const targetOf = (url: string): HttpTarget => ({
      type: 'HTTP',
      url,
      method: 'GET',
      expectedStatus: [200],
      requestHeaders: null,
      requestBody: null,
      followRedirects: true,
      verifySsl: true,
      timeoutSeconds: 30,
    });
    const ids = { organizationId: 'org_bench', monitorId: 'mon_bench', epoch: 1, slotAt: new Date().toISOString() };
    const all = urls.map((url) => ({ ...ids, target: targetOf(url) }));
    const stream = jetstream(this.#connection);
    for (let left = checks; left > 0; left -= MAX_JOBS_PER_BATCH.FAST) {
      const jobs = Array.from(
        { length: Math.min(left, MAX_JOBS_PER_BATCH.FAST) },
        (_, i) => all[(left - i) % all.length],
      );
      await stream.publish(subjects.checkJobs.FAST, JSON.stringify({ jobs }));
    }
  }

  async stop(): Promise<void> {
    await this.#worker.stop();
    await this.#connection.close();
    await this.#nats.stop();
  }

  async #reach(results: number): Promise<void> {
    await waitFor(`${results} results`, () => this.#results >= results, { timeoutMs: 120_000, intervalMs: 2 });
  }

  async #countResults(): Promise<void> {
    const manager = await jetstreamManager(this.#connection);
    const durable_name = 'bench';
    const settings = { durable_name, ack_policy: AckPolicy.Explicit, ack_wait: nanos(30_000), max_ack_pending: 10_000 };
    // The worker makes the streams when it starts.
    await waitFor('the streams', () => manager.consumers.add(streams.RESULTS.name, settings));
    await waitFor('the streams', () => manager.streams.info(streams.CHECKS.name));
    const consumer = await jetstream(this.#connection).consumers.get(streams.RESULTS.name, durable_name);
    await consumer.consume({
      callback: (message) => {
        const { results } = message.json<ResultBatch>();
        this.#results += results.length;
        this.#failures += results.filter(({ outcome }) => outcome.verdict !== 'SUCCEEDED').length;
        message.ack();
      },
    });
  }
}
