import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { CheckLane } from '@vedette/contract';
import { isMostlyContradicted, REMEMBERED_VERDICTS, type Verdict } from '../trust/contradictions.ts';

/** The verdicts of other workers on our failures, and the number of confirmations that are still running. */
@Injectable()
export class PeerVerdicts {
  readonly #verdicts: Verdict[] = [];
  readonly #ended = new EventEmitter<{ ended: [] }>().setMaxListeners(0);
  readonly #underWay: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };

  /** Notes that another worker has accepted our failure. The caller calls the returned function at the end. */
  noteUnderWay(lane: CheckLane): () => void {
    this.#underWay[lane] += 1;
    return () => {
      this.#underWay[lane] -= 1;
      this.#ended.emit('ended');
    };
  }

  note(isContradiction: boolean): void {
    if (this.#verdicts.length >= REMEMBERED_VERDICTS) this.#verdicts.shift();
    this.#verdicts.push({ at: performance.now(), isContradiction });
  }

  /**
   * For a failure that no other worker could confirm: true when at least half of the verdicts around `failedAt`
   * contradict us. Waits for a verdict since then while confirmations run, because simultaneous failures may all be our
   * fault. Fast failures do not wait for slow ones.
   */
  async speakAgainst(lane: CheckLane, failedAt: number, signal: AbortSignal): Promise<boolean> {
    while (this.#isUnderWay(lane) && !this.#verdicts.some(({ at }) => at >= failedAt)) {
      await once(this.#ended, 'ended', { signal });
    }
    return isMostlyContradicted(this.#verdicts, failedAt);
  }

  #isUnderWay(lane: CheckLane): boolean {
    return this.#underWay.FAST > 0 || (lane === 'SLOW' && this.#underWay.SLOW > 0);
  }
}
