import { Injectable } from '@nestjs/common';
import { CHECK_LANES, type CheckJob, type CheckLane } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import type { Counter, Histogram } from '@vedette/telemetry';
import { JobPublisher } from './job-publisher.ts';
import { ScheduleRepository } from './schedule.repository.ts';
import { WorkerPlaces } from './worker-places.ts';

const LATENESS_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const MAX_COUNTED = 100_000;

@Injectable()
export class ScheduleMetrics {
  readonly #claimed: Counter<'type' | 'lane'>;
  readonly #lateness: Histogram<'lane'>;

  constructor({ metrics }: Host, schedule: ScheduleRepository, publisher: JobPublisher, workers: WorkerPlaces) {
    this.#claimed = metrics.counter(
      'checks_claimed_total',
      'Due checks that were handed to workers, by type and lane',
      ['type', 'lane'],
    );
    this.#lateness = metrics.histogram(
      'schedule_lateness_seconds',
      'Time from a slot to the moment at which its check was handed to workers',
      LATENESS_BUCKETS_SECONDS,
      ['lane'],
    );
    metrics.observedSeries(
      'workers',
      'Workers that announce themselves and trust their network, by region',
      'region',
      () => workers.byRegion(),
    );
    for (const lane of CHECK_LANES) {
      metrics.observedGauge(
        'checks_due_waiting',
        'Due checks that wait in the table for a place, by lane; counted up to 100,000',
        () => schedule.countWaiting(lane, MAX_COUNTED),
        { lane },
      );
      metrics.observedGauge(
        'checks_handed_out_pending',
        'Jobs in CHECKS that no worker has taken yet, by lane',
        () => publisher.pending(lane),
        { lane },
      );
    }
  }

  claimed(lane: CheckLane, jobs: readonly CheckJob[], at: Date): void {
    for (const { slotAt, target } of jobs) {
      this.#claimed.inc({ type: target.type, lane });
      this.#lateness.observe({ lane }, (at.getTime() - Date.parse(slotAt)) / 1_000);
    }
  }
}
