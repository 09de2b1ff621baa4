// Decides how much a worker takes on: how its places are divided, when it asks for jobs, when it starts the next one.

import { maxJobsPerBatch, SLOW_AFTER_MS, type CheckLane, type Places } from '@vedette/contract';

export interface DividedPlaces {
  /** For scheduled checks, confirmations by ourselves included. */
  readonly scheduled: number;
  /** Of those, for checks that are slow. */
  readonly slow: number;
  /** For checks that somebody waits for. */
  readonly byHand: number;
  /** Kept for failures that other workers ask us to look at. */
  readonly confirmations: number;
  /** Of those, for failures that took long. */
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

/** Scheduled checks that run now. */
export interface Running {
  /** Those that have not become slow. */
  readonly fast: number;
  /** Those of the slow lane, and those of the fast lane that have given their place back. */
  readonly slow: number;
}

/** Checks that become slow keep running beyond the places, up to this many times of them: each costs some memory. */
const MAX_OVERFLOW = 2;

export type StartDecision =
  | 'START'
  | 'WAIT'
  /** Start, and cut one off that has become slow: there are more than a worker can hold. */
  | 'REPLACE';

/** A fast check waits for fast ones only: one that has become slow has given its place back. */
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
 * For how long a fast check keeps its place; after that it keeps running, and its place goes to the next one. When few
 * places are left it is half of the time after which a check is slow: a provider that goes dark fills them quickly.
 */
export function keepsPlaceMs({ total, free }: Places): number {
  return free * 4 >= total ? SLOW_AFTER_MS : SLOW_AFTER_MS / 2;
}

/** What a burst brings goes round: the other workers get their share of it. */
const MAX_MESSAGES_AT_ONCE: Readonly<Record<CheckLane, number>> = { FAST: 4, SLOW: 20 };

export interface Load {
  readonly places: number;
  readonly running: number;
  /** Jobs of the lane that are here and have no place yet. */
  readonly waiting: number;
  /** Results that no stream has taken yet. */
  readonly unpublished: number;
}

/** How many messages to ask for, each with up to a full batch of jobs; 0 when what would come had to wait here. */
export function messagesToPull(lane: CheckLane, { places, running, waiting, unpublished }: Load): number {
  if (waiting > 0 || unpublished > places) return 0;
  const free = places - running;
  const whole = Math.floor(free / maxJobsPerBatch[lane]);
  if (whole > 0) return Math.min(whole, MAX_MESSAGES_AT_ONCE[lane]);
  // A worker with few places would otherwise run dry before it asks again.
  return free > 0 && free * 2 >= places ? 1 : 0;
}

/** This many at once keep a core busy; more only wait for each other. */
const CALM_RUNNING = 50;
const CALM_TURN_MS = 20;

export interface StartingLoad {
  readonly running: number;
  /** How long the last turn of the event loop took. */
  readonly turnMs: number;
  /** Somebody waits for the next one. */
  readonly isUrgent: boolean;
}

/**
 * A burst that starts all at once makes each check wait for the processor, and count that as the target's latency. So
 * while the event loop is late, no more are started than it takes to keep it busy, except those that somebody waits for.
 * Slow checks do not count: they wait for their targets.
 */
export function mayStart({ running, turnMs, isUrgent }: StartingLoad): boolean {
  return isUrgent || running < CALM_RUNNING || turnMs < CALM_TURN_MS;
}
