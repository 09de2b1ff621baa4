import { describe, expect, it } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { jetstreamOf } from '@vedette/messaging';
import { subjects } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Fleet } from './support/fleet.ts';
import { TargetServer } from '@vedette/test-kit/target-server';
import { httpTarget } from './support/targets.ts';

interface Scene {
  readonly fleet: Fleet;
  readonly answering: (answer: RequestListener) => Promise<TargetServer>;
  readonly answeringAfter: (ms: number) => Promise<TargetServer>;
}

/** Each test has its own workers, NATS and targets, so that slow tests run beside the others. */
const inFleet = (work: (scene: Scene) => Promise<void>) => async (): Promise<void> => {
  const fleet = await Fleet.start();
  const targets: TargetServer[] = [];
  const answering = async (answer: RequestListener): Promise<TargetServer> => {
    const target = await TargetServer.start(answer);
    targets.push(target);
    return target;
  };
  const answeringAfter = (ms: number): Promise<TargetServer> =>
    answering((_request, response) => setTimeout(() => response.end('ok'), ms));
  try {
    await work({ fleet, answering, answeringAfter });
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
    await fleet.stop();
  }
};
const patient = { timeoutSeconds: 30 };

describe('workers', () => {
  it(
    'check every job once, tell its monitor, epoch and slot, and acknowledge it',
    inFleet(async ({ fleet, answeringAfter }) => {
      await fleet.addWorker({ WORKER_REGION: 'north' });
      const target = await answeringAfter(0);
      const jobs = await fleet.schedule(target.urls(120).map((url) => httpTarget(url)));
      const results = await fleet.resultsOf(jobs);
      expect(results.map(({ monitorId, epoch, slotAt }) => ({ monitorId, epoch, slotAt }))).toEqual(
        jobs.map(({ monitorId, epoch, slotAt }) => ({ monitorId, epoch, slotAt })),
      );
      const [first] = results;
      expect(first?.outcome).toMatchObject({
        verdict: 'SUCCEEDED',
        responseMs: expect.any(Number),
        attempts: [{ region: 'north', error: null, statusCode: 200, phases: { total: expect.any(Number) } }],
      });
      await waitFor('every job to be acknowledged', async () => (await fleet.unfinished()) === 0);
      expect(fleet.results).toHaveLength(120);
      expect(new Set(target.hits.values())).toEqual(new Set([1]));
    }),
  );

  it(
    'end although NATS is away, which leaves their pulls without an answer',
    inFleet(async ({ fleet }) => {
      const worker = await fleet.addWorker();
      await fleet.nats.kill();
      await expect(worker.stop()).resolves.toBeUndefined();
    }),
  );

  it(
    'share the work of one consumer',
    inFleet(async ({ fleet, answeringAfter }) => {
      await Promise.all(['a', 'b', 'c'].map((region) => fleet.addWorker({ WORKER_REGION: region })));
      await fleet.areAsking(3);
      const target = await answeringAfter(100);
      const jobs = await fleet.schedule(
        target.urls(300).map((url) => httpTarget(url)),
        { batchSize: 5 },
      );
      const results = await fleet.resultsOf(jobs);
      const regions = new Set(results.map(({ outcome }) => outcome.attempts[0]?.region));
      expect(regions).toEqual(new Set(['a', 'b', 'c']));
      expect(fleet.results).toHaveLength(300);
    }),
  );

  it(
    'take on no more than they have places for',
    inFleet(async ({ fleet, answeringAfter }) => {
      await fleet.addWorker({ CHECK_CONCURRENCY: '20' });
      const target = await answeringAfter(50);
      await fleet.resultsOf(await fleet.schedule(target.urls(200).map((url) => httpTarget(url))));
      expect(target.mostAtOnce).toBeLessThanOrEqual(20);
      expect(target.mostAtOnce).toBeGreaterThanOrEqual(10);
    }),
  );

  it.concurrent(
    'lose nothing when one of three is killed in the middle of its work',
    inFleet(async ({ fleet, answeringAfter }) => {
      const workers = await Promise.all([1, 2, 3].map(() => fleet.addWorker()));
      const target = await answeringAfter(2_000);
      const jobs = await fleet.schedule(
        target.urls(300).map((url) => httpTarget(url, patient)),
        { batchSize: 10 },
      );
      await waitFor('work under way', () => target.hits.size > 250);
      await workers[0]?.kill('SIGKILL');
      const results = await fleet.resultsOf(jobs, 45_000);
      expect(results.every(({ outcome }) => outcome.verdict === 'SUCCEEDED')).toBe(true);
      // The killed worker had begun some checks, which the other worker repeated.
      expect([...target.hits.values()].filter((hits) => hits > 1).length).toBeGreaterThan(0);
      await waitFor('every job to be acknowledged', async () => (await fleet.unfinished()) === 0);
    }),
  );

  it(
    'finish what they have begun before they end',
    inFleet(async ({ fleet, answeringAfter }) => {
      const worker = await fleet.addWorker();
      const target = await answeringAfter(1_500);
      const jobs = await fleet.schedule(
        target.urls(60).map((url) => httpTarget(url, patient)),
        { batchSize: 20 },
      );
      await waitFor('work under way', () => target.hits.size === 60);
      await worker.stop();
      await fleet.resultsOf(jobs);
      expect(new Set(target.hits.values())).toEqual(new Set([1]));
      expect(await fleet.unfinished()).toBe(0);
    }),
  );

  it.concurrent(
    'that stop give back what takes too long, another does it at once, and finish what somebody waits for',
    inFleet(async ({ fleet, answering }) => {
      const worker = await fleet.addWorker();
      let isSlow = true;
      let endWait = (): unknown => undefined;
      const target = await answering((request, response) => {
        if (request.url === '/waited-for') endWait = () => response.end('ok');
        else if (!isSlow) response.end('ok');
      });
      const waitedFor = fleet.runCheck(httpTarget(target.url('waited-for'), patient));
      await waitFor('the check that is waited for', () => target.hits.size === 1);
      const jobs = await fleet.schedule(target.urls(20).map((url) => httpTarget(url, patient)));
      await waitFor('work under way', () => target.hits.size === 21);
      const stopped = worker.stop();
      isSlow = false;
      await fleet.addWorker();
      const results = await fleet.resultsOf(jobs, 40_000);
      expect(results.every(({ outcome }) => outcome.verdict === 'SUCCEEDED')).toBe(true);
      endWait();
      expect(await waitedFor).toMatchObject({ verdict: 'SUCCEEDED', attempts: [{ error: null }] });
      await stopped;
      expect(target.hits.get('/waited-for')).toBe(1);
    }),
  );

  it(
    'go on where they were when NATS has been away',
    inFleet(async ({ fleet, answeringAfter }) => {
      await fleet.addWorker();
      const target = await answeringAfter(1_000);
      const jobs = await fleet.schedule(target.urls(50).map((url) => httpTarget(url, patient)));
      await waitFor('work under way', () => target.hits.size === 50);
      await fleet.nats.kill();
      await waitFor('the work to be done', () => target.open === 0);
      await fleet.nats.resume();
      expect(await fleet.resultsOf(jobs, 30_000)).toHaveLength(50);
    }),
  );

  it(
    'drop a message that cannot be read, and go on',
    inFleet(async ({ fleet, answeringAfter }) => {
      await fleet.addWorker();
      const stream = jetstreamOf(await fleet.connection());
      await stream.publish(subjects.checkJobs.FAST, 'no jobs');
      await stream.publish(subjects.checkJobs.FAST, '{"jobs":{}}');
      const target = await answeringAfter(0);
      expect(await fleet.check(httpTarget(target.url()))).toMatchObject([{ verdict: 'SUCCEEDED' }]);
      await waitFor('both to be dropped', async () => (await fleet.unfinished()) === 0);
    }),
  );

  it(
    'answer a type that they do not know with what they know: nothing',
    inFleet(async ({ fleet }) => {
      await fleet.addWorker({ WORKER_REGION: 'north' });
      const unknown = { ...httpTarget('http://127.0.0.1/'), type: 'TELEPATHY' };
      expect(await fleet.check(unknown as never)).toEqual([
        {
          verdict: 'UNOBSERVED',
          attempts: [],
          responseMs: null,
          pace: null,
          observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
        },
      ]);
      // No attempt says who ran the check, so that the result does.
      const ranBy = { worker: expect.any(String), region: 'north', startedAt: expect.any(String) };
      expect(fleet.results).toMatchObject([{ ranBy }]);
    }),
  );
});
