import { SERVICES } from '@vedette/local-stores';
import type { Answers } from './attacker.ts';
import type { Peaks } from './memory.ts';
import { BOUNDS, MEASURES, type Samples } from './samples.ts';

/** How the quiet organization was served beside one attack. */
export interface Outcome {
  readonly name: string;
  readonly answers: Answers;
  readonly samples: Samples;
  readonly peaks: Peaks;
  /** What was promised and not held. */
  readonly broken: readonly string[];
}

/** The head of a table in Markdown: the quiet organization's p50 and p99 in milliseconds, and the peaks of processes in MiB. */
export function headOfTable(): string {
  const measures = MEASURES.map((measure) => `${measure} ≤ ${BOUNDS[measure]}`);
  const head = ['Attack', 'accepted, refused, 429, failed', ...measures, ...SERVICES];
  return line(head) + line(head.map(() => '---'));
}

export function rowOf({ name, answers, samples, peaks }: Outcome): string {
  return line([
    name,
    [answers.accepted, answers.refused, answers.limited, answers.failed].join(', '),
    ...MEASURES.map((measure) => [50, 99].map((percent) => shown(samples.percentile(measure, percent))).join(', ')),
    ...SERVICES.map((service) => String(Math.round(peaks[service]))),
  ]);
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

function shown(ms: number | undefined): string {
  return ms === undefined ? '–' : String(Math.round(ms));
}
