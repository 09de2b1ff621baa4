import {
  laneOf,
  type CheckAttempt,
  type CheckLane,
  type CheckOutcome,
  type CheckTarget,
  type Places,
} from '@vedette/contract';
import { divided } from '@vedette/checker-worker/capacity';
import type { Confirmation } from '@vedette/checker-worker/check-outcome';
import type { Peer } from '@vedette/checker-worker/choose-peer';
import { START, type Task } from './clock.ts';
import type { Requests } from './network.ts';
import { NetworkTrust } from './network-trust.ts';
import { SLOW_ANSWER_MS } from './monitor-rows.ts';
import { endOf } from './script.ts';
import type { Stage } from './stage.ts';

const PLACES = divided(50, 33);
const ANNOUNCE_EVERY_MS = 1_000;
const KEEP_EVERY_MS = 5_000;
const STORE_AGAIN_MS = 500;
const PRESENCE_MS = 3_000;
/** See confirmation/confirmer.ts. */
const FIND_PEER_MS = { FAST: 2_000, SLOW: 500 } as const;
const ASK_AGAIN_MS = 100;
const QUICK_MS = 40;
/** A pulled job waits for the processor, and for the jobs that were pulled with it. */
const LONGEST_START_MS = 300;
const ORGANIZATION = 'org_1';

export type Report = NonNullable<Exclude<Confirmation, { by: 'NOBODY' }>['report']>;

interface Heard extends Peer {
  readonly worker: CheckerWorker;
  readonly satisfied: Record<CheckLane, Set<string>>;
}

/** One worker: check.service.ts, confirmation/ and peers/ of the checker-worker around their rules. */
export class CheckerWorker {
  readonly number: number;
  trust: NetworkTrust;
  readonly #stage: Stage;
  readonly #all: readonly CheckerWorker[];
  readonly #asking: Requests;
  readonly #heard = new Map<CheckerWorker, Heard>();
  readonly #gone = new Map<CheckerWorker, number>();
  #confirming: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };
  #running: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };
  #isListening = false;
  /** Raised by every crash: whatever began in an earlier life has died with it. */
  #life = 0;

  constructor(stage: Stage, number: number, all: readonly CheckerWorker[], asking: Requests) {
    this.number = number;
    this.#stage = stage;
    this.#all = all;
    this.#asking = asking;
    this.trust = new NetworkTrust(stage, this);
  }

  get isAlive(): boolean {
    return !this.#stage.truth.isDead(this.number, this.#stage.clock.now);
  }

  /** True if its messages and those for it arrive. */
  get isReachable(): boolean {
    const { truth, clock } = this.#stage;
    return this.isAlive && truth.cutOffSince(this.number, clock.now) === undefined;
  }

