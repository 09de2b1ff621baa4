import type { CheckLane, CheckTarget } from '@vedette/contract';
import {
  REMEMBERED_JUDGEMENTS,
  REMEMBERED_VERDICTS,
  type Judgement,
  type Verdict,
} from '@vedette/checker-worker/contradictions';
import type { CheckerWorker } from './checker-worker.ts';
import type { Task } from './clock.ts';
import type { Stage } from './stage.ts';

const RETEST_EVERY_MS = 5_000;
const RETESTED_TARGETS = 3;
const LONGEST_DISTRUST_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 50;
const LOOK_AT_CANARIES_MS = 10_000;

interface Contradicted {
  readonly monitor: number;
  readonly target: CheckTarget;
}

/** Whether a worker trusts its own network: trust/network-trust.ts and confirmation/peer-verdicts.ts. */
export class NetworkTrust {
  readonly #stage: Stage;
  readonly #worker: CheckerWorker;
  #judgements: Judgement[] = [];
  readonly #contradicted = new Map<string, Contradicted>();
  readonly #verdicts: Verdict[] = [];
  readonly #underWay: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };
  /** Since when, and for the promises: until when. */
  #contradictedAt: number | null = null;
  #lookedAt = 0;
  readonly #distrusted: { from: number; to: number }[] = [];

  constructor(stage: Stage, worker: CheckerWorker) {
    this.#stage = stage;
    this.#worker = worker;
  }

  /** Null while its failures may be trusted. The last trusted worker does not stop. */
  get reason(): 'CANARIES_FAIL' | 'CONTRADICTED' | null {
    if (this.#areCanariesFailing()) return 'CANARIES_FAIL';
    return this.#contradictedAt !== null && this.#worker.peers.trusted().length > 0 ? 'CONTRADICTED' : null;
  }

  wasTrusted(from: number, to: number): boolean {
    const now = this.#contradictedAt === null ? [] : [{ from: this.#contradictedAt, to: Infinity }];
    return [...this.#distrusted, ...now].every((period) => period.to < from || period.from > to);
  }

  isInDoubtNow(): boolean {
    return !this.#worker.isReachable || this.#lookAtCanaries() || this.reason !== null;
  }

  noteSuccess(): void {
    this.#note(null);
  }

  noteAgreed(): void {
    this.#note(null);
  }

  noteContradicted(monitor: number, target: CheckTarget): void {
    const { clock, deciders, note } = this.#stage;
    const place = deciders.placeOf(target);
    this.#note(place);
    this.#contradicted.delete(place);
    this.#contradicted.set(place, { monitor, target });
    const [oldest] = this.#contradicted.keys();
    if (this.#contradicted.size > RETESTED_TARGETS && oldest !== undefined) this.#contradicted.delete(oldest);
    if (this.#contradictedAt !== null || !deciders.isContradicted(this.#judgements, clock.now)) return;
    this.#contradictedAt = clock.now;
    note(() => `worker ${this.#worker.number} distrusts its network`);
    clock.start(this.#review(), () => this.#contradictedAt !== null);
  }

  noteUnderWay(lane: CheckLane): () => void {
    this.#underWay[lane] += 1;
    return () => {
      this.#underWay[lane] -= 1;
    };
  }

  noteVerdict(isContradiction: boolean): void {
    if (this.#verdicts.length >= REMEMBERED_VERDICTS) this.#verdicts.shift();
    this.#verdicts.push({ at: this.#stage.clock.now, isContradiction });
  }

  *verdictsSpeakAgainst(lane: CheckLane, failedAt: number): Task<boolean> {
    const isUnderWay = (): boolean => this.#underWay.FAST > 0 || (lane === 'SLOW' && this.#underWay.SLOW > 0);
    while (isUnderWay() && !this.#verdicts.some(({ at }) => at >= failedAt)) yield LOOK_AGAIN_MS;
    return this.#stage.deciders.isMostlyContradicted(this.#verdicts, failedAt);
  }

  /** Retests contradicted targets until most of them succeed. */
  *#review(): Task<void> {
    const { clock, note } = this.#stage;
    const since = clock.now;
    for (;;) {
      yield RETEST_EVERY_MS;
      if (clock.now - since < LONGEST_DISTRUST_MS && !(yield* this.#isRight())) continue;
      this.#distrusted.push({ from: since, to: clock.now });
      this.#contradictedAt = null;
      this.#judgements = [];
      this.#contradicted.clear();
      note(() => `worker ${this.#worker.number} trusts its network again`);
      return;
    }
  }

  *#isRight(): Task<boolean> {
    let successes = 0;
    const targets = [...this.#contradicted.values()];
    for (const { monitor, target } of targets) {
      const { attempt } = yield* this.#worker.attempt(monitor, target);
      if (attempt.error === null) successes += 1;
    }
    return successes * 2 > targets.length;
  }

  /** What the last look at the canaries found; there is one every ten seconds (trust/canaries.ts). */
  #areCanariesFailing(): boolean {
    const { script, truth, clock } = this.#stage;
    if (!script.hasCanaries) return false;
    const routineAt = clock.now - ((clock.now + this.#worker.number * 3_000) % LOOK_AT_CANARIES_MS);
    return truth.isOffline(this.#worker.number, Math.max(routineAt, this.#lookedAt));
  }

  #lookAtCanaries(): boolean {
    this.#lookedAt = this.#stage.clock.now;
    return this.#areCanariesFailing();
  }

  #note(contradictedPlace: string | null): void {
    if (this.#judgements.length >= REMEMBERED_JUDGEMENTS) this.#judgements.shift();
    this.#judgements.push({ at: this.#stage.clock.now, contradictedPlace });
  }
}
