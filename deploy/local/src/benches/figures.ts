// Decides which figures a benchmark has printed: each with a name that its next run gives it as well.

export interface Figure {
  readonly name: string;
  readonly value: number;
  /** Of one operation of ours: what two commits are compared by. Everything else is shown beside it. */
  readonly isProcessorTime: boolean;
}

const NUMBER = String.raw`\d[\d,]*(?:\.\d+)?`;
const IN_WORDS = new RegExp(
  String.raw`\bratio (${NUMBER})|(${NUMBER}) (?:µs|ms|MB|MiB)(?![\w/])|(${NUMBER}) [\w%]+/s\b`,
  'u',
);
const CELL = new RegExp(`^${NUMBER}$`);
/** What the build says, what the package manager repeats, and what stands in the median below it. */
const PASSED_OVER = /^\s*\d+\.\ds {2}|^[$>] |^round \d/;
/** A line of `perf stat`. */
const INSTRUCTIONS = /^(\d+);[^;]*;instructions/;
/** Programs of others, which are measured only to compare with them. */
const YARDSTICK = /\bbare\b|\bnginx\b|\bblackbox/;

/** A figure that is printed several times counts with its median. */
export function figuresIn(report: string): Figure[] {
  const found = new Map<string, number[]>();
  let heads: readonly string[] = [];
  for (const line of report.split('\n')) {
    if (PASSED_OVER.test(line)) continue;
    const cells = line.split(/ {2,}/).map((cell) => cell.trim());
    const [title = '', ...values] = cells;
    if (values.length > 1 && !values.some((value) => CELL.test(value))) heads = cells;
    const figures = values.some((value) => CELL.test(value)) ? inRow(heads, title, values) : inWords(line);
    for (const [name, value] of figures) found.set(name, [...(found.get(name) ?? []), value]);
  }
  return [...found].map(([name, values]) => ({
    name,
    value: median(values),
    isProcessorTime: /µs/.test(name) && !YARDSTICK.test(name),
  }));
}

function inRow([title = '', ...heads]: readonly string[], row: string, values: readonly string[]): [string, number][] {
  return values.flatMap((value, column): [string, number][] =>
    CELL.test(value) ? [[[title, row, heads[column]].filter(Boolean).join(' · '), numberOf(value)]] : [],
  );
}

/** `what: 5 events/s (p50 3 ms), ratio 0.5` holds three figures, which `what` belongs to. */
function inWords(line: string): [string, number][] {
  const [, instructions] = INSTRUCTIONS.exec(line) ?? [];
  if (instructions !== undefined) return [['instructions of the whole run', Number(instructions)]];
  const colon = line.indexOf(': ');
  const subject = line.slice(0, Math.max(colon, 0)).trim();
  const clauses = line.slice(colon + 1).split(/[;()]|, /);
  return clauses.flatMap((clause): [string, number][] => {
    const match = IN_WORDS.exec(clause);
    const value = match?.slice(1).find((group) => group !== undefined);
    if (value === undefined) return [];
    const what = clause.replace(value, '#').trim();
    return [[subject === '' ? what : `${subject}: ${what}`, numberOf(value)]];
  });
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
