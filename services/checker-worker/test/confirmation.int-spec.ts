import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { Fleet, metric } from './support/fleet.ts';
import { FOUND_UP, StandIn, type Answer } from './support/stand-in.ts';
import { TargetServer } from '@vedette/test-kit/target-server';
import { httpTarget, portTarget } from './support/targets.ts';

let fleet: Fleet;
const endings: (() => unknown)[] = [];
beforeEach(async () => {
  fleet = await Fleet.start();
});
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
  await fleet.stop();
});

const serving = async (...args: Parameters<typeof TargetServer.start>): Promise<TargetServer> => {
  const target = await TargetServer.start(...args);
  endings.push(() => target.stop());
  return target;
};
const down = () => serving((_request, response) => response.writeHead(503).end());

const standIn = async (answer: Answer | null): Promise<void> => {
  const other = await StandIn.announce(fleet, answer);
  endings.push(() => other.stop());
};

describe('a failure', () => {
  it('is confirmed by the same worker when it is alone, and both attempts are evidence', async () => {
    await fleet.addWorker({ WORKER_REGION: 'north' });
    const target = await down();
    const [outcome] = await fleet.check(httpTarget(target.url()));
    const error = 'Expected status 200-206, 301, 302, 307 or 308, got 503';
    expect(outcome).toMatchObject({
      verdict: 'FAILED',
      responseMs: null,
      attempts: [
        { region: 'north', error, statusCode: 503 },
        { region: 'north', error, statusCode: 503 },
      ],
    });
    expect(target.hits.get('/')).toBe(2);
  });

  it('of less than a millisecond is confirmed in a later one, by which evidence tells the attempts apart', async () => {
    await fleet.addWorker();
    const target = await down();
    await target.stop();
    const refused = portTarget('127.0.0.1', target.port);
    // From then on the worker knows that it is alone, and confirms at once.
    await fleet.check(refused);
    for (let i = 0; i < 200; i += 1) {
      const { attempts } = await fleet.runCheck(refused);
      expect(new Set(attempts.map(({ checkedAt }) => checkedAt)).size).toBe(2);
    }
  });

  it('is confirmed by another worker, in another region where there is one', async () => {
    await fleet.addWorkers({ WORKER_REGION: 'north' }, { WORKER_REGION: 'north' }, { WORKER_REGION: 'south' });
    const target = await down();
    const outcomes = await fleet.check(...target.urls(30).map((url) => httpTarget(url)));
    for (const { verdict, attempts } of outcomes) {
      expect(verdict).toBe('FAILED');
      const [first, second] = attempts;
      expect(first?.worker).not.toBe(second?.worker);
      expect(new Set([first?.region, second?.region])).toEqual(new Set(['north', 'south']));
    }
  });

  it('that passes is none: a single lost packet opens no incident', async () => {
    await fleet.addWorker();
    const target = await serving((request, response) => {
      response.writeHead((target.hits.get(request.url ?? '') ?? 0) > 1 ? 200 : 500).end();
    });
    expect(await fleet.check(httpTarget(target.url()))).toMatchObject([
      {
        verdict: 'SUCCEEDED',
        responseMs: expect.any(Number),
        attempts: [{ statusCode: 500 }, { statusCode: 200, error: null }],
      },
    ]);
  });

  it.each<[string, Answer | null, boolean]>([
    ['silent', () => {}, true],
    ['full', (reply) => reply({ kind: 'REFUSED', because: 'FULL' }), true],
    ['gone without a word', null, false],
    [
      'accepting and then unable',
      (reply) => {
        reply({ kind: 'ACCEPTED' });
        reply({ kind: 'UNABLE' });
      },
      false,
    ],
  ])('is confirmed by the same worker when the other one is %s', async (_name, answer, isWaitedFor) => {
    const worker = await fleet.addWorker({ WORKER_REGION: 'north' });
    await standIn(answer);
    await waitFor('it to be known', async () => (await metric(worker, 'vedette_worker_peers')) === 1);
    const target = await down();
    const startedAt = performance.now();
    const outcome = await fleet.runCheck(httpTarget(target.url()));
    const elapsedMs = performance.now() - startedAt;
    expect(outcome).toMatchObject({ verdict: 'FAILED', attempts: [{ region: 'north' }, { region: 'north' }] });
    expect(elapsedMs > 1_900).toBe(isWaitedFor);
  });

  it('that only the same worker saw twice is none while another worker finds its like up', async () => {
    const worker = await fleet.addWorker({ WORKER_REGION: 'north' });
    const target = await down();
    let contradict: (() => void) | undefined;
    await standIn((reply) => {
      if (contradict !== undefined) return reply({ kind: 'REFUSED', because: 'FULL' });
      reply({ kind: 'ACCEPTED' });
      contradict = () => reply(FOUND_UP);
    });
    await waitFor('it to be known', async () => (await metric(worker, 'vedette_worker_peers')) === 1);
    const first = fleet.runCheck(httpTarget(target.url('first'), { timeoutSeconds: 30 }));
    await waitFor('the other one to take it on', () => contradict);
    const second = fleet.runCheck(httpTarget(target.url('second')));
    await waitFor('a second look of its own', () => target.hits.get('/second') === 2);
    contradict?.();
    expect(await first).toMatchObject({
      verdict: 'SUCCEEDED',
      attempts: [{ statusCode: 503 }, { worker: 'stand-in' }],
    });
    expect(await second).toMatchObject({ verdict: 'UNOBSERVED', attempts: [{ statusCode: 503 }, { statusCode: 503 }] });
  });

  it('is confirmed by the same worker when the other one dies over it', async () => {
    const worker = await fleet.addWorker({ WORKER_REGION: 'north' });
    await standIn((reply, leave) => {
      reply({ kind: 'ACCEPTED' });
      leave();
    });
    await waitFor('it to be known', async () => (await metric(worker, 'vedette_worker_peers')) === 1);
    const target = await down();
    const outcome = await fleet.runCheck(httpTarget(target.url(), { timeoutSeconds: 30 }));
    expect(outcome).toMatchObject({ verdict: 'FAILED', attempts: [{ region: 'north' }, { region: 'north' }] });
  });

  it('is waited for while the target takes its time with the other worker', async () => {
    await fleet.addWorkers({ WORKER_REGION: 'north' }, { WORKER_REGION: 'south' });
    const target = await serving((request, response) => {
      const isFirst = target.hits.get(request.url ?? '') === 1;
      setTimeout(() => response.writeHead(isFirst ? 500 : 200).end(), isFirst ? 0 : 4_000);
    });
    const outcome = await fleet.runCheck(httpTarget(target.url()));
    expect(outcome).toMatchObject({ verdict: 'SUCCEEDED', attempts: [{ statusCode: 500 }, { statusCode: 200 }] });
    expect(outcome.attempts[0]?.region).not.toBe(outcome.attempts[1]?.region);
  });
});

