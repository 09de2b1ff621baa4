import type { Measured } from './load.ts';

/** One line a measurement, each with its ratio to the first. */
export function report(measurements: readonly Measured[]): string {
  const [base] = measurements;
  const rows = measurements.map((each) => [
    each.name,
    Math.round(each.requestsPerSecond).toLocaleString('en'),
    each.p50Ms.toFixed(1),
    each.p99Ms.toFixed(1),
    (each.requestsPerSecond / (base?.requestsPerSecond ?? NaN)).toFixed(2),
    Number.isNaN(each.cpuMicroseconds) ? '' : Math.round(each.cpuMicroseconds).toLocaleString('en'),
  ]);
  return table([['', 'req/s', 'p50 ms', 'p99 ms', 'ratio', 'CPU µs'], ...rows]);
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return `${rows.map(line).join('\n')}\n`;
}
