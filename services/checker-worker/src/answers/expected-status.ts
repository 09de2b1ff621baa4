// Decides whether an HTTP status is an expected one, and lists the expected ones if it is not.

export function statusFault(expected: readonly number[], status: number): string | null {
  return expected.includes(status) ? null : `Expected status ${listed(expected)}, got ${status}`;
}

/** `200-206, 301, 302, 307 or 308` */
function listed(statuses: readonly number[]): string {
  const parts = runs([...new Set(statuses)].toSorted((a, b) => a - b)).flatMap(({ first, last }) => {
    if (last - first >= 2) return [`${first}-${last}`];
    return first === last ? [`${first}`] : [`${first}`, `${last}`];
  });
  const [lastPart, ...before] = parts.toReversed();
  return before.length === 0 ? (lastPart ?? '') : `${before.toReversed().join(', ')} or ${lastPart}`;
}

function runs(sorted: readonly number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const status of sorted) {
    const run = found.at(-1);
    if (run !== undefined && run.last === status - 1) run.last = status;
    else found.push({ first: status, last: status });
  }
  return found;
}
