import { Injectable } from '@nestjs/common';
import { CHECK_LANES, type CheckLane } from '@vedette/contract';
import { pauseUntilDue, type BackgroundLoop, type PauseLimits } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { CheckHandout } from './check-handout.ts';
import { LostJobs } from './lost-jobs.ts';
import { ScheduleRepository } from './schedule.repository.ts';

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
    host: Host,
    private readonly schedule: ScheduleRepository,
    private readonly lostJobs: LostJobs,
    private readonly handout: CheckHandout,
  ) {
    this.#loops = CHECK_LANES.map((lane) => {
      const handOutAll = async (): Promise<void> => {
        await this.lostJobs.expect();
        while (host.link.isConnected && (await this.#handOut(lane)));
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
    const room = await this.handout.room(lane);
    if (room === undefined) return false;
    // A check without a place waits behind the checks of its own organization, not behind those of all organizations.
    if (isDue && (due.isWaiting || room === 0)) await this.schedule.queueDue(lane, now, MAX_QUEUED);
    if (room === 0) return false;
    return (await this.handout.handOut(lane, due, room)) > 0;
  }
}
