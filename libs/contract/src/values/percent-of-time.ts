// Decides how a part of the observed time is shown as a percentage.

/** Rounded down to three decimals, so that any downtime shows as less than 100; null if nothing was observed. */
export function percentOfTime(available: number, observed: number): number | null {
  return observed > 0 ? Math.floor((available * 100_000) / observed) / 1_000 : null;
}
