// Decides whether a delivery can be retried by hand now.

import type { EndpointDisabledReason } from '@vedette/contract';

interface Switchable {
  readonly disabledReason: EndpointDisabledReason | null;
}

export type RetryDecision<Endpoint> =
  { readonly kind: 'retry'; readonly endpoint: Endpoint } | { readonly kind: 'refuse'; readonly message: string };

/** `endpoint` is undefined when it is deleted. */
export function decideRetry<Endpoint extends Switchable>(
  isInFlight: boolean,
  endpoint: Endpoint | undefined,
): RetryDecision<Endpoint> {
  if (endpoint === undefined) return refuse('The webhook endpoint of this delivery is deleted.');
  if (endpoint.disabledReason !== null) {
    return refuse('The webhook endpoint of this delivery is disabled; enable it first.');
  }
  if (isInFlight) return refuse('An attempt of this delivery is in flight; wait for its outcome.');
  return { kind: 'retry', endpoint };
}

function refuse(message: string): { kind: 'refuse'; message: string } {
  return { kind: 'refuse', message };
}