describe('a check that somebody waits for', () => {
  it('is answered with its outcome', async () => {
    await fleet.addWorker();
    const target = await serving((_request, response) => response.end('ok'));
    expect(await fleet.runCheck(httpTarget(target.url()))).toMatchObject({ verdict: 'SUCCEEDED' });
    await target.stop();
    expect(await fleet.runCheck(portTarget('127.0.0.1', target.port))).toMatchObject({
      verdict: 'FAILED',
      attempts: [{ error: `Connection refused by 127.0.0.1:${target.port}` }, {}],
    });
  });

  it('goes before those that are scheduled', async () => {
    await fleet.addWorker({ CHECK_CONCURRENCY: '10' });
    const slow = await serving((_request, response) => setTimeout(() => response.end('ok'), 500));
    const jobs = await fleet.schedule(slow.urls(50).map((url) => httpTarget(url)));
    await fleet.resultsOf(jobs.slice(0, 1));
    expect(await fleet.runCheck(httpTarget(slow.url()))).toMatchObject({ verdict: 'SUCCEEDED' });
    expect(fleet.results.length).toBeLessThan(jobs.length);
  });

  it('fails fast when no worker is alive', async () => {
    await expect(fleet.runCheck(httpTarget('http://127.0.0.1/'))).rejects.toMatchObject({ code: 'internal_error' });
  });
});
