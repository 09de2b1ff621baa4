import { Injectable } from '@nestjs/common';
import type { CheckOutcome, CheckTarget } from '@vedette/contract';
import { Attempts } from './attempts.ts';
import { outcomeOf } from './check-outcome.ts';
import { CheckSlots } from './check-slots.ts';
import { Confirmer } from './confirmation/confirmer.ts';
import { NetworkTrust } from './trust/network-trust.ts';
import { WorkerMetrics } from './worker-metrics.ts';

/** One logical check: a first attempt, and another look at it when it failed. */
@Injectable()
export class CheckService {
  constructor(
    private readonly attempts: Attempts,
    private readonly confirmer: Confirmer,
    private readonly trust: NetworkTrust,
    private readonly slots: CheckSlots,
    private readonly metrics: WorkerMetrics,
  ) {}

  /**
   * A check that somebody waits for: it goes before the scheduled ones, and ends when nobody waits any more. A worker that
   * stops finishes it: begun anew elsewhere, it would seldom be in time.
   */
  runNow(target: CheckTarget, deadlineAt: number): Promise<CheckOutcome> {
    const tooLate = AbortSignal.timeout(Math.max(deadlineAt - Date.now(), 0));
    return this.slots.run(() => this.run(target, tooLate), 'URGENT');
  }

  /** In a place of its caller's, which the confirmation keeps too. Rejects when the signal fires. */
  async run(target: CheckTarget, signal: AbortSignal): Promise<CheckOutcome> {
    signal.throwIfAborted();
    const first = await this.attempts.make(target, signal);
    if (first?.attempt.error === null) this.trust.noteSuccess();
    const isFailed = first !== null && first.attempt.error !== null;
    const outcome = outcomeOf(first, isFailed ? await this.confirmer.confirm(target, signal) : null);
    this.metrics.checked(target.type, outcome.verdict);
    return outcome;
  }
}
