import type { Compared } from './bare.ts';
import { percentile } from './latencies.ts';
import type { Measured } from './load.ts';

/** Of the rates in the same round, the median: a moment in which the machine was slow does not count. */
export function ratioOf(ours: Measured, bare: Measured): number {
  const ratios = ours.rates.map((rate, round) => rate / (bare.rates[round] ?? NaN));
  return percentile(ratios, 50);
}

/** One line a measurement, each with its ratio to the first. */
export function report(measurements: readonly Measured[]): string {
  const [base] = measurements;
  const rows = measurements.map((each) => [
    each.name,
    Math.round(each.requestsPerSecond).toLocaleString('en'),
    each.p50Ms.toFixed(1),
    each.p99Ms.toFixed(1),
    (base === undefined ? NaN : ratioOf(each, base)).toFixed(2),
    Number.isNaN(each.cpuMicroseconds) ? '' : Math.round(each.cpuMicroseconds).toLocaleString('en'),
  ]);
  return table([['', 'req/s', 'p50 ms', 'p99 ms', 'ratio', 'CPU µs'], ...rows]);
}

/** One line a measurement, each beside its own yardstick. */
export function comparison(title: string, compared: readonly Compared[]): string {
  const rows = compared.map(({ ours, bare }) => [
    ours.name,
    Math.round(ours.requestsPerSecond).toLocaleString('en'),
    ours.p50Ms.toFixed(1),
    ours.p99Ms.toFixed(1),
    Math.round(ours.cpuMicroseconds).toLocaleString('en'),
    Math.round(bare.requestsPerSecond).toLocaleString('en'),
    bare.p50Ms.toFixed(1),
    bare.p99Ms.toFixed(1),
    ratioOf(ours, bare).toFixed(3),
  ]);
  const heads = ['req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'bare req/s', 'p50 ms', 'p99 ms', 'ratio'];
  return table([[title, ...heads], ...rows]);
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return `${rows.map(line).join('\n')}\n`;
}
