// Decides which requests share places, and on behalf of which organization a request waits for a place.

import { internal, servedOperations, type Operation, type RequestContext } from '@vedette/contract';
import type { PlacesOptions } from '@vedette/turns';

/**
 * Requests of one lane never wait for requests of another. `internal` is separate because services ask each other while
 * their own requests hold places: in a shared lane, they could deadlock.
 */
export type RequestLane = 'short' | 'heavy' | 'long' | 'internal';

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

const OPERATIONS = Object.values<Operation>(servedOperations);

const HEAVY_SUBJECTS: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ isHeavy }) => isHeavy).map(({ subject }) => subject),
);

const LONG_SUBJECTS: ReadonlySet<string> = new Set(
  [...OPERATIONS, ...Object.values<{ readonly subject: string; readonly waitsForOthers?: boolean }>(internal)]
    .filter(({ waitsForOthers }) => waitsForOthers === true)
    .map(({ subject }) => subject),
);

/** Operations that a client may call without an organization, so that their requests may carry no caller. */
const PERSONAL_SUBJECTS: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ role }) => role === null).map(({ subject }) => subject),
);

export function laneOf(subject: string, context: RequestContext): RequestLane {
  if (LONG_SUBJECTS.has(subject)) return 'long';
  if (HEAVY_SUBJECTS.has(subject)) return 'heavy';
  return context.caller === undefined && !PERSONAL_SUBJECTS.has(subject) ? 'internal' : 'short';
}

/** Returns undefined for a request that a service makes on its own behalf. */
export function organizationOf({ caller, onBehalfOf }: RequestContext): string | undefined {
  return caller?.organizationId ?? onBehalfOf;
}
