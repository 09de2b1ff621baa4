import { Injectable } from '@nestjs/common';
import { consumers, type CheckTarget } from '@vedette/contract';
import { Gatherer, jetstreamAnswers } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { Attempts } from '../attempts.ts';
import { Peers } from '../peers/peers.ts';
import { Draining } from '../draining.ts';
import { Canaries } from './canaries.ts';
import { isContradicted, placeOf, REMEMBERED_JUDGEMENTS, type Judgement } from './contradictions.ts';

const REVIEW_EVERY_MS = 1_000;
const RETEST_EVERY_MS = 5_000;
const RETESTED_TARGETS = 3;
/** JetStream answers within milliseconds, or one trip around the earth. TCP may not notice a broken connection for minutes. */
const JETSTREAM_ANSWERS_MS = 2_000;
/** After this time the worker trusts itself again, whatever its retests find: contradicted failures do no harm. */
const LONGEST_DISTRUST_MS = 5 * 60_000;

export type Distrust = 'CANARIES_UNKNOWN' | 'CANARIES_FAIL' | 'CONTRADICTED';

/** Tracks whether this worker trusts its own network, from the findings of other workers and from its canaries. */
@Injectable()
export class NetworkTrust {
  readonly #changed: (() => void)[] = [];
  readonly #judgements: Judgement[] = [];
  /** Asks now, because an earlier sign of life may be older than the failure; failures at the same time share a question. */
  readonly #reachesJetStream = new Gatherer<number, boolean>({
    size: Infinity,
    run: async (failures) => {
      const isReached = await jetstreamAnswers(this.host.link, consumers.fastJobs, JETSTREAM_ANSWERS_MS);
      return failures.map(() => isReached);
    },
  });
  /** The contradicted targets by host and port, the newest last. */
  readonly #contradicted = new Map<string, CheckTarget>();
  #contradictedAt: number | null = null;
  #retestedAt = 0;
  #lastReason: Distrust | null = null;

  constructor(
    private readonly host: Host,
    private readonly attempts: Attempts,
    private readonly peers: Peers,
    private readonly canaries: Canaries,
    private readonly draining: Draining,
  ) {
    host.lifecycle.loop('reviewing the network', REVIEW_EVERY_MS, () => this.review());
  }

  /** Null while this worker's failures may be trusted. */
  get reason(): Distrust | null {
    const { isFailing } = this.canaries;
    if (isFailing === undefined) return 'CANARIES_UNKNOWN';
    if (isFailing) return 'CANARIES_FAIL';
    // The last trusted worker does not stop, because some worker has to run the checks.
    return this.#contradictedAt !== null && this.peers.hasTrusted() ? 'CONTRADICTED' : null;
  }

  /** For a failure that this worker saw at that time and that no other worker confirmed. */
  async isInDoubtSince(time: number): Promise<boolean> {
    const isReached = await this.#reachesJetStream.add(time);
    return !isReached || (await this.canaries.isFailingSince(time)) || this.reason !== null;
  }

  onChange(listener: () => void): void {
    this.#changed.push(listener);
  }

  noteSuccess(): void {
    this.#note(null);
  }

  /** Notes that another worker saw the failure too. */
  noteAgreed(): void {
    this.#note(null);
  }

  noteContradicted(target: CheckTarget): void {
    const place = placeOf(target);
    this.#note(place);
    this.#contradicted.delete(place);
    this.#contradicted.set(place, target);
    const [oldest] = this.#contradicted.keys();
    if (this.#contradicted.size > RETESTED_TARGETS && oldest !== undefined) this.#contradicted.delete(oldest);
    if (this.#contradictedAt !== null || !isContradicted(this.#judgements, performance.now())) return;
    this.#contradictedAt = performance.now();
    this.#retestedAt = this.#contradictedAt;
    this.#tellChanges();
  }

  /** Retests targets that other workers found up, and trusts this worker again when most of them succeed. */
  async review(): Promise<void> {
    const now = performance.now();
    if (this.#contradictedAt !== null && now - this.#retestedAt >= RETEST_EVERY_MS) {
      this.#retestedAt = now;
      if (now - this.#contradictedAt >= LONGEST_DISTRUST_MS || (await this.#isRight())) this.#believeAgain();
    }
    this.#tellChanges();
  }

  async #isRight(): Promise<boolean> {
    const signal = this.draining.givingUp;
    const targets = [...this.#contradicted.values()];
    const reports = await Promise.all(
      targets.map((target) => this.attempts.makeAnew(target, signal).catch(() => null)),
    );
    return reports.filter((report) => report?.attempt.error === null).length * 2 > targets.length;
  }

  #believeAgain(): void {
    this.#contradictedAt = null;
    this.#judgements.length = 0;
    this.#contradicted.clear();
  }

  #note(contradictedPlace: string | null): void {
    if (this.#judgements.length >= REMEMBERED_JUDGEMENTS) this.#judgements.shift();
    this.#judgements.push({ at: performance.now(), contradictedPlace });
  }

  #tellChanges(): void {
    const { reason } = this;
    if (reason === this.#lastReason) return;
    this.#lastReason = reason;
    if (reason === null) this.host.logger.info('the network of this worker is trusted again; it takes on checks');
    else this.host.logger.warn({ reason }, 'the network of this worker is in doubt; it takes on no checks');
    for (const listener of this.#changed) listener();
  }
}
