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

/** Runs one check: a first attempt, and a confirmation if that attempt failed. */
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
   * Runs a check by hand. It has its own places, and ends at the client's deadline. A stopping worker finishes it,
   * because a new start on another worker would rarely be in time.
   */
  runNow(check: Check, deadlineAt: number): Promise<CheckOutcome> {
    const tooLate = AbortSignal.timeout(Math.max(deadlineAt - Date.now(), 0));
    return this.places.run('BY_HAND', check.organizationId, ({ keep }) => this.run(check, { signal: tooLate, keep }));
  }

  /** Runs in a place that the caller holds; the confirmation uses the same place. Rejects when the signal fires. */
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
