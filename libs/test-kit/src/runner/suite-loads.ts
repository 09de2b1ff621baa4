import { PLACES, type SuiteLoad } from './suite-order.ts';

/** Suites that flood both processors, or kill everything, and bound how long others wait meanwhile. */
const FLOODING_SECONDS: Readonly<Record<string, number>> = {
  'e2e/faults/faults': 110,
  'e2e/large-answers': 36,
  'e2e/attacks/hostile-servers': 40,
  'services/checker-worker/test/hostile-targets': 54,
  'libs/outbound/test/floods': 21,
  'services/checker-worker/test/mass-failures': 21,
  'libs/messaging/test/parcels': 6,
  'services/incident/test/alert-fairness': 9,
  'e2e/rolling': 32,
};

/**
 * Suites that take most of a processor, for all of their time or in bursts that hold services to their time limits, and
 * how many seconds they take beside others.
 */
const BUSY_SECONDS: Readonly<Record<string, number>> = {
  'e2e/webhook-crash': 60,
  'e2e/status-page': 45,
  'e2e/attacks/broken-requests': 45,
  'e2e/attacks/xss': 45,
  'e2e/attacks/foreign-ids': 18,
  'e2e/attacks/ssrf': 45,
  'e2e/console/work': 42,
  'e2e/console/resources': 36,
  'e2e/console/keyboard': 38,
  'e2e/console/organization': 32,
  'e2e/console/behind-proxy': 22,
  'e2e/console/alert-contacts': 28,
  'e2e/incident-alerts': 30,
  'e2e/organization-deletion': 26,
  'e2e/console/first-steps': 35,
  'e2e/console/live': 30,
  'e2e/status-page-live': 24,
  'e2e/restore': 21,
  'e2e/crashes': 28,
  'e2e/checks': 16,
  'e2e/outages': 25,
  'e2e/webhook-events': 15,
  'e2e/power-loss': 30,
  'services/checker-worker/test/fleet': 38,
  'deploy/local/test/start': 24,
  'services/webhook-dispatcher/test/dispatching': 9,
  'e2e/simulation/simulation': 13,
  'e2e/simulation/alert-histories': 20,
  'libs/test-kit/src/tree/source-patterns': 11,
};

/** Suites that mostly wait for limits of the services to pass. */
const WAITING_SECONDS: Readonly<Record<string, number>> = {
  'e2e/check-fairness': 65,
  'e2e/checks-failover': 57,
  'e2e/nats-users': 32,
  'e2e/auth': 25,
  'e2e/incidents': 25,
  'e2e/idempotency': 24,
  'e2e/audit-log': 20,
  'e2e/slow-target': 20,
  'e2e/monitor-fields': 16,
  'e2e/rate-limit': 21,
  'e2e/hostile-clients': 18,
  'e2e/monitors': 18,
  'e2e/attacks/slow-clients': 45,
  'e2e/webhook-fairness': 36,
  'services/status-page/test/outages': 70,
  'services/checker-worker/test/confirmation': 45,
  'services/incident/test/crash': 40,
  'services/checker-worker/test/trust': 65,
  'services/monitor/test/heartbeat-outages': 27,
  'services/webhook-dispatcher/test/manual': 23,
  'services/checker-worker/test/probe-contract': 23,
  'services/monitor/test/heartbeats': 19,
  'services/account/test/diagnosis': 12,
  'k8s/test/regions': 31,
  'services/incident/test/parent-checks': 12,
  'services/incident/test/storm-channels': 37,
  'services/incident/test/alert-storms': 28,
  'services/monitor/test/heartbeat-listener': 19,
  'services/status-page/test/public-pages': 16,
  'services/checker-worker/test/hostile-workers': 19,
  'services/webhook-dispatcher/test/bad-receivers': 16,
};

const loadsOf = (seconds: Readonly<Record<string, number>>, places: number): [string, SuiteLoad][] =>
  Object.entries(seconds).map(([name, each]) => [name, { seconds: each, places }]);

export const LOADS: ReadonlyMap<string, SuiteLoad> = new Map<string, SuiteLoad>([
  ...loadsOf(FLOODING_SECONDS, PLACES),
  ...loadsOf(BUSY_SECONDS, PLACES / 2),
  ...loadsOf(WAITING_SECONDS, 0),
]);

/** An integration suite starts what it tests; an end-to-end suite that is not named above finds a stack that runs. */
const INTEGRATION: SuiteLoad = { seconds: 5, places: PLACES / 3 };
const OTHER: SuiteLoad = { seconds: 5, places: 0 };

/** `path`: of the file of a suite, from the root of the repository. */
export function loadOf(path: string): SuiteLoad {
  const [name = ''] = path.split('.', 1);
  return LOADS.get(name) ?? (path.endsWith('.int-spec.ts') ? INTEGRATION : OTHER);
}
