// Decides which requests share places, and in whose name a request waits for one.

import { internal, operations, type RequestContext } from '@vedette/contract';
import type { PlacesOptions } from '@vedette/turns';

/**
 * Requests of one lane never wait for those of another. `internal`: services ask each other while requests of theirs hold
 * places, so that waiting for each other's places could go round in a circle.
 */
export type RequestLane = 'short' | 'long' | 'internal';

export const LANE_LIMITS = {
  // A handler uses the processor while it is not waiting for PostgreSQL: few at once answer as many as many would.
  short: { places: 200, contendedPlaces: 8, maxWaiting: 1_000 },
  // Each mostly waits for a third party, and costs next to nothing meanwhile.
  long: { places: 2_000, maxWaiting: 1_000 },
  internal: { places: 1_000, maxWaiting: 1_000 },
} as const satisfies Readonly<Record<RequestLane, Pick<PlacesOptions, 'places' | 'contendedPlaces' | 'maxWaiting'>>>;

const LONG_SUBJECTS: ReadonlySet<string> = new Set(
  [...Object.values(operations), internal.runCheck]
    .filter(({ takesLong }) => takesLong === true)
    .map(({ subject }) => subject),
);

export function laneOf(subject: string, context: RequestContext): RequestLane {
  if (LONG_SUBJECTS.has(subject)) return 'long';
  return context.caller === undefined ? 'internal' : 'short';
}

/** Undefined for what a service asks on its own behalf. */
export function organizationOf({ caller, onBehalfOf }: RequestContext): string | undefined {
  return caller?.organizationId ?? onBehalfOf;
}
