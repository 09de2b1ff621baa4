export interface CheckRate {
  readonly name: string;
  readonly checksPerSecond: number;
  readonly cpuMicroseconds: number;
}

export interface LoopRun {
  readonly checks: number;
  readonly ms: number;
  readonly cpuMs: number;
}

export function rateOf(name: string, runs: readonly LoopRun[]): CheckRate {
  return {
    name,
    checksPerSecond: median(runs.map(({ checks, ms }) => (checks / ms) * 1000)),
    cpuMicroseconds: median(runs.map(({ checks, cpuMs }) => (cpuMs / checks) * 1000)),
  };
}

/** One line a measurement, each with its ratio to the first: by checks a second, and by the processor time of a check. */
export function checksReport(title: string, rates: readonly CheckRate[]): string {
  const [base] = rates;
  if (base === undefined) return '';
  const rows = rates.map((rate) => [
    rate.name,
    Math.round(rate.checksPerSecond).toLocaleString('en'),
    Math.round(rate.cpuMicroseconds).toLocaleString('en'),
    (rate.checksPerSecond / base.checksPerSecond).toFixed(2),
    (base.cpuMicroseconds / rate.cpuMicroseconds).toFixed(2),
  ]);
  const table = [[title, 'checks/s', 'CPU µs', 'ratio', 'by CPU'], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return `${table.map(line).join('\n')}\n`;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
