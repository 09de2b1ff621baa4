import { Injectable } from '@nestjs/common';
import { CHECK_LANES, type CheckJob, type CheckLane, type CheckTarget } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import { pauseUntilDue, type BackgroundLoop, type PauseLimits } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import { slotToRun } from './check-slots.ts';
import { Claims } from './claims.ts';
import { JobPublisher } from './job-publisher.ts';
import { targetOf } from './job-target.ts';
import { LostJobs } from './lost-jobs.ts';
import { ScheduleMetrics } from './schedule-metrics.ts';
import { ScheduleRepository, type ClaimedMonitor, type Due } from './schedule.repository.ts';

/** A larger claim would keep its rows locked for too long: results wait for them. */
const MAX_CLAIM = 1_000;
const MAX_QUEUED = 2_000;
const LONGEST_PAUSE_MS = 1_000;
const PAUSES: Readonly<Record<CheckLane, PauseLimits>> = {
  FAST: { shortestMs: 50, longestMs: LONGEST_PAUSE_MS },
  SLOW: { shortestMs: 100, longestMs: LONGEST_PAUSE_MS },
};

/** Finds due checks and hands them to the workers, with one loop for each lane. */
@Injectable()
export class Scheduler {
  readonly #loops: readonly BackgroundLoop[];
  /** When the next check of a lane is due, as the last look found it. */
  readonly #nextAt: Record<CheckLane, Date | null> = { FAST: null, SLOW: null };

  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly schedule: ScheduleRepository,
    private readonly lostJobs: LostJobs,
    private readonly claims: Claims,
    private readonly publisher: JobPublisher,
    private readonly metrics: ScheduleMetrics,
    private readonly secrets: MonitorSecrets,
  ) {
    this.#loops = CHECK_LANES.map((lane) => {
      const handOutAll = async (): Promise<void> => {
        await this.lostJobs.expect();
        while (this.host.link.isConnected && (await this.#handOut(lane)));
      };
      // Stops first: checks by hand may take two more minutes, and the remaining replicas run the schedule.
      const pauseMs = (): number => pauseUntilDue(this.#nextAt[lane], new Date(), PAUSES[lane]);
      return host.lifecycle.loop(`the schedule (${lane})`, pauseMs, handOutAll, 'entrances');
    });
    host.link.onConnect(() => this.wake());
  }

  /** Called after a commit that made a check due at once. */
  wake(): void {
    for (const loop of this.#loops) loop.wake();
  }

  /** Called after a commit that planned checks: the last look does not know of one that is due before the next look. */
  notePlanned(plannedAt: readonly (Date | null)[]): void {
    const nextLookBy = Date.now() + LONGEST_PAUSE_MS;
    if (plannedAt.some((at) => at !== null && at.getTime() < nextLookBy)) this.wake();
  }

  /** Returns true when there may be more checks to hand out at once. */
  async #handOut(lane: CheckLane): Promise<boolean> {
    const now = new Date();
    const due = await this.schedule.look(lane);
    const isDue = due.nextAt !== null && due.nextAt <= now;
    // Waiting checks are tried again after the shortest pause.
    this.#nextAt[lane] = due.isWaiting ? now : due.nextAt;
    if (!isDue && !due.isWaiting) return false;
    const room = await this.publisher.capacity(lane);
    if (room === undefined) return false;
    // A check without a place waits behind the checks of its own organization, not behind those of all organizations.
    if (isDue && (due.isWaiting || room === 0)) await this.schedule.queueDue(lane, now, MAX_QUEUED);
    if (room === 0) return false;
    return (await this.#handOutSome(lane, due, Math.min(room, MAX_CLAIM))) > 0;
  }

  /**
   * The jobs are published before the claim is committed. If either step fails, the checks stay due: another replica
   * claims the same slots, and a job that ran anyway is a result of the same slot.
   */
  async #handOutSome(lane: CheckLane, due: Due, room: number): Promise<number> {
    const claimed = await this.database.mutations.run(async (connection) => {
      const now = new Date();
      const rows = await this.claims.take(connection, lane, due, room, now);
      const jobs = await this.#jobsOf(connection, rows, now);
      await this.publisher.publish(lane, jobs);
      return { now, jobs };
    });
    this.metrics.claimed(lane, claimed.jobs, claimed.now);
    return claimed.jobs.length;
  }

  async #jobsOf(connection: Connection, rows: readonly ClaimedMonitor[], now: Date): Promise<CheckJob[]> {
    const moved: { id: string; slotAt: Date }[] = [];
    const jobs = rows.flatMap((row): CheckJob[] => {
      const { id: monitorId, organizationId, epoch } = row;
      const slotAt = slotToRun({ monitorId, intervalSeconds: row.intervalSeconds }, row.slotAt, now);
      if (slotAt > row.slotAt) moved.push({ id: monitorId, slotAt });
      const target = this.#targetOf(row, now);
      return target === undefined ? [] : [{ organizationId, monitorId, epoch, slotAt: slotAt.toISOString(), target }];
    });
    await this.schedule.moveSlots(connection, moved);
    return jobs;
  }

  /** One monitor that cannot be checked must not block the others. */
  #targetOf(row: ClaimedMonitor, now: Date): CheckTarget | undefined {
    try {
      return targetOf(row, this.secrets.open(row.id, row), now) ?? undefined;
    } catch (error) {
      this.host.logger.error({ error, monitorId: row.id }, 'a monitor cannot be checked');
      return undefined;
    }
  }
}
