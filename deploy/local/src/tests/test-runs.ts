// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

/**
 * The arguments of each run. Unit tests run first and alone: some of them take all of the processor, and integration
 * suites hold services to their time limits. Of the others, only so many run at a time as the processors have places for
 * (`suite-loads.ts`); of the workers beyond that, two hold the next busy suites, and the others take suites that mostly wait.
 */
export function testRuns(given: readonly string[]): string[][] {
  const run = (project: string, workers: number): string[] => [
    ...given,
    '--selectProjects',
    project,
    `--maxWorkers=${workers}`,
  ];
  return given.length > 0
    ? ['unit', 'integration', 'e2e'].map((project) => run(project, 2))
    : [run('unit', 3), run('integration', 6), run('e2e', 5)];
}

/** Unit tests need no stores and no browser, so they run while these are installed. */
export function needsTools(args: readonly string[]): boolean {
  const option = args.indexOf('--selectProjects');
  const [project, another = '--'] = args.slice(option + 1);
  return option === -1 || project !== 'unit' || !another.startsWith('--');
}
