// Decides what the app knows about its session after a question about it was refused or failed.

import type { Session } from '@vedette/sdk';
import type { Failure } from '../api/client.ts';

/** `ended`: somebody was signed in here, and what they were doing is still on the screen. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly session: Session }
  | { readonly kind: 'ended'; readonly session: Session }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Every request of a screen is refused when a session has ended, so this happens several times in a row. */
export function whenRefused(state: SessionState): SessionState {
  return state.kind === 'person' || state.kind === 'ended'
    ? { kind: 'ended', session: state.session }
    : { kind: 'nobody' };
}

/** A screen that waits for its person to sign in again waits on. */
export function whenFailed(state: SessionState, failure: Failure): SessionState {
  return state.kind === 'ended' ? state : { kind: 'failed', failure };
}
