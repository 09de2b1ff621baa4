import { Injectable } from '@nestjs/common';
import type { CheckJob } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import type { Counter, Histogram } from '@vedette/telemetry';

const LATENESS_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

@Injectable()
export class ScheduleMetrics {
  readonly #claimed: Counter<'type'>;
  readonly #lateness: Histogram;

  constructor({ metrics }: Host) {
    this.#claimed = metrics.counter('checks_claimed_total', 'Due checks that were handed to workers, by type', [
      'type',
    ]);
    this.#lateness = metrics.histogram(
      'schedule_lateness_seconds',
      'Time from a slot to the moment at which its check was handed to workers',
      LATENESS_BUCKETS_SECONDS,
    );
  }

  claimed(jobs: readonly CheckJob[], at: Date): void {
    for (const { slotAt, target } of jobs) {
      this.#claimed.inc({ type: target.type });
      this.#lateness.observe((at.getTime() - Date.parse(slotAt)) / 1_000);
    }
  }
}
