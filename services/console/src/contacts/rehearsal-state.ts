// Decides what the screen shows of a rehearsal, and whether another one can be started.

import type { Rehearsal } from '@vedette/sdk';
import type { Failure } from '../api/client.ts';

export interface RehearsalState {
  readonly rehearsal?: Rehearsal;
  /** Why the last one could not be started. */
  readonly refusal?: Failure;
}

export function isRunning({ rehearsal }: RehearsalState): boolean {
  return rehearsal?.state === 'RUNNING';
}

/** A new one takes the place of everything that was shown. */
export function started(rehearsal: Rehearsal): RehearsalState {
  return { rehearsal };
}

/** What is known of an earlier one stays. */
export function refused({ rehearsal }: RehearsalState, refusal: Failure): RehearsalState {
  return rehearsal === undefined ? { refusal } : { rehearsal, refusal };
}

/** An answer about another rehearsal than the shown one comes too late. */
export function looked(state: RehearsalState, rehearsal: Rehearsal): RehearsalState {
  return state.rehearsal?.id === rehearsal.id ? { ...state, rehearsal } : state;
}
