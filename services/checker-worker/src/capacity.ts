/** Decides how much a worker takes on: how its places are divided, when it asks for jobs, when it starts the next one. */
import { maxJobsPerBatch } from '@vedette/contract';

export interface Places {
  /** For scheduled checks and for those that somebody waits for, confirmations by ourselves included. */
  readonly checks: number;
  /** Kept for failures that other workers ask us to look at. */
  readonly confirmations: number;
}

export function divided(concurrency: number): Places {
  const confirmations = Math.max(1, Math.round(concurrency / 10));
  return { checks: concurrency - confirmations, confirmations };
}

/** What a burst brings goes round: the other workers get their share of it. */
const maxMessagesAtOnce = 4;

export interface Load {
  readonly places: number;
  readonly running: number;
  /** Jobs that are here and have no place yet. */
  readonly waiting: number;
  /** Results that no stream has taken yet. */
  readonly unpublished: number;
}

/** How many messages to ask for, each with up to a full batch of jobs; 0 when what would come had to wait here. */
export function messagesToPull({ places, running, waiting, unpublished }: Load): number {
  if (waiting > 0 || unpublished > places) return 0;
  const free = places - running;
  const whole = Math.floor(free / maxJobsPerBatch);
  if (whole > 0) return Math.min(whole, maxMessagesAtOnce);
  // A worker with few places would otherwise run dry before it asks again.
  return free * 2 >= places ? 1 : 0;
}

/** This many at once keep a core busy; more only wait for each other. */
const calmRunning = 50;
const calmTurnMs = 20;

/**
 * A burst that starts all at once makes each check wait for the processor, and count that as the target's latency. So
 * while the event loop is late (`turnMs`, its last turn), no more are started than it takes to keep it busy.
 */
export function mayStart({ running, turnMs }: { readonly running: number; readonly turnMs: number }): boolean {
  return running < calmRunning || turnMs < calmTurnMs;
}
