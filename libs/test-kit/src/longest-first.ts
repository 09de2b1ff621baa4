import type { Test } from '@jest/test-result';
import type sequencer from '@jest/test-sequencer';
import { createRequire } from 'node:module';

// The types of this package describe its CommonJS module only.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof sequencer;

/** Suites of more than about twenty seconds, the longest first. Two that take all of the processor are not neighbours. */
const LONGEST = [
  'e2e/faults/',
  'e2e/status-page.e2e-spec.ts',
  'e2e/webhook-crash.e2e-spec.ts',
  'e2e/large-answers.e2e-spec.ts',
  'e2e/rolling.e2e-spec.ts',
  'e2e/attacks/',
  'e2e/checks-failover.e2e-spec.ts',
  'e2e/check-fairness.e2e-spec.ts',
  'e2e/crashes.e2e-spec.ts',
  'e2e/webhook-fairness.e2e-spec.ts',
  'e2e/checks.e2e-spec.ts',
  'services/checker-worker/test/hostile-targets.int-spec.ts',
  'services/checker-worker/test/fleet.int-spec.ts',
  'services/incident/test/crash.int-spec.ts',
  'services/checker-worker/test/confirmation.int-spec.ts',
  'deploy/local/test/start.int-spec.ts',
  'libs/outbound/test/floods.int-spec.ts',
  'services/status-page/test/outages.int-spec.ts',
  'services/checker-worker/test/trust.int-spec.ts',
  'services/monitor/test/heartbeat-outages.int-spec.ts',
  'services/checker-worker/test/probe-contract.int-spec.ts',
  'services/webhook-dispatcher/test/manual.int-spec.ts',
  'services/monitor/test/heartbeats.int-spec.ts',
  'services/webhook-dispatcher/test/bad-receivers.int-spec.ts',
  'libs/test-kit/src/source-patterns.spec.ts',
];

function placeOf({ path }: Test): number {
  const index = LONGEST.findIndex((part) => path.includes(part));
  return index === -1 ? LONGEST.length : index;
}

/** A run ends sooner if its longest suites do not start last. Jest by itself knows only how long earlier runs took. */
export default class LongestFirst extends Sequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
