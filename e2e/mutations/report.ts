import type { Mutant } from './mutants.ts';

export interface Judged {
  readonly file: string;
  readonly mutant: Mutant;
  /** `time`: the mutant did not end. */
  readonly by: 'table' | 'simulation' | 'time' | 'nobody';
  /** Why nobody can notice the change. */
  readonly reason: string | undefined;
}

/** The score by file, and every mutant that nobody noticed. Equivalent mutants do not count. */
export function reportOf(judged: readonly Judged[]): { readonly text: string; readonly score: number } {
  const lines = ['mutants  caught  (by table, simulation)  equivalent  score  file'];
  for (const [file, own] of Map.groupBy(judged, (each) => each.file)) lines.push(row(file, own));
  lines.push(row('all', judged), '');
  const survivors = judged.filter(({ by }) => by === 'nobody');
  for (const { file, mutant, reason } of survivors) {
    lines.push(
      `${reason === undefined ? 'NOT CAUGHT' : 'equivalent'}  ${file}:${mutant.line}`,
      `    ${mutant.before}`,
      `  → ${mutant.after}`,
      ...(reason === undefined ? [] : [`    ${reason}`]),
    );
  }
  return { text: `${lines.join('\n')}\n`, score: scoreOf(judged) };
}

function row(name: string, judged: readonly Judged[]): string {
  const count = (...by: Judged['by'][]): number => judged.filter((each) => by.includes(each.by)).length;
  const equivalent = judged.filter(({ reason }) => reason !== undefined).length;
  const numbers = [
    String(judged.length).padStart(7),
    String(judged.length - count('nobody')).padStart(7),
    `(${count('table', 'time')}, ${count('simulation')})`.padStart(24),
    String(equivalent).padStart(11),
    `${(100 * scoreOf(judged)).toFixed(1)} %`.padStart(8),
  ];
  return `${numbers.join(' ')}  ${name}`;
}

function scoreOf(judged: readonly Judged[]): number {
  const counting = judged.filter(({ reason }) => reason === undefined);
  const caught = counting.filter(({ by }) => by !== 'nobody').length;
  return counting.length === 0 ? 1 : caught / counting.length;
}
