// Decides how much work a worker takes: how it divides its places, when it pulls jobs, when it starts the next check.

import { MAX_JOBS_PER_BATCH, SLOW_AFTER_MS, type CheckLane, type Places } from '@vedette/contract';

export interface DividedPlaces {
  /** Places for scheduled checks, including their confirmations by this worker itself. */
  readonly scheduled: number;
  /** The part of `scheduled` that slow checks may hold. */
  readonly slow: number;
  /** Places for checks by hand, for which a client waits. */
  readonly byHand: number;
  /** Places for confirmations that other workers request. */
  readonly confirmations: number;
  /** The part of `confirmations` for slow failures. */
  readonly slowConfirmations: number;
}

export function divided(concurrency: number, slowSharePercent: number): DividedPlaces {
  const tenth = Math.max(1, Math.round(concurrency / 10));
  const scheduled = concurrency - 2 * tenth;
  const slowOf = (places: number): number => Math.max(1, Math.floor((places * slowSharePercent) / 100));
  return {
    scheduled,
    slow: slowOf(scheduled),
    byHand: tenth,
    confirmations: tenth,
    slowConfirmations: slowOf(tenth),
  };
}

/** The numbers of scheduled checks that are running now. */
export interface Running {
  /** Checks that have not become slow. */
  readonly fast: number;
  /** Checks of the slow lane, and checks of the fast lane that became slow and gave up their place. */
  readonly slow: number;
}

/**
 * Checks that became slow keep running without a place. All running checks together may reach this multiple of the
 * places; the limit bounds memory.
 */
const MAX_OVERFLOW = 2;

export type StartDecision =
  | 'START'
  | 'WAIT'
  /** Start, and cut off a check that has become slow: more are running than a worker can hold. */
  | 'REPLACE';

/** A fast check waits only for fast ones, because a check that has become slow has given up its place. */
export function startIn(
  lane: CheckLane,
  running: Running,
  places: Pick<DividedPlaces, 'scheduled' | 'slow'>,
): StartDecision {
  const isFull = running.fast + running.slow >= places.scheduled * MAX_OVERFLOW;
  switch (lane) {
    case 'FAST':
      if (running.fast >= places.scheduled) return 'WAIT';
      if (!isFull) return 'START';
      return running.slow > places.slow ? 'REPLACE' : 'WAIT';
    case 'SLOW':
      return running.slow < places.slow && !isFull ? 'START' : 'WAIT';
  }
}

/**
 * How long a fast check keeps its place; after that it runs on without one, and the next check gets the place. The time
 * is halved when few places are free: if a provider goes down, its checks fill them quickly.
 */
export function keepsPlaceMs({ total, free }: Places): number {
  return free * 4 >= total ? SLOW_AFTER_MS : SLOW_AFTER_MS / 2;
}

/** Limits what one worker pulls out of a burst, so that the other workers get their share. */
const MAX_MESSAGES_AT_ONCE: Readonly<Record<CheckLane, number>> = { FAST: 4, SLOW: 20 };

export interface Load {
  readonly places: number;
  readonly running: number;
  /** Pulled jobs of the lane that have no place yet. */
  readonly waiting: number;
  /** Results that are not stored in the stream yet. */
  readonly unpublished: number;
}

/** How many messages to pull, each with up to a full batch of jobs; 0 when their jobs would have to wait here. */
export function messagesToPull(lane: CheckLane, { places, running, waiting, unpublished }: Load): number {
  if (waiting > 0 || unpublished > places) return 0;
  const free = places - running;
  const whole = Math.floor(free / MAX_JOBS_PER_BATCH[lane]);
  if (whole > 0) return Math.min(whole, MAX_MESSAGES_AT_ONCE[lane]);
  // Without this, a worker with few places would run out of jobs before it pulls again.
  return free > 0 && free * 2 >= places ? 1 : 0;
}

/** This many running checks keep a core busy; more would only wait for each other. */
const CALM_RUNNING = 50;
const CALM_TURN_MS = 20;

export interface StartingLoad {
  readonly running: number;
  /** How long the last turn of the event loop took. */
  readonly turnMs: number;
  /** True for a check by hand, for which a client waits. */
  readonly isUrgent: boolean;
}

/**
 * If a burst started all at once, each check would wait for the processor and count that time as the target's latency.
 * While the event loop is late, only enough checks to keep it busy are started, except for checks by hand. Slow checks
 * do not count: they wait for their targets.
 */
export function mayStart({ running, turnMs, isUrgent }: StartingLoad): boolean {
  return isUrgent || running < CALM_RUNNING || turnMs < CALM_TURN_MS;
}
