// Decides what the screen shows of a rehearsal, and whether another one can be started.

import type { Rehearsal } from '@vedette/sdk';

export interface RehearsalState {
  readonly rehearsal?: Rehearsal;
}

export function isRunning({ rehearsal }: RehearsalState): boolean {
  return rehearsal?.state === 'RUNNING';
}

/** An answer about an earlier rehearsal is dropped. */
export function looked(state: RehearsalState, rehearsal: Rehearsal): RehearsalState {
  return state.rehearsal?.id === rehearsal.id ? { rehearsal } : state;
}
