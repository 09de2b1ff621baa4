import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { subjects, type CheckJob, type CheckTarget } from '@vedette/contract';
import { BackgroundLoop, jetstreamOf } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MonitorSecrets } from '../monitor-secrets.ts';
import { Transactions, type Connection } from '../transactions.ts';
import { lostAfter, lostAfterRestart, slotToRun } from './check-slots.ts';
import { jobBatches } from './job-batches.ts';
import { targetOf } from './job-target.ts';
import { ScheduleMetrics } from './schedule-metrics.ts';
import { ScheduleRepository, type ClaimedRow } from './schedule.repository.ts';

/** How late a slot is found at most, when nobody wakes the loop. */
const POLL_MS = 50;
const MAX_CLAIM = 1_000;
const PUBLISH_TIMEOUT_MS = 3_000;

/** Finds due checks and hands them to the workers. */
@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    private readonly host: Host,
    private readonly transactions: Transactions,
    private readonly schedule: ScheduleRepository,
    private readonly metrics: ScheduleMetrics,
    private readonly secrets: MonitorSecrets,
  ) {
    this.#loop = new BackgroundLoop('the schedule', POLL_MS, host.logger, () => this.#runDue());
    host.link.onConnect(() => this.#doubtJobs());
    // Checks by hand may be waited for another two minutes: the schedule is for the replicas that stay.
    host.stopping.addEventListener('abort', () => void this.#loop.stop());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Called after a commit that made a check due at once. */
  wake(): void {
    this.#loop.wake();
  }

  async #runDue(): Promise<void> {
    while (this.host.link.isConnected && (await this.#runBatch()) === MAX_CLAIM);
  }

  /**
   * The jobs are published before the claim is committed. If either fails, the checks are due as before: another
   * replica claims the same slots, and a job that ran after all is the same slot's result.
   */
  async #runBatch(): Promise<number> {
    const claimed = await this.transactions.run(async (connection) => {
      const now = new Date();
      const rows = await this.schedule.claim(connection, now, lostAfter(now), MAX_CLAIM);
      const jobs = await this.#jobsOf(connection, rows, now);
      await this.#publish(jobs);
      return { now, jobs };
    });
    this.metrics.claimed(claimed.jobs, claimed.now);
    return claimed.jobs.length;
  }

  async #jobsOf(connection: Connection, rows: readonly ClaimedRow[], now: Date): Promise<CheckJob[]> {
    const moved: { id: string; slotAt: Date }[] = [];
    const jobs = rows.flatMap((row): CheckJob[] => {
      const slotAt = slotToRun({ monitorId: row.id, intervalSeconds: row.interval_seconds }, row.slot_at, now);
      if (slotAt > row.slot_at) moved.push({ id: row.id, slotAt });
      const target = this.#targetOf(row, now);
      return target === undefined
        ? []
        : [{ monitorId: row.id, epoch: row.epoch, slotAt: slotAt.toISOString(), target }];
    });
    await this.schedule.moveSlots(connection, moved);
    return jobs;
  }

  /** One monitor that cannot be checked must not keep all the others from it. */
  #targetOf(row: ClaimedRow, now: Date): CheckTarget | undefined {
    try {
      return targetOf(row, this.secrets.open(row.id, row), now) ?? undefined;
    } catch (error) {
      this.host.logger.error({ error, monitorId: row.id }, 'a monitor cannot be checked');
      return undefined;
    }
  }

  async #publish(jobs: readonly CheckJob[]): Promise<void> {
    const { connection } = this.host.link;
    if (jobs.length === 0) return;
    if (connection === undefined) throw new Error('NATS is away');
    const jetstream = jetstreamOf(connection);
    const acknowledged = jobBatches(jobs).map((batch) =>
      jetstream.publish(subjects.checkJobs, batch, { timeout: PUBLISH_TIMEOUT_MS }),
    );
    await this.host.link.whileConnected(Promise.all(acknowledged));
  }

  /** A NATS that comes back may have forgotten jobs or results that it had acknowledged. */
  async #doubtJobs(): Promise<void> {
    const doubted = await this.schedule.expectLoss(lostAfterRestart(new Date()));
    if (doubted > 0) this.host.logger.info({ doubted }, 'checks in flight are waited for a shorter time');
    this.#loop.wake();
  }
}
