// Decides which requests share places in the service that answers them.

import { internal } from './internal/internal.ts';
import type { OperationLane } from './operation-bounds.ts';
import { servedOperations } from './operations/served-operations.ts';

/**
 * `internal` is separate because services ask each other while their own requests hold places: in a shared lane, they
 * could deadlock.
 */
export type RequestLane = OperationLane | 'internal';

const LANES: ReadonlyMap<string, RequestLane> = new Map(
  [...Object.values(servedOperations), ...Object.values(internal)].map(({ subject, lane }) => [subject, lane]),
);

export function requestLaneOf(subject: string): RequestLane {
  return LANES.get(subject) ?? 'internal';
}
