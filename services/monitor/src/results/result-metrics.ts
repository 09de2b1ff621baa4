import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import type { Counter, Histogram } from '@vedette/telemetry';
import { beganAt } from '../observations/check-outcome.ts';
import type { HandledResult } from './result.service.ts';

const LATENESS_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

@Injectable()
export class ResultMetrics {
  readonly #results: Counter<'type' | 'outcome' | 'effect'>;
  readonly #lateness: Histogram<'lane'>;
  readonly #parked: Counter;

  constructor({ metrics }: Host) {
    this.#results = metrics.counter(
      'check_results_total',
      'Results of checks, by the type of the monitor, their outcome, and what they did to it',
      ['type', 'outcome', 'effect'],
    );
    this.#lateness = metrics.histogram(
      'check_start_lateness_seconds',
      'Time from a slot to the first attempt of its check, by lane',
      LATENESS_BUCKETS_SECONDS,
      ['lane'],
    );
    this.#parked = metrics.counter('check_results_parked_total', 'Results that could not be applied and were parked');
  }

  count(results: readonly HandledResult[]): void {
    for (const { result, monitor, application } of results) {
      const { outcome, slotAt } = result;
      this.#results.inc({ type: monitor.rule.type, outcome: outcome.verdict, effect: application.kind });
      const began = beganAt(outcome);
      const { lane } = monitor.check;
      if (began !== undefined)
        this.#lateness.observe({ lane }, Math.max(0, began.getTime() - slotAt.getTime()) / 1_000);
    }
  }

  parked(): void {
    this.#parked.inc();
  }
}
