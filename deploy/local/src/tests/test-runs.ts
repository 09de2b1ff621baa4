// Decides in which runs of jest `pnpm test` goes through all suites, and how many suites run at a time.

/** Integration suites that take all of the processor for seconds: floods, hundreds of workers' checks, whole stacks. */
const BUSY_SUITES = [
  'services/checker-worker/test/(fleet|hostile-targets|mass-failures)',
  'services/webhook-dispatcher/test/dispatching',
  'libs/outbound/test/floods',
  'libs/messaging/test/parcels',
  'deploy/local/test/start',
];

/** Integration suites that take many seconds and hardly any of the processor: they wait for limits of services to pass. */
const WAITING_SUITES = [
  'services/account/test/diagnosis',
  'services/checker-worker/test/(confirmation|hostile-workers|probe-contract|trust)',
  'services/incident/test/crash',
  'services/monitor/test/(heartbeat-listener|heartbeat-outages|heartbeats)',
  'services/status-page/test/outages',
  'services/webhook-dispatcher/test/(bad-receivers|manual)',
  'k8s/test/regions',
];

/**
 * The arguments of each run. Unit tests run first and alone: some of them take all of the processor, and integration
 * suites hold services to their time limits. Of integration suites, two busy ones run beside two that wait, then three of
 * the others. Of three end-to-end suites at most two are busy (`suite-loads.ts`).
 */
export function testRuns(given: readonly string[]): string[][] {
  const run = (project: string, workers: number, ...chosen: string[]): string[] => [
    ...given,
    '--selectProjects',
    project,
    `--maxWorkers=${workers}`,
    ...chosen,
  ];
  // Paths that are given could not be combined with the paths of these suites.
  if (given.length > 0) return ['unit', 'integration', 'e2e'].map((project) => run(project, 2));
  return [
    run('unit', 2),
    run('integration', 4, '--testPathPatterns', ...BUSY_SUITES, ...WAITING_SUITES),
    run('integration', 3, '--testPathIgnorePatterns', ...BUSY_SUITES, ...WAITING_SUITES),
    run('e2e', 3),
  ];
}
