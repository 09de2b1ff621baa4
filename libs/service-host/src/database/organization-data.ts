/** Erases up to `limit` rows of an organization and returns how many; fewer than `limit` when none is left. */
export type ErasingStep = (organizationId: string, limit: number) => PromiseLike<number>;

const BATCH = 500;

/** The rows that a service keeps for organizations. Each service has one such class, in a file of SQL. */
export abstract class OrganizationData {
  /** In this order: a step removes only rows that no later step needs to find its own. */
  abstract readonly steps: readonly ErasingStep[];
}

/** Erases in batches, which keeps each transaction short. True when nothing is left, false when the time is over. */
export async function eraseInBatches(
  steps: readonly ErasingStep[],
  organizationId: string,
  endsAt: number,
): Promise<boolean> {
  for (const step of steps) {
    while ((await step(organizationId, BATCH)) > 0) if (Date.now() >= endsAt) return false;
  }
  return true;
}
