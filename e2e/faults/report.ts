// Decides how the times to heal of a run read as a table.

export interface HealedRound {
  /** Titles of the faults that were injected at once. */
  readonly faults: readonly string[];
  readonly healedMs: number;
}

const SEVERAL = 'two or three at once';

/** One line for each kind of fault that was alone in a round, and one for all others together. */
export function healTable(rounds: readonly HealedRound[]): string {
  const byKind = Map.groupBy(rounds, ({ faults: [only = SEVERAL, ...others] }) =>
    others.length === 0 ? only : SEVERAL,
  );
  const kinds = [...byKind.keys()].toSorted(
    (one, other) => Number(one === SEVERAL) - Number(other === SEVERAL) || one.localeCompare(other),
  );
  const rows = kinds.map((kind) => {
    const times = (byKind.get(kind) ?? []).map(({ healedMs }) => healedMs).toSorted((one, other) => one - other);
    return [kind, String(times.length), seconds(median(times)), seconds(times.at(-1) ?? 0)];
  });
  return tableOf([['Fault', 'rounds', 'p50', 'max'], ...rows]);
}

function median(sorted: readonly number[]): number {
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
