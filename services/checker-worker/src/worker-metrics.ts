import { Injectable } from '@nestjs/common';
import type { CheckOutcome, CheckTarget } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { LATENCY_BUCKETS_SECONDS, type Counter, type Histogram } from '@vedette/telemetry';
import { WorkerIdentity } from './worker-identity.ts';

/** Metrics of checks, attempts and confirmations. All metrics of a worker carry its region. */
@Injectable()
export class WorkerMetrics {
  readonly #checks: Counter<'type' | 'verdict'>;
  readonly #attempts: Histogram<'type' | 'outcome'>;
  readonly #confirmations: Counter<'by' | 'outcome'>;
  readonly #givenBack: Counter;
  readonly #cutOff: Counter;

  constructor({ metrics }: Host, { region }: WorkerIdentity) {
    metrics.labelAll({ region });
    this.#checks = metrics.counter('checks_total', 'Checks done, by type and verdict', ['type', 'verdict']);
    this.#attempts = metrics.histogram(
      'check_attempt_seconds',
      'Time that an attempt took, by type and outcome',
      LATENCY_BUCKETS_SECONDS,
      ['type', 'outcome'],
    );
    this.#confirmations = metrics.counter(
      'check_confirmations_total',
      'Failures that were looked at again, by whom and with which outcome',
      ['by', 'outcome'],
    );
    this.#givenBack = metrics.counter('check_batches_given_back_total', 'Batches of jobs given back unfinished');
    this.#cutOff = metrics.counter(
      'checks_cut_off_total',
      'Checks that became slow and were cut off, because more ran than a worker holds',
    );
  }

  checked(type: CheckTarget['type'], verdict: CheckOutcome['verdict']): void {
    this.#checks.inc({ type, verdict });
  }

  attempted(type: CheckTarget['type'], outcome: 'succeeded' | 'failed' | 'unable', ms: number): void {
    this.#attempts.observe({ type, outcome }, ms / 1000);
  }

  confirmed(by: 'peer' | 'self' | 'nobody', outcome: 'agreed' | 'contradicted' | 'unable'): void {
    this.#confirmations.inc({ by, outcome });
  }

  gaveBack(): void {
    this.#givenBack.inc();
  }

  cutOff(): void {
    this.#cutOff.inc();
  }
}
