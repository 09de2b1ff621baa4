// Decides what a replica does next for an endpoint whose lease it holds.

import { sendingPace, type Lane, type Lately } from './sending-pace.ts';

/** Deliveries that were taken ahead and not sent within this time are given back. */
const STALE_MS = 3_000;
/** The limit of unrecorded attempts for each attempt that may be in flight. */
const UNRECORDED = 5;

export interface EndpointRun extends Lately {
  readonly concurrency: number;
  /** The lease is lost, or the replica is stopping. */
  readonly isStopping: boolean;
  /** The endpoint has changed since deliveries were last taken. */
  readonly isChanged: boolean;
  /** Deliveries that were not taken may be due. */
  readonly mayHaveMore: boolean;
  /** The places of the replica that are free for each kind of endpoint. */
  readonly freePlaces: Readonly<Record<Lane, number>>;
  /** Deliveries that are taken and not sent yet. */
  readonly ready: number;
  readonly oldestReadyMs: number;
  readonly inFlight: number;
  /** Attempts that are not recorded yet, including those in flight. */
  readonly unrecorded: number;
}

export type Step =
  | { readonly kind: 'stop' }
  /** The ready deliveries become due again, for any replica. */
  | { readonly kind: 'give-back' }
  | { readonly kind: 'start'; readonly lane: Lane }
  | { readonly kind: 'take'; readonly limit: number }
  /** This replica has no place for the ready deliveries and nothing else to wait for; other replicas may have places. */
  | { readonly kind: 'yield' }
  | { readonly kind: 'wait' }
  /** Nothing is due. */
  | { readonly kind: 'release' };

export function nextStep(run: EndpointRun): Step {
  const { ready, inFlight } = run;
  if (run.isStopping) return { kind: 'stop' };
  if (run.isChanged || (ready > 0 && run.oldestReadyMs > STALE_MS)) return { kind: 'give-back' };
  const { lane, atOnce, ahead } = sendingPace(run, run.concurrency);
  if (!isBehind(run)) {
    if (ready > 0 && inFlight < atOnce) {
      if (run.freePlaces[lane] > 0) return { kind: 'start', lane };
    } else {
      const limit = atOnce + ahead - inFlight - ready;
      // Waits until half of the deliveries taken ahead are used, which makes the statements fewer and larger.
      if (run.mayHaveMore && limit > ahead / 2) return { kind: 'take', limit };
    }
  }
  if (inFlight > 0 || run.unrecorded > 0) return { kind: 'wait' };
  return { kind: ready > 0 ? 'yield' : 'release' };
}

/** True if attempts end faster than they can be recorded. */
function isBehind({ unrecorded, inFlight, concurrency }: EndpointRun): boolean {
  return unrecorded - inFlight > UNRECORDED * concurrency;
}
