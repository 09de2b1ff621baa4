// Decides in which runs of Jest `pnpm test` goes through all suites, and how many suites run at a time.

/** How many suites of each project run at a time on two processors. Those of `alone` need the machine for themselves. */
const WORKERS: Readonly<Record<string, number>> = { unit: 2, integration: 4, e2e: 3, alone: 1 };

/** The arguments of each run: one for each project, unless a project is given. */
export function testRuns(given: readonly string[]): string[][] {
  if (given.includes('--selectProjects')) return [[...given]];
  return Object.entries(WORKERS).map(([project, workers]) =>
    given.concat('--selectProjects', project, `--maxWorkers=${workers}`),
  );
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
