import { SLOW_AFTER_MS, type CheckLane, type OrganizationPlaces, type Places } from '@vedette/contract';
import type { Host } from '@vedette/service-host';
import { TurnQueue } from '@vedette/turns';
import { keepsPlaceMs, mayStart, startIn, type DividedPlaces, type StartDecision } from './capacity.ts';
import { checkToCut, largestHolders } from './held-places.ts';

const STARTS_IN_ONE_TURN = 16;
const LOOK_FOR_SLOW_MS = 100;
/** A failed check first asks other workers for a confirmation. It keeps its place for a second attempt of its own. */
const KEPT_PLACE_MS = 2 * SLOW_AFTER_MS;

/** The abort reason of a check that is cut off. */
export const CUT_OFF = 'The worker has no place for it';

/** In order of priority: checks by hand come first, because clients wait for them. */
const KINDS = ['BY_HAND', 'FAST', 'SLOW'] as const satisfies (CheckLane | 'BY_HAND')[];
export type Kind = (typeof KINDS)[number];

/** The interface between a check and its place. */
export interface Place {
  /** Fires with the reason CUT_OFF when the check is cut off, and when all scheduled checks are given up. */
  readonly signal: AbortSignal;
  /** Protects the check from being cut off, and extends its hold on its place. Called after a fast failure. */
  readonly keep: () => void;
}

interface Run {
  isKept: boolean;
  readonly organizationId: string;
  readonly startedAt: number;
  readonly abort: AbortController;
  readonly kind: Kind;
}

/**
 * Runs a limited number of checks of each kind at once; the others wait, and organizations take turns. A fast check
 * that has become slow counts as slow, so that its place goes to the next fast one.
 */
export class CheckPlaces {
  readonly #places: DividedPlaces;
  readonly #waiting: Readonly<Record<Kind, TurnQueue<() => void>>> = {
    BY_HAND: new TurnQueue(),
    FAST: new TurnQueue(),
    SLOW: new TurnQueue(),
  };
  /** Fast checks with a place, in the order in which they began. */
  readonly #fast = new Set<Run>();
  /** Checks of the slow lane. */
  readonly #slow = new Set<Run>();
  /** Checks of the fast lane that became slow and no longer hold a place. */
  readonly #slowed = new Set<Run>();
  readonly #byHand = new Set<Run>();
  readonly #onRoom: (() => void)[] = [];
  #turnMs = 0;
  #startedInTurn = 0;
  #isNextTurnAsked = false;

  constructor(lifecycle: Host['lifecycle'], places: DividedPlaces) {
    this.#places = places;
    lifecycle.loop('looking for slow checks', LOOK_FOR_SLOW_MS, async () => this.#lookForSlow());
  }

  /** `free` is below zero while checks that have become slow exceed the slow lane's share. */
  of(lane: CheckLane): Places {
    const total = lane === 'FAST' ? this.#places.scheduled : this.#places.slow;
    return { total, free: total - this.running(lane) };
  }

  limit(kind: Kind): number {
    return kind === 'BY_HAND' ? this.#places.byHand : this.of(kind).total;
  }

  running(kind: Kind): number {
    switch (kind) {
      case 'FAST':
        return this.#fast.size;
      case 'SLOW':
        return this.#slow.size + this.#slowed.size;
      case 'BY_HAND':
        return this.#byHand.size;
    }
  }

  waiting(kind: Kind): number {
    return this.#waiting[kind].length;
  }

  /** The organizations whose slow checks hold the most places. */
  slowest(limit: number): OrganizationPlaces[] {
    return largestHolders(
      [...this.#slow, ...this.#slowed].map(({ organizationId }) => organizationId),
      limit,
    );
  }

  /** Registers a callback for when a place becomes free or a queue gets shorter. */
  onRoom(listener: () => void): void {
    this.#onRoom.push(listener);
  }

  run<T>(kind: Kind, organizationId: string, work: (place: Place) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        const abort = new AbortController();
        const run: Run = { organizationId, kind, startedAt: performance.now(), abort, isKept: false };
        this.#setOf(kind).add(run);
        const keep = (): void => void (run.isKept = true);
        void work({ signal: abort.signal, keep })
          .then(resolve, reject)
          .finally(() => this.#end(run));
      };
      this.#waiting[kind].push(organizationId, start);
      this.#startNext();
    });
  }

  /** Ends all scheduled checks. */
  giveUpScheduled(): void {
    for (const run of [...this.#fast, ...this.#slow, ...this.#slowed]) run.abort.abort();
  }

  #setOf(kind: Kind): Set<Run> {
    switch (kind) {
      case 'FAST':
        return this.#fast;
      case 'SLOW':
        return this.#slow;
      case 'BY_HAND':
        return this.#byHand;
    }
  }

  #startNext(): void {
    const isHeldBack = !KINDS.every((kind) => this.#startWaiting(kind));
    if (isHeldBack || this.#startedInTurn > 0) this.#inNextTurn();
    for (const listener of this.#onRoom) listener();
  }

  /** False when places are free and only the processor is too busy. */
  #startWaiting(kind: Kind): boolean {
    const waiting = this.#waiting[kind];
    while (waiting.length > 0) {
      const decision = this.#startIn(kind);
      if (decision === 'WAIT') return true;
      if (!this.#mayStart(kind)) return false;
      if (decision === 'REPLACE' && !this.#cutOne()) return true;
      this.#startedInTurn += 1;
      waiting.shift()?.();
    }
    return true;
  }

  #startIn(kind: Kind): StartDecision {
    if (kind === 'BY_HAND') return this.#byHand.size < this.#places.byHand ? 'START' : 'WAIT';
    return startIn(kind, { fast: this.running('FAST'), slow: this.running('SLOW') }, this.#places);
  }

  /** A cut-off check no longer counts, although it may take a moment to end. False when no check can be cut off yet. */
  #cutOne(): boolean {
    const slowBefore = performance.now() - SLOW_AFTER_MS;
    const slow = [...this.#slowed].filter(({ startedAt, isKept }) => startedAt < slowBefore && !isKept);
    const run = checkToCut(slow);
    if (run === undefined) return false;
    this.#slowed.delete(run);
    run.abort.abort(CUT_OFF);
    return true;
  }

  #mayStart(kind: Kind): boolean {
    const load = {
      running: this.#fast.size + this.#byHand.size,
      turnMs: this.#turnMs,
      isUrgent: kind === 'BY_HAND',
    };
    return this.#startedInTurn < STARTS_IN_ONE_TURN && mayStart(load);
  }

  /** Sockets are served between two turns of the event loop, so a late turn shows how overloaded the process is. */
  #inNextTurn(): void {
    if (this.#isNextTurnAsked) return;
    this.#isNextTurnAsked = true;
    const askedAt = performance.now();
    setImmediate(() => {
      this.#isNextTurnAsked = false;
      this.#startedInTurn = 0;
      this.#turnMs = performance.now() - askedAt;
      this.#startNext();
    });
  }

  #lookForSlow(): void {
    const now = performance.now();
    const startedBefore = now - keepsPlaceMs(this.of('FAST'));
    const before = this.#slowed.size;
    for (const run of this.#fast) {
      if (run.startedAt > startedBefore) break;
      if (run.isKept && run.startedAt > now - KEPT_PLACE_MS) continue;
      this.#fast.delete(run);
      this.#slowed.add(run);
    }
    if (this.#slowed.size > before) this.#startNext();
  }

  #end(run: Run): void {
    this.#setOf(run.kind).delete(run);
    this.#slowed.delete(run);
    this.#startNext();
  }
}
