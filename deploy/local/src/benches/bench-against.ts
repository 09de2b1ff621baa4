import { ensureTools, LocalError } from '@vedette/local-stores';
import { spawnSync } from 'node:child_process';
import { onLauncherGone } from '../program/launcher-watch.ts';
import { tryLock } from '../program/lock.ts';
import { ROOT } from '../program/paths.ts';
import { fail, print, say } from '../program/terminal.ts';
import { benchmarksIn, toolsOf } from './benchmarks.ts';
import { Commands } from './commands.ts';
import { checkOut, commitNamed, removeCheckout } from './commit-checkout.ts';
import { compare, comparisonTable } from './comparison.ts';
import { figuresIn, type Figure } from './figures.ts';

/** Each round runs both commits. */
const ROUNDS = 3;
const USAGE = '`npx -y pnpm bench against COMMIT [NAME…]`; a NAME may be followed by a part, as in `checks/worker`';
const COUNTED = ['perf', 'stat', '-x', ';', '-e', 'instructions', '--log-fd', '1'] as const;

/** Runs benchmarks of another commit and of this checkout in turn, and prints their figures side by side. */
export async function benchAgainst([revision, ...wanted]: readonly string[]): Promise<void> {
  if (revision === undefined) throw new LocalError(`Say with which commit to compare: ${USAGE}.`);
  const commit = commitNamed(revision);
  const mine = benchmarksIn(ROOT);
  const unknown = wanted.filter((each) => !mine.includes(nameOf(each)));
  if (unknown.length > 0) throw new LocalError(`There is no benchmark ${unknown.join(', ')}: ${mine.join(', ')}.`);
  await ensureTools(toolsOf(wanted.length > 0 ? wanted.map(nameOf) : mine), say);

  const lock = await tryLock('bench-against', ROOT);
  if (lock.taken) throw new LocalError('This checkout is being compared already: wait for the end of that.');
  const commands = new Commands();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => commands.stop());
  onLauncherGone(() => commands.stop());
  try {
    const theirs = await checkOut(commit, say, commands);
    const known = benchmarksIn(theirs);
    const worse: string[] = [];
    for (const benchmark of wanted.length > 0 ? wanted : mine) {
      if (known.includes(nameOf(benchmark))) worse.push(...(await compareOne(benchmark, theirs, revision, commands)));
      else print(`${benchmark}: not measured there\n`);
    }
    if (worse.length === 0) return;
    fail(`More than 5 % worse than ${revision}, beyond the spread:\n${worse.join('\n')}`);
    process.exitCode = 1;
  } finally {
    removeCheckout();
    lock.release();
  }
}

/** Returns which of its figures are worse. */
async function compareOne(benchmark: string, theirs: string, commit: string, commands: Commands): Promise<string[]> {
  const [before, after]: [Figure[][], Figure[][]] = [[], []];
  const measured = async (checkout: string): Promise<Figure[]> => {
    const command = ['npx', '-y', 'pnpm', 'run', 'bench', ...benchmark.split('/')] as const;
    return figuresIn(await commands.output(checkout, canCountInstructions() ? [...COUNTED, ...command] : [...command]));
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`${benchmark}, round ${round} of ${ROUNDS}: ${commit}`);
    before.push(await measured(theirs));
    say(`${benchmark}, round ${round} of ${ROUNDS}: here`);
    after.push(await measured(ROOT));
  }
  const comparison = compare(before, after);
  print(`\n${comparisonTable(benchmark, comparison, commit)}`);
  return comparison.compared.flatMap(({ name, isWorse }) => (isWorse ? [`${benchmark}: ${name}`] : []));
}

function nameOf(benchmark: string): string {
  return benchmark.split('/', 1)[0] ?? '';
}

function canCountInstructions(): boolean {
  const { stdout, error } = spawnSync(COUNTED[0], [...COUNTED.slice(1), 'true'], { encoding: 'utf8' });
  return error === undefined && /^\d+;/.test(stdout);
}
