// Decides whether a manual attempt can be made now.

import type { EndpointDisabledReason } from '@vedette/contract';

interface Switchable {
  readonly disabledReason: EndpointDisabledReason | null;
}

export interface AskedAttempt {
  /** A test event is also sent to a disabled endpoint. */
  readonly isTest: boolean;
  /** The request's key was used before, by a run that is still running or was interrupted. */
  readonly isResumed: boolean;
  readonly isInFlight: boolean;
}

export type ManualDecision<Endpoint> =
  | { readonly kind: 'attempt'; readonly endpoint: Endpoint }
  /** The attempt in flight may belong to the same request, whose answer is then used. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly message: string };

/** `endpoint` is undefined when it is deleted. */
export function decideManualAttempt<Endpoint extends Switchable>(
  { isTest, isResumed, isInFlight }: AskedAttempt,
  endpoint: Endpoint | undefined,
): ManualDecision<Endpoint> {
  if (isResumed && isInFlight) return { kind: 'wait' };
  if (endpoint === undefined) return refuse('The webhook endpoint of this delivery is deleted.');
  if (endpoint.disabledReason !== null && !isTest) {
    return refuse('The webhook endpoint of this delivery is disabled; enable it first.');
  }
  if (isInFlight) return refuse('An attempt of this delivery is in flight; wait for its outcome.');
  return { kind: 'attempt', endpoint };
}

function refuse(message: string): { kind: 'refuse'; message: string } {
  return { kind: 'refuse', message };
}
