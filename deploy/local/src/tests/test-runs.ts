// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

export interface TestRun {
  readonly args: readonly string[];
  /** It goes on beside the runs after it, and takes what they leave of the processors. */
  readonly isBehindOthers: boolean;
}

/**
 * One run for each project. Unit tests have no short time limits, so they run behind the others. Of these, only so many
 * run at a time as the processors have places for (`suite-loads.ts`); of the workers beyond that, two hold the next busy
 * suites, and the others take suites that mostly wait.
 */
export function testRuns(given: readonly string[]): TestRun[] {
  const run = (project: string, workers: number, isBehindOthers = false): TestRun => ({
    args: [...given, '--selectProjects', project, `--maxWorkers=${workers}`],
    isBehindOthers,
  });
  return given.length > 0
    ? ['unit', 'integration', 'e2e'].map((project) => run(project, 2))
    : [run('unit', 1, true), run('integration', 6), run('e2e', 5)];
}

export type NeededTools = 'none' | 'stores' | 'stores and browser';

/** Unit tests run while the stores are installed, and integration tests while the browser is. */
export function neededTools(args: readonly string[]): NeededTools {
  const option = args.indexOf('--selectProjects');
  const [project, another = '--'] = args.slice(option + 1);
  if (option === -1 || !another.startsWith('--')) return 'stores and browser';
  if (project === 'unit') return 'none';
  return project === 'integration' || project === 'neighbours' ? 'stores' : 'stores and browser';
}