  placesOf(lane: CheckLane): Places {
    const total = lane === 'FAST' ? PLACES.scheduled : PLACES.slow;
    return { total, free: total - this.#running[lane] };
  }

  wanted(lane: CheckLane): number {
    if (this.trust.reason !== null) return 0;
    const places = lane === 'FAST' ? PLACES.scheduled : PLACES.slow;
    return this.#stage.deciders.messagesToPull(lane, {
      places,
      running: this.#running[lane],
      waiting: 0,
      unpublished: 0,
    });
  }

  run(monitor: number, target: CheckTarget, lane: CheckLane, whenDone: (outcome: CheckOutcome) => void): void {
    const running = this.#running;
    running[lane] += 1;
    this.#start(
      this.#check(monitor, target, (outcome) => {
        running[lane] -= 1;
        whenDone(outcome);
      }),
    );
  }

  /** Keeps a job until its result is stored; NATS hears it only while the worker reaches it (jobs/held-batch.ts). */
  hold(keep: () => void): () => void {
    const held = { isOver: false };
    this.#start(this.#keepOn(held, keep));
    return () => {
      held.isOver = true;
    };
  }

  /** Tries until NATS has stored the result (jobs/result-publisher.ts). */
  publish(store: () => void): void {
    this.#start(this.#storeOnce(store));
  }

  *attempt(monitor: number, target: CheckTarget): Task<Report> {
    const { report, tookMs } = this.#probe(monitor, target);
    yield tookMs;
    return report;
  }

  /** All that a killed process knew is gone. */
  crash(): void {
    this.#life += 1;
    this.#heard.clear();
    this.#gone.clear();
    this.#confirming = { FAST: 0, SLOW: 0 };
    this.#running = { FAST: 0, SLOW: 0 };
    this.trust = new NetworkTrust(this.#stage, this);
  }

  /** The other workers that announced themselves and trust their networks (peers/peers.ts). */
  trustedPeers(): Heard[] {
    const { clock, deciders } = this.#stage;
    // Two workers may look at each other: what one announces depends on the last announcement of the other.
    if (!this.#isListening) {
      this.#isListening = true;
      this.#listen();
      this.#isListening = false;
    }
    return deciders.trustedPeers(this.#heard.values(), `worker ${this.number}`, clock.now);
  }

  #listen(): void {
    for (const worker of this.#all) {
      const heardAt = worker.#lastHeardBy(this);
      if (heardAt <= (this.#gone.get(worker) ?? -Infinity)) continue;
      if (this.#heard.get(worker)?.heardAt === heardAt) continue;
      this.#heard.set(worker, {
        worker,
        workerId: `worker ${worker.number}`,
        region: `region ${worker.number}`,
        isTrusted: worker.trust.reason === null,
        confirmations: { FAST: worker.#desk('FAST'), SLOW: worker.#desk('SLOW') },
        satisfied: { FAST: new Set(), SLOW: new Set() },
        heardAt,
      });
    }
  }

  /** What an attempt that begins now will find, and when it ends. */
  #probe(monitor: number, target: CheckTarget): { readonly report: Report; readonly tookMs: number } {
    const { clock, truth, deciders, promises } = this.#stage;
    const startedAt = clock.now;
    const state = truth.isOffline(this.number, startedAt) ? 'offline' : truth.targetAt(monitor, startedAt);
    const tookMs = state === 'silent' ? target.timeoutSeconds * 1_000 : state === 'slow' ? SLOW_ANSWER_MS : QUICK_MS;
    const error = ERRORS[state];
    const attempt: CheckAttempt = {
      checkedAt: new Date(startedAt + truth.skewOf(this.number, startedAt)).toISOString(),
      worker: `worker ${this.number}`,
      region: `region ${this.number}`,
      error,
      statusCode: null,
      responseMs: error === null ? tookMs : null,
      phases: { dns: null, connect: null, tls: null, firstByte: null, total: tookMs },
    };
    promises.attemptMade(attempt, startedAt);
    const observation = { certExpiresAt: null, dnsAnswer: null, registration: null };
    return { report: { attempt, pace: deciders.paceOfAttempt(target, attempt), observation }, tookMs };
  }

  #start(task: Task<void>): void {
    const life = this.#life;
    this.#stage.clock.start(task, () => this.#life === life);
  }

  *#keepOn(held: { readonly isOver: boolean }, keep: () => void): Task<void> {
    for (;;) {
      yield KEEP_EVERY_MS;
      if (held.isOver) return;
      if (this.isReachable) keep();
    }
  }

  *#storeOnce(store: () => void): Task<void> {
    while (!this.isReachable) yield STORE_AGAIN_MS;
    store();
  }

  *#check(monitor: number, target: CheckTarget, whenDone: (outcome: CheckOutcome) => void): Task<void> {
    const { deciders, random } = this.#stage;
    yield Math.floor(random() * LONGEST_START_MS);
    const first = yield* this.attempt(monitor, target);
    if (first.attempt.error === null) {
      this.trust.noteSuccess();
      return whenDone(deciders.outcomeOf(first, null));
    }
    const confirmation = yield* this.#confirm(monitor, target, laneOf(first.pace));
    whenDone(deciders.outcomeOf(first, confirmation));
  }

  *#confirm(monitor: number, target: CheckTarget, lane: CheckLane): Task<Confirmation> {
    const failedAt = this.#stage.clock.now;
    const byPeer = yield* this.#askPeers(monitor, target, lane);
    if (byPeer !== null) {
      if (byPeer.attempt.error === null) this.trust.noteContradicted(monitor, target);
      else this.trust.noteAgreed();
      return { by: 'PEER', report: byPeer };
    }
    if (this.trust.reason !== null && this.trustedPeers().length > 0) return { by: 'NOBODY' };
    const report = yield* this.attempt(monitor, target);
    const isFailed = report.attempt.error !== null;
    const isNetworkInDoubt = isFailed && (yield* this.#isInDoubt(lane, failedAt));
    return { by: 'SELF', report, isNetworkInDoubt };
  }

  *#isInDoubt(lane: CheckLane, failedAt: number): Task<boolean> {
    if (this.trustedPeers().length > 0 && (yield* this.trust.verdictsSpeakAgainst(lane, failedAt))) return true;
    return this.trust.isInDoubtNow();
  }

  *#askPeers(monitor: number, target: CheckTarget, lane: CheckLane): Task<Report | null> {
    const { clock, deciders, random } = this.#stage;
    const until = clock.now + FIND_PEER_MS[lane];
    for (;;) {
      const trusted = this.trustedPeers();
      const acceptMs = until - clock.now;
      if (trusted.length === 0 || acceptMs <= 0) return null;
      const peer = deciders.choosePeer(
        trusted,
        `region ${this.number}`,
        { organizationId: ORGANIZATION, lane },
        random(),
      );
      if (peer === undefined) {
        yield Math.min(ASK_AGAIN_MS, acceptMs);
        continue;
      }
      peer.confirmations[lane].free -= 1;
      const travelMs = this.#asking.travelMs();
      const isAnswered = travelMs !== undefined && travelMs < acceptMs && this.isReachable && peer.worker.isAlive;
      if (!isAnswered && peer.worker.isAlive) {
        yield acceptMs;
        return null;
      }
      const answer = yield* peer.worker.#answer(monitor, target, lane, travelMs ?? 0, this);
      if (answer === 'UNABLE') return null;
      if (answer === 'GONE') {
        this.#heard.delete(peer.worker);
        this.#gone.set(peer.worker, clock.now);
      } else if (typeof answer === 'string') {
        noteRefusal(peer, lane, answer);
      } else {
        return answer;
      }
    }
  }

  /** As confirmation-desk.ts answers; the time until the answer is the asking worker's. */
  *#answer(
    monitor: number,
    target: CheckTarget,
    lane: CheckLane,
    travelMs: number,
    asker: CheckerWorker,
  ): Task<Report | 'FULL' | 'SHARE' | 'CLOSED' | 'GONE' | 'UNABLE'> {
    const { clock, deciders } = this.#stage;
    if (!this.isAlive) return 'GONE';
    yield travelMs;
    if (this.trust.reason !== null) return 'CLOSED';
    const load = { running: this.#confirming, own: this.#confirming[lane] };
    const admission = deciders.admit(lane, load, PLACES);
    if (admission !== 'ACCEPT') return admission;
    const life = this.#life;
    const noteEnd = asker.trust.noteUnderWay(lane);
    const { report, tookMs } = this.#probe(monitor, target);
    const confirming = this.#confirming;
    confirming[lane] += 1;
    // The peer ends its attempt, whatever becomes of the worker that asked.
    clock.after(tookMs, () => {
      confirming[lane] -= 1;
    });
    yield tookMs + 1;
    noteEnd();
    if (this.#life !== life || !this.isReachable || !asker.isReachable) {
      yield PRESENCE_MS;
      return 'GONE';
    }
    if (report.attempt.error !== null && this.trust.isInDoubtNow()) return 'UNABLE';
    asker.trust.noteVerdict(report.attempt.error === null);
    return report;
  }

  #desk(lane: CheckLane): Places {
    const total = this.#stage.deciders.deskPlaces(lane, PLACES);
    return { total, free: total - this.#confirming[lane] };
  }

  /** When another worker last heard this one: announcements come every second while both reach NATS. */
  #lastHeardBy(listener: CheckerWorker): number {
    const { truth, clock } = this.#stage;
    const silences = [this, listener].flatMap(({ number }) => truth.cutOffSince(number, clock.now) ?? []);
    const crash = truth.lastCrash(this.number, clock.now);
    if (crash !== undefined && clock.now < START + endOf(crash)) silences.push(START + crash.at);
    const until = Math.min(clock.now, ...silences);
    return until - ((until - START) % ANNOUNCE_EVERY_MS);
  }
}

function noteRefusal(peer: Heard, lane: CheckLane, because: 'FULL' | 'SHARE' | 'CLOSED'): void {
  if (because === 'SHARE') {
    peer.satisfied[lane].add(ORGANIZATION);
    peer.confirmations[lane].free += 1;
  } else {
    peer.confirmations[lane].free = 0;
  }
}

const ERRORS = {
  up: null,
  slow: null,
  refusing: 'Connection refused',
  silent: 'No answer in time',
  offline: 'Network is unreachable',
} as const;
