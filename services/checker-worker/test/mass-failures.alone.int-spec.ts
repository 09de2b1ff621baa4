import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { TargetServer } from '@vedette/test-kit/target-server';
import { Fleet, metric } from './support/fleet.ts';
import { httpTarget } from './support/targets.ts';

// Confirmations of many failures at once: these tests take all of the processor.

let fleet: Fleet;
const targets: TargetServer[] = [];
beforeEach(async () => {
  fleet = await Fleet.start();
});
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.stop()));
  await fleet.stop();
});

const serving = async (...args: Parameters<typeof TargetServer.start>): Promise<TargetServer> => {
  const target = await TargetServer.start(...args);
  targets.push(target);
  return target;
};

describe('a thousand failures at once', () => {
  it('stay within the limits of the workers, and none is lost', async () => {
    const env = { CHECK_CONCURRENCY: '250' };
    const workers = await fleet.addWorkers(env, env);
    const target = await serving((_request, response) => {
      setTimeout(() => response.writeHead(503).end(), 300);
    });
    const jobs = await fleet.schedule(target.urls(1_000).map((url) => httpTarget(url)));
    const results = await fleet.resultsOf(jobs, 50_000);
    expect(results.every(({ outcome }) => outcome.verdict === 'FAILED' && outcome.attempts.length === 2)).toBe(true);
    expect(target.mostAtOnce).toBeLessThanOrEqual(500);
    for (const worker of workers) expect(await metric(worker, 'vedette_checks_running')).toBe(0);
  });
});

describe('fifteen hundred timeouts at once', () => {
  it("do not delay the confirmation of another tenant's failure by more than a second", async () => {
    await fleet.addWorkers({ WORKER_REGION: 'north' }, { WORKER_REGION: 'south' });
    const silent = await serving(() => {});
    const refusing = await serving((_request, response) => response.writeHead(503).end());
    const hanging = silent.urls(1_500).map((url) => httpTarget(url, { timeoutSeconds: 5 }));
    await fleet.schedule(hanging, { organizationId: 'org_troubled' });
    await waitFor('timeouts to be confirmed', () => [...silent.hits.values()].filter((hits) => hits > 1).length > 20, {
      timeoutMs: 60_000,
    });
    const others = { organizationId: 'org_other' };
    const refused = await fleet.schedule(
      refusing.urls(10).map((url) => httpTarget(url)),
      others,
    );
    const timedOut = await fleet.schedule(
      Array.from({ length: 10 }, (_, i) => httpTarget(silent.url(`other-${i}`), { timeoutSeconds: 1 })),
      others,
    );
    const failures = await fleet.resultsOf([...refused, ...timedOut], 30_000);
    const delays = failures.map(({ outcome: { verdict, attempts } }) => {
      expect(verdict).toBe('FAILED');
      const [first, second] = attempts;
      return Date.parse(second?.checkedAt ?? '') - Date.parse(first?.checkedAt ?? '') - (first?.phases.total ?? 0);
    });
    expect(Math.max(...delays)).toBeLessThan(1_000);
  });
});
