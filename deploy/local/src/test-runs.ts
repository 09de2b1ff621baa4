// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

/** Integration suites that take all of the processor for seconds: floods, hundreds of workers' checks, whole stacks. */
const BUSY_SUITES = [
  'services/checker-worker/test/(hostile-targets|confirmation|fleet)',
  'services/incident/test/crash',
  'services/webhook-dispatcher/test/dispatching',
  'libs/outbound/test/floods',
  'libs/messaging/test/parcels',
  'deploy/local/test/start',
];

/**
 * The arguments of each run. Unit tests run first and alone: some of them take all of the processor, and integration
 * suites hold services to their time limits. Busy integration suites run two at a time; the others mostly wait, so three
 * of them do. Of three end-to-end suites at most two are busy (`suite-loads.ts`).
 */
export function testRuns(given: readonly string[]): string[][] {
  const run = (project: string, workers: number, ...chosen: string[]): string[] => [
    ...given,
    '--selectProjects',
    project,
    `--maxWorkers=${workers}`,
    ...chosen,
  ];
  // Paths that are given could not be combined with the paths of the busy suites.
  if (given.length > 0) return ['unit', 'integration', 'e2e'].map((project) => run(project, 2));
  return [
    run('unit', 2),
    run('integration', 2, '--testPathPatterns', ...BUSY_SUITES),
    run('integration', 3, '--testPathIgnorePatterns', ...BUSY_SUITES),
    run('e2e', 3),
  ];
}
