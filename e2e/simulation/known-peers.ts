import { CHECK_LANES, PRESENCE_MS, type CheckLane } from '@vedette/contract';
import type { Peer } from '@vedette/checker-worker/choose-peer';
import type { CheckerWorker } from './checker-worker.ts';
import type { Stage } from './stage.ts';
import type { Period } from './truth.ts';

const ANNOUNCE_EVERY_MS = 1_000;
export const ORGANIZATION = 'org_1';

export type Refusal = 'FULL' | 'SHARE' | 'CLOSED';

export interface Heard extends Peer {
  readonly worker: CheckerWorker;
  readonly satisfied: Record<CheckLane, Set<string>>;
  /** It left a question unanswered. Its next announcement replaces this entry. */
  isAwaited: boolean;
}

/** The other workers, as far as one worker has heard them: peers/peers.ts of the checker-worker. */
export class KnownPeers {
  readonly #stage: Stage;
  readonly #own: CheckerWorker;
  readonly #all: readonly CheckerWorker[];
  readonly #heard = new Map<CheckerWorker, Heard>();
  /** The process that listens started after this time. */
  #startedAfter = -Infinity;
  #isListening = false;

  constructor(stage: Stage, own: CheckerWorker, all: readonly CheckerWorker[]) {
    this.#stage = stage;
    this.#own = own;
    this.#all = all;
  }

  get connection(): Period | undefined {
    return this.#stage.truth.connectionAt(this.#own.number, this.#stage.clock.now);
  }

  get listenedMs(): number | null {
    const { connection } = this;
    return connection === undefined ? null : this.#stage.clock.now - connection.from;
  }

  isAlone(): boolean {
    return this.trusted().length === 0 && this.#stage.deciders.knowsOthers(this.listenedMs);
  }

  trusted(): Heard[] {
    const { clock, deciders } = this.#stage;
    this.#listen();
    return deciders.trustedPeers(this.#heard.values(), `worker ${this.#own.number}`, clock.now);
  }

  isAlive(worker: CheckerWorker): boolean {
    this.#listen();
    return this.#stage.clock.now - (this.#heard.get(worker)?.heardAt ?? -Infinity) < PRESENCE_MS;
  }

  /** A killed process forgets them. */
  forget(): void {
    this.#startedAfter = this.#stage.clock.now;
    this.#heard.clear();
  }

  noteRefusal({ worker }: Heard, lane: CheckLane, because: Refusal): void {
    const peer = this.#heard.get(worker);
    if (peer === undefined) return;
    if (because === 'SHARE') {
      peer.satisfied[lane].add(ORGANIZATION);
      peer.confirmations[lane].free += 1;
    } else {
      peer.confirmations[lane].free = 0;
    }
  }

  noteUnanswered({ worker }: Heard): void {
    const peer = this.#heard.get(worker);
    if (peer === undefined) return;
    peer.isAwaited = true;
    for (const lane of CHECK_LANES) peer.confirmations[lane].free = 0;
  }

  #listen(): void {
    // Two workers may look at each other: what one announces depends on the last announcement of the other.
    if (this.#isListening) return;
    this.#isListening = true;
    for (const worker of this.#all) {
      const heardAt = this.#lastHeard(worker);
      if (heardAt === undefined || this.#heard.get(worker)?.heardAt === heardAt) continue;
      this.#heard.set(worker, {
        worker,
        workerId: `worker ${worker.number}`,
        region: `region ${worker.number}`,
        isTrusted: worker.trust.reason === null,
        confirmations: { FAST: worker.confirmations('FAST'), SLOW: worker.confirmations('SLOW') },
        satisfied: { FAST: new Set(), SLOW: new Set() },
        isAwaited: false,
        heardAt,
      });
    }
    this.#isListening = false;
  }

  /**
   * When the other worker was last heard. It announces itself when it connects and every second after that. Whoever is
   * not connected at that moment, or starts later, does not hear it.
   */
  #lastHeard(other: CheckerWorker): number | undefined {
    const { truth, clock } = this.#stage;
    const own = truth
      .connections(this.#own.number)
      .filter(({ from }) => from >= this.#startedAfter && from <= clock.now);
    for (const { from, to } of truth.connections(other.number).toReversed()) {
      for (const mine of own.toReversed()) {
        const until = Math.min(clock.now, to - 1, mine.to - 1);
        const announcedAt = until - ((until - from) % ANNOUNCE_EVERY_MS);
        if (announcedAt >= Math.max(from, mine.from)) return announcedAt;
      }
    }
    return undefined;
  }
}
