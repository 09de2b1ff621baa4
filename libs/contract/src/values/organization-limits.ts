// Decides how many resources an organization may have, whatever its plan.

/** The most that an organization may have of what no plan limits. The operator's command line may add more. */
export const ORGANIZATION_LIMITS = {
  'alert contacts': 200,
  'API keys': 200,
  'open invitations': 200,
} as const;

/** A sentence that refuses one more; undefined while there is room. */
export function limitRefusal(what: keyof typeof ORGANIZATION_LIMITS, count: number): string | undefined {
  const limit = ORGANIZATION_LIMITS[what];
  return count < limit ? undefined : `An organization has at most ${limit} ${what}: delete one first.`;
}
