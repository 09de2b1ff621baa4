// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

/**
 * The arguments of each run. Unit tests run first and alone: some of them take all of the processor, and the other suites
 * hold services to their time limits. Integration and end-to-end suites share one run, so that those that wait fill the
 * time that busy ones leave: of three suites at most two are busy (`suite-loads.ts`).
 */
export function testRuns(given: readonly string[]): string[][] {
  const run = (workers: number, ...projects: string[]): string[] => [
    ...given,
    '--selectProjects',
    ...projects,
    `--maxWorkers=${workers}`,
  ];
  return [run(2, 'unit'), run(3, 'integration', 'e2e')];
}
