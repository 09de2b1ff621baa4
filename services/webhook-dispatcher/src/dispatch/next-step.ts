// Decides what a replica does next for an endpoint whose lease it holds.

import { sendingPace, type Lane, type Lately } from './sending-pace.ts';

/** What was taken ahead and could not be sent in this time is given back. */
const STALE_MS = 3_000;
/** Attempts that were made and are not written down yet, for each that may be in flight. */
const UNRECORDED = 5;

export interface EndpointRun extends Lately {
  readonly concurrency: number;
  /** The lease is lost, or the replica is stopping. */
  readonly isStopping: boolean;
  /** The endpoint itself is not what it was when deliveries were last taken. */
  readonly isChanged: boolean;
  /** As far as we know, something that was not taken is due. */
  readonly mayHaveMore: boolean;
  /** The replica had no slot for a delivery that is ready. */
  readonly needsSlot: boolean;
  /** Deliveries that are taken and not sent yet. */
  readonly ready: number;
  readonly oldestReadyMs: number;
  readonly inFlight: number;
  /** Attempts that are not written down yet, those in flight included. */
  readonly unrecorded: number;
}

export type Step =
  | { readonly kind: 'stop' }
  /** What is ready is due again, for whoever takes it. */
  | { readonly kind: 'give-back' }
  | { readonly kind: 'start'; readonly lane: Lane }
  | { readonly kind: 'take'; readonly limit: number }
  /** There is no slot for it here, and nothing else to wait for; other replicas may have some. */
  | { readonly kind: 'yield' }
  | { readonly kind: 'wait' }
  /** Nothing is due. */
  | { readonly kind: 'release' };

export function nextStep(run: EndpointRun): Step {
  const { ready, inFlight, unrecorded, needsSlot } = run;
  if (run.isStopping) return { kind: 'stop' };
  if (run.isChanged || (ready > 0 && run.oldestReadyMs > STALE_MS)) return { kind: 'give-back' };
  const { lane, atOnce, ahead } = sendingPace(run, run.concurrency);
  if (!needsSlot && !isBehind(run)) {
    if (ready > 0 && inFlight < atOnce) return { kind: 'start', lane };
    const limit = atOnce + ahead - inFlight - ready;
    // Half of what is taken ahead is used up before the next statement: fewer and larger ones.
    if (run.mayHaveMore && limit > ahead / 2) return { kind: 'take', limit };
  }
  if (inFlight > 0 || unrecorded > 0) return { kind: 'wait' };
  if (needsSlot) return { kind: 'yield' };
  return { kind: 'release' };
}

/** What was sent cannot be written down as fast. */
function isBehind({ unrecorded, inFlight, concurrency }: EndpointRun): boolean {
  return unrecorded - inFlight > UNRECORDED * concurrency;
}
