import { PLACES, type SuiteLoad } from './suite-order.ts';

/** Suites that flood both processors, or kill everything, and bound how long others wait meanwhile. */
const FLOODING_SECONDS: Readonly<Record<string, number>> = {
  'e2e/faults/faults': 135,
  'e2e/neighbours/turns': 45,
  'e2e/large-answers': 40,
  'e2e/attacks/hostile-servers': 38,
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
  'e2e/organization-deletion': 26,
  'e2e/status-page-live': 24,
  'e2e/checks': 16,
  'e2e/outages': 25,
  'e2e/power-loss': 30,
};

/** Suites that are as busy, but whose time limits leave room for three of them at a time. */
const PATIENT_SECONDS: Readonly<Record<string, number>> = {
  'e2e/webhook-crash': 60,
  'e2e/status-page': 45,
  'e2e/console/work': 42,
  'e2e/console/keyboard': 38,
  'e2e/console/resources': 36,
  'e2e/console/first-steps': 35,
  'e2e/attacks/broken-requests': 32,
  'e2e/console/organization': 32,
  'e2e/attacks/ssrf': 32,
  'e2e/console/live': 30,
  'e2e/console/alert-contacts': 28,
  'e2e/crashes': 28,
  'e2e/console/behind-proxy': 22,
  'e2e/restore': 21,
};

/** Integration suites that take longer than others. */
const LONG_SECONDS: Readonly<Record<string, number>> = {
  'services/checker-worker/test/fleet': 38,
  'deploy/local/test/start': 24,
  'services/incident/test/outage-floods': 20,
  'services/incident/test/failing-load': 17,
  'k8s/test/nats': 17,
  'services/incident/test/channels': 15,
};

/** Suites that mostly wait for limits of the services to pass. */
const WAITING_SECONDS: Readonly<Record<string, number>> = {
  'e2e/check-fairness': 62,
  'e2e/checks-failover': 58,
  'e2e/nats-users': 18,
  'e2e/slow-target': 14,
  'e2e/hostile-clients': 12,
  'e2e/envelope': 14,
  'e2e/tracing': 13,
  'e2e/events': 12,
  'e2e/incident-checks': 10,
  'e2e/attacks/slow-clients': 36,
  'e2e/webhook-fairness': 29,
  'e2e/incident-alerts': 30,
  'e2e/webhook-events': 22,
  'e2e/attacks/xss': 18,
  'e2e/attacks/foreign-ids': 12,
  'services/status-page/test/outages': 58,
  'services/checker-worker/test/confirmation': 45,
  'services/incident/test/crash': 28,
  'services/incident/test/alert-leases': 32,
  'services/checker-worker/test/trust': 50,
  'services/monitor/test/heartbeat-outages': 27,
  'services/webhook-dispatcher/test/manual': 23,
  'services/checker-worker/test/probe-contract': 23,
  'services/monitor/test/heartbeats': 19,
  'services/account/test/diagnosis': 12,
  'k8s/test/regions': 31,
  'services/incident/test/parent-checks': 12,
  'services/incident/test/storm-channels': 28,
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
  ...loadsOf(PATIENT_SECONDS, PLACES / 3),
  ...loadsOf(LONG_SECONDS, PLACES / 4),
  ...loadsOf(WAITING_SECONDS, 0),
]);

/** An integration suite starts what it tests; an end-to-end suite that is not named above finds a stack that runs. */
const INTEGRATION: SuiteLoad = { seconds: 5, places: PLACES / 4 };
const OTHER: SuiteLoad = { seconds: 5, places: 0 };

/** `path`: of the file of a suite, from the root of the repository. */
export function loadOf(path: string): SuiteLoad {
  const [name = ''] = path.split('.', 1);
  return LOADS.get(name) ?? (path.endsWith('.int-spec.ts') ? INTEGRATION : OTHER);
}
