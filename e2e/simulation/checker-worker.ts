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
import { MOST_UNANSWERED, type SearchStep } from '@vedette/checker-worker/peer-search';
import type { Task } from './clock.ts';
import { KnownPeers, ORGANIZATION, type Heard, type Refusal } from './known-peers.ts';
import type { Requests } from './network.ts';
import { NetworkTrust } from './network-trust.ts';
import { SLOW_ANSWER_MS } from './monitor-rows.ts';
import type { Stage } from './stage.ts';

const PLACES = divided(50, 33);
const KEEP_EVERY_MS = 5_000;
const STORE_AGAIN_MS = 500;
/** See confirmation/confirmer.ts and peers/ask-peer.ts. */
const ASK_AGAIN_MS = 100;
const ACCEPT_MS = 1_000;
const WATCH_EVERY_MS = 250;
const EXTRA_MS = 5_000;
const QUICK_MS = 40;
/** A pulled job waits for the processor, and for the jobs that were pulled with it. */
const LONGEST_START_MS = 300;

export type Report = NonNullable<Exclude<Confirmation, { by: 'NOBODY' }>['report']>;

type Answer = Report | Refusal | 'UNANSWERED' | 'UNABLE';

/** One worker: check.service.ts, confirmation/ and peers/ask-peer.ts of the checker-worker around their rules. */
export class CheckerWorker {
  readonly number: number;
  readonly peers: KnownPeers;
  trust: NetworkTrust;
  readonly #stage: Stage;
  readonly #asking: Requests;
  #confirming: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };
  #running: Record<CheckLane, number> = { FAST: 0, SLOW: 0 };
  /** When the last crash was: whatever began before it has died with it. */
  #crashedAt = -Infinity;

  constructor(stage: Stage, number: number, all: readonly CheckerWorker[], asking: Requests) {
    this.number = number;
    this.#stage = stage;
    this.#asking = asking;
    this.peers = new KnownPeers(stage, this, all);
    this.trust = new NetworkTrust(stage, this);
  }

  get isAlive(): boolean {
    return !this.#stage.truth.isDead(this.number, this.#stage.clock.now);
  }

  /** True if its messages and those for it arrive. */
  get isReachable(): boolean {
    return this.peers.connection !== undefined;
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
    this.#crashedAt = this.#stage.clock.now;
    this.peers.forget();
    this.#confirming = { FAST: 0, SLOW: 0 };
    this.#running = { FAST: 0, SLOW: 0 };
    this.trust = new NetworkTrust(this.#stage, this);
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
    const crashedAt = this.#crashedAt;
    this.#stage.clock.start(task, () => this.#crashedAt === crashedAt);
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
    const found = yield* this.#search(monitor, target, lane);
    if (typeof found === 'object') {
      if (found.attempt.error === null) this.trust.noteContradicted(monitor, target);
      else this.trust.noteAgreed();
      return { by: 'PEER', report: found };
    }
    if (found === 'UNKNOWN' || (this.trust.reason !== null && this.peers.trusted().length > 0)) return { by: 'NOBODY' };
    const report = yield* this.attempt(monitor, target);
    const isFailed = report.attempt.error !== null;
    const isNetworkInDoubt = isFailed && (yield* this.#isInDoubt(found, lane, failedAt));
    return { by: 'SELF', report, isNetworkInDoubt };
  }

  *#isInDoubt(found: 'ALONE' | 'BUSY', lane: CheckLane, failedAt: number): Task<boolean> {
    if (this.peers.trusted().length > 0 && (yield* this.trust.verdictsSpeakAgainst(lane, failedAt))) return true;
    if (this.trust.isInDoubtNow()) return true;
    return found === 'ALONE' && !this.peers.isAlone();
  }

  *#search(monitor: number, target: CheckTarget, lane: CheckLane): Task<Report | Exclude<SearchStep, 'WAIT'>> {
    const { clock, deciders, random } = this.#stage;
    const startedAt = clock.now;
    let connection = this.peers.connection;
    let unanswered = 0;
    for (;;) {
      if (connection !== this.peers.connection) {
        connection = this.peers.connection;
        unanswered = 0;
      }
      const trusted = this.peers.trusted();
      const asker = { organizationId: ORGANIZATION, lane };
      const canAsk = unanswered < MOST_UNANSWERED;
      const peer = canAsk ? deciders.choosePeer(trusted, `region ${this.number}`, asker, random()) : undefined;
      if (peer === undefined) {
        const step = deciders.nextInSearch({
          lane,
          elapsedMs: clock.now - startedAt,
          listenedMs: this.peers.listenedMs,
          trusted: trusted.length,
          isOneAwaited: trusted.some(({ isAwaited }) => isAwaited),
          unanswered,
        });
        if (step !== 'WAIT') return step;
        yield ASK_AGAIN_MS;
        continue;
      }
      peer.confirmations[lane].free -= 1;
      const answer = yield* this.#ask(peer, monitor, target, lane);
      if (typeof answer === 'object') return answer;
      if (answer === 'UNABLE') return 'BUSY';
      if (answer === 'UNANSWERED') {
        unanswered += 1;
        this.peers.noteUnanswered(peer);
      } else {
        this.peers.noteRefusal(peer, lane, answer);
      }
    }
  }

