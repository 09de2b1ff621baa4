// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

/** Unit tests take all of the processor. The other suites wait for a part of their time; two of them are busy at most. */
const AT_A_TIME = { unit: 2, integration: 4, e2e: 3 };

/**
 * The arguments of each run. The kinds run one after the other: unit tests would starve the other suites, and
 * end-to-end suites start many processes, while integration suites hold a service to its time limits.
 */
export function testRuns(given: readonly string[]): string[][] {
  return Object.entries(AT_A_TIME).map(([project, workers]) =>
    given.concat('--selectProjects', project, `--maxWorkers=${workers}`),
  );
}
