// Decides which organizations hold the most places, and which of their checks is cut off first.

import type { OrganizationPlaces } from '@vedette/contract';

/** Organizations with the most places, most first. */
export function largestHolders(organizationIds: Iterable<string>, limit: number): OrganizationPlaces[] {
  const held = new Map<string, number>();
  for (const id of organizationIds) held.set(id, (held.get(id) ?? 0) + 1);
  return [...held]
    .map(([organizationId, places]) => ({ organizationId, places }))
    .toSorted((one, other) => other.places - one.places)
    .slice(0, limit);
}

/** The newest check of the organization that holds the most places. Expects `checks` in order of their start. */
export function checkToCut<T extends { readonly organizationId: string }>(checks: readonly T[]): T | undefined {
  const [largest] = largestHolders(
    checks.map(({ organizationId }) => organizationId),
    1,
  );
  return checks.findLast(({ organizationId }) => organizationId === largest?.organizationId);
}
