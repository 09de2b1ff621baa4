// Decides how many places each lane of requests has, and on behalf of which organization a request waits for one.

import type { RequestContext, RequestLane } from '@vedette/contract';
import type { PlacesOptions } from '@vedette/turns';

export const LANE_LIMITS = {
  // A handler uses the processor whenever it is not waiting for PostgreSQL, so a few at once reach full throughput.
  short: { places: 200, contendedPlaces: 8, maxWaiting: 1_000 },
  // Each works for long in PostgreSQL, or holds megabytes: many at once would slow down each other, and all the rest. A
  // request may take half a minute, so one organization leaves a place to the next.
  heavy: { places: 3, mostPlaces: 3, maxWaiting: 200 },
  // A long request mostly waits for a third party and costs almost nothing meanwhile.
  long: { places: 2_000, maxWaiting: 1_000 },
  internal: { places: 1_000, maxWaiting: 1_000 },
} as const satisfies Readonly<
  Record<RequestLane, Pick<PlacesOptions, 'places' | 'contendedPlaces' | 'mostPlaces' | 'maxWaiting'>>
>;

/** Returns undefined for a request that a service makes on its own behalf. */
export function organizationOf({ caller, onBehalfOf }: RequestContext): string | undefined {
  return caller?.organizationId ?? onBehalfOf;
}
