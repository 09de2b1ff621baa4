import { Injectable } from '@nestjs/common';
import { laneOf, type CheckOutcome, type CheckTarget } from '@vedette/contract';
import { Attempts } from './attempts.ts';
import { outcomeOf } from './check-outcome.ts';
import { CheckPlaces, type Place } from './places/check-places.ts';
import { Confirmer } from './confirmation/confirmer.ts';
import { NetworkTrust } from './trust/network-trust.ts';
import { WorkerMetrics } from './worker-metrics.ts';

export interface Check {
  readonly organizationId: string;
  readonly target: CheckTarget;
}

/** One logical check: a first attempt, and another look at it when it failed. */
@Injectable()
export class CheckService {
  constructor(
    private readonly attempts: Attempts,
    private readonly confirmer: Confirmer,
    private readonly trust: NetworkTrust,
    private readonly places: CheckPlaces,
    private readonly metrics: WorkerMetrics,
  ) {}

  /**
   * A check that somebody waits for: it has places of its own, and ends when nobody waits any more. A worker that stops
   * finishes it: begun anew elsewhere, it would seldom be in time.
   */
  runNow(check: Check, deadlineAt: number): Promise<CheckOutcome> {
    const tooLate = AbortSignal.timeout(Math.max(deadlineAt - Date.now(), 0));
    return this.places.run('BY_HAND', check.organizationId, ({ keep }) => this.run(check, { signal: tooLate, keep }));
  }

  /** In a place that the caller holds, and that the confirmation keeps too. Rejects when the signal fires. */
  async run({ organizationId, target }: Check, { signal, keep }: Place): Promise<CheckOutcome> {
    signal.throwIfAborted();
    const first = await this.attempts.make(target, signal);
    if (first?.attempt.error === null) this.trust.noteSuccess();
    const isFailed = first !== null && first.attempt.error !== null;
    if (!isFailed) return this.#judged(target, outcomeOf(first, null));
    const lane = laneOf(first.pace);
    if (lane === 'FAST') keep();
    return this.#judged(
      target,
      outcomeOf(first, await this.confirmer.confirm({ organizationId, target, lane }, signal)),
    );
  }

  #judged(target: CheckTarget, outcome: CheckOutcome): CheckOutcome {
    this.metrics.checked(target.type, outcome.verdict);
    return outcome;
  }
}