  /** As ask-peer.ts: a peer that accepted is waited for while it announces itself and the connection lasts. */
  *#ask({ worker }: Heard, monitor: number, target: CheckTarget, lane: CheckLane): Task<Answer> {
    const { clock } = this.#stage;
    const connection = this.peers.connection;
    const travelMs = this.#asking.travelMs();
    const isSent = travelMs !== undefined && travelMs < ACCEPT_MS && connection !== undefined;
    if (!worker.isAlive && isSent) return 'UNANSWERED';
    let until = clock.now + ACCEPT_MS;
    if (isSent && worker.isReachable) {
      const answer = yield* worker.#answer(monitor, target, lane, travelMs, this);
      if (answer !== 'LOST' && this.peers.connection === connection) return answer;
      until += target.timeoutSeconds * 1_000 + EXTRA_MS;
    }
    while (clock.now < until && this.peers.connection === connection && this.peers.isAlive(worker))
      yield WATCH_EVERY_MS;
    return 'UNANSWERED';
  }

  /** As confirmation-server.ts answers; the time until the answer is the asking worker's. */
  *#answer(
    monitor: number,
    target: CheckTarget,
    lane: CheckLane,
    travelMs: number,
    asker: CheckerWorker,
  ): Task<Report | Refusal | 'LOST' | 'UNABLE'> {
    const { clock, deciders, promises } = this.#stage;
    yield travelMs;
    const connection = this.peers.connection;
    if (connection === undefined) return 'LOST';
    if (this.trust.reason !== null) return 'CLOSED';
    const load = { running: this.#confirming, own: this.#confirming[lane] };
    const admission = deciders.admit(lane, load, PLACES);
    if (admission !== 'ACCEPT') {
      if (this.#confirming[lane] > 0) promises.confirmationRefused(asker.number);
      return admission;
    }
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
    if (this.peers.connection !== connection || !asker.isReachable) return 'LOST';
    if (report.attempt.error !== null && this.trust.isInDoubtNow()) return 'UNABLE';
    asker.trust.noteVerdict(report.attempt.error === null);
    return report;
  }

  /** The places that it offers to others. */
  confirmations(lane: CheckLane): Places {
    const total = this.#stage.deciders.confirmationPlaces(lane, PLACES);
    return { total, free: total - this.#confirming[lane] };
  }
}

const ERRORS = {
  up: null,
  slow: null,
  refusing: 'Connection refused',
  silent: 'No answer in time',
  offline: 'Network is unreachable',
} as const;
