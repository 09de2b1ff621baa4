import { Injectable } from '@nestjs/common';
import type { CheckLane } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { Claims } from './claims.ts';
import { JobMaker } from './job-maker.ts';
import { JobPublisher } from './job-publisher.ts';
import { ScheduleMetrics } from './schedule-metrics.ts';
import type { Due } from './schedule.repository.ts';

/** A larger claim would keep its rows locked for too long: results wait for them. */
const MAX_CLAIM = 1_000;

/** Claims due checks and publishes their jobs. */
@Injectable()
export class CheckHandout {
  constructor(
    private readonly database: ServiceDatabase,
    private readonly claims: Claims,
    private readonly jobs: JobMaker,
    private readonly publisher: JobPublisher,
    private readonly metrics: ScheduleMetrics,
  ) {}

  /** How many checks may be handed out now; undefined while there is no connection or no worker. */
  room(lane: CheckLane): Promise<number | undefined> {
    return this.publisher.capacity(lane);
  }

  /**
   * Returns how many checks were handed out. The jobs are published before the claim is committed. If either step fails,
   * the checks stay due: another replica claims the same slots, and a job that ran anyway is a result of the same slot.
   */
  async handOut(lane: CheckLane, due: Due, room: number): Promise<number> {
    const claimed = await this.database.mutations.run(async (connection) => {
      const now = new Date();
      const rows = await this.claims.take(connection, lane, due, Math.min(room, MAX_CLAIM), now);
      const jobs = await this.jobs.of(connection, rows, now);
      await this.publisher.publish(lane, jobs);
      return { now, jobs };
    });
    this.metrics.claimed(lane, claimed.jobs, claimed.now);
    return claimed.jobs.length;
  }
}
