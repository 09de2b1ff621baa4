import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { CheckLane } from '@vedette/contract';
import { isMostlyContradicted, REMEMBERED_VERDICTS, type Verdict } from '../trust/contradictions.ts';

/** What other workers found where we saw failures, and what they are looking at now. */
@Injectable()
export class PeerVerdicts {
  readonly #verdicts: Verdict[] = [];
  readonly #ended = new EventEmitter<{ ended: [] }>().setMaxListeners(0);
  readonly #underWay: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };

  /** Another worker has taken a failure of ours on; to be called back when it is done with it. */
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
   * For a failure of that time which nobody else could look at. Before the first of its like is judged nothing is
   * known: as many as fail at once may all fail because of us. A failure that came fast does not wait for slow ones.
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
