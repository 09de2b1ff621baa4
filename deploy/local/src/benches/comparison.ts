// Decides how the figures of two commits compare, and which got worse.
import { median, type Figure } from './figures.ts';

export interface Compared {
  readonly name: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Of the median, in percent. */
  readonly change: number;
  readonly isWorse: boolean;
}

export interface Comparison {
  /** Processor time first, and otherwise in the order in which they are printed. */
  readonly compared: readonly Compared[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

const TOLERATED_PERCENT = 5;

/** The figures of each round of a benchmark. */
type Rounds = readonly (readonly Figure[])[];

export function compare(before: Rounds, after: Rounds): Comparison {
  const old = byName(before);
  const known = byName(after);
  const figures = [...known].toSorted(
    ([, one], [, other]) => Number(other.isProcessorTime) - Number(one.isProcessorTime),
  );
  return {
    compared: figures.flatMap(([name, { values, isProcessorTime }]) => {
      const earlier = old.get(name);
      return earlier === undefined ? [] : [comparedOf(name, earlier.values, values, isProcessorTime)];
    }),
    onlyBefore: [...old.keys()].filter((name) => !known.has(name)),
    onlyAfter: figures.flatMap(([name]) => (old.has(name) ? [] : [name])),
  };
}

/** Worse is processor time that has grown by more than is tolerated, if its best round is slower than any before. */
function comparedOf(name: string, before: number[], after: number[], isProcessorTime: boolean): Compared {
  const change = (100 * (median(after) - median(before))) / median(before);
  const isWorse = isProcessorTime && change > TOLERATED_PERCENT && Math.min(...after) > Math.max(...before);
  return { name, before, after, change, isWorse };
}

function byName(rounds: Rounds): Map<string, { values: number[]; isProcessorTime: boolean }> {
  const found = new Map<string, { values: number[]; isProcessorTime: boolean }>();
  for (const { name, value, isProcessorTime } of rounds.flat()) {
    const known = found.get(name) ?? { values: [], isProcessorTime };
    known.values.push(value);
    found.set(name, known);
  }
  return found;
}

/** One line a figure: both medians, each with its least and greatest round, and the change. */
export function comparisonTable(
  title: string,
  { compared, onlyBefore, onlyAfter }: Comparison,
  commit: string,
): string {
  const rows = [
    [title, commit, 'here', 'change'],
    ...compared.map(({ name, before, after, change }) => [
      name,
      withSpread(before),
      withSpread(after),
      Number.isFinite(change) ? `${change < 0 ? '' : '+'}${change.toFixed(1)} %` : '',
    ]),
    ...onlyAfter.map((name) => [name, 'not measured there', '', '']),
    ...onlyBefore.map((name) => [name, '', 'not measured here', '']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}

function withSpread(values: readonly number[]): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)].map((value) =>
    value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 }),
  );
  return `${middle ?? ''} (${least ?? ''}-${most ?? ''})`;
}
