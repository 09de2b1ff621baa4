import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { Fleet, metric, readiness } from './support/fleet.ts';
import { TargetServer } from '@vedette/test-kit/target-server';
import { FOUND_UP, StandIn, type Answer } from './support/stand-in.ts';
import { StallingRelay } from './support/stalling-relay.ts';
import { httpTarget, portTarget } from './support/targets.ts';

let fleet: Fleet;
const endings: (() => unknown)[] = [];
beforeEach(async () => {
  fleet = await Fleet.start();
});
afterEach(async () => {
  await fleet.stop();
  for (const end of endings.splice(0)) await end();
});

const dnsServer = async (): Promise<DnsServer> => {
  const dns = await DnsServer.start();
  endings.push(() => dns.close());
  return dns;
};
const upServer = async (port?: number): Promise<TargetServer> => {
  const target = await TargetServer.start((_request, response) => response.end('ok'), { port });
  endings.push(() => target.stop());
  return target;
};

/** Does something before it answers that it is down. */
const downServer = async (beforeAnswer?: () => void | Promise<void>): Promise<TargetServer> => {
  const target = await TargetServer.start((_request, response) => {
    void Promise.resolve(beforeAnswer?.()).then(() => response.writeHead(503).end());
  });
  endings.push(() => target.stop());
  return target;
};
const standIn = async (answer: Answer): Promise<void> => {
  const other = await StandIn.announce(fleet, answer);
  endings.push(() => other.stop());
};
/** The way of one worker to NATS, with its address. */
const relayToNats = async (): Promise<{ relay: StallingRelay; url: string }> => {
  const nats = new URL(fleet.nats.urlOf('checker-worker'));
  const relay = await StallingRelay.start(Number(nats.port));
  endings.push(() => relay.stop());
  nats.port = String(relay.port);
  return { relay, url: nats.href };
};

const names = Array.from({ length: 12 }, (_, i) => `host-${i}.example`);
const setAll = (dns: DnsServer, reply: string[] | 'SERVFAIL'): void => {
  for (const name of names) dns.set(name, 'A', reply).set(name, 'AAAA', reply === 'SERVFAIL' ? reply : []);
};

describe('a worker without a network, beside one that has one', () => {
  it('opens no incident, stops, says so, and comes back by itself', async () => {
    const [good, bad] = [await dnsServer(), await dnsServer()];
    setAll(good, ['127.0.0.1']);
    setAll(bad, 'SERVFAIL');
    const target = await upServer();
    const env = { WORKER_REGION: 'north', CHECK_DNS_SERVERS: bad.address };
    const sound = { WORKER_REGION: 'south', CHECK_DNS_SERVERS: good.address };
    const [lost] = await fleet.addWorkers(env, sound);
    if (lost === undefined) throw new Error('no worker');
    const targets = names.map((name) => httpTarget(`http://${name}:${target.port}/`));

    // While the worker is trusted it takes jobs, and every one of its failures is contradicted.
    await waitFor('the lost worker to be distrusted', async () => {
      const outcomes = await fleet.check(...targets.slice(0, 4));
      expect(outcomes.map(({ verdict }) => verdict)).toEqual(outcomes.map(() => 'SUCCEEDED'));
      return (await readiness(lost)).status === 503;
    });
    expect((await readiness(lost)).text).toContain('other workers keep contradicting its failures');
    expect(await metric(lost, 'vedette_worker_trusted')).toBe(0);

    const outcomes = await fleet.check(...targets);
    expect(outcomes.map(({ attempts }) => attempts.map(({ region }) => region))).toEqual(targets.map(() => ['south']));

    setAll(bad, ['127.0.0.1']);
    await waitFor('the worker to be trusted again', async () => (await readiness(lost)).status === 200, {
      timeoutMs: 20_000,
    });
    expect(await metric(lost, 'vedette_worker_trusted')).toBe(1);
    await waitFor('it to take jobs again', async () => {
      const again = await fleet.check(...targets);
      return again.some(({ attempts }) => attempts[0]?.region === 'north');
    });
  });

  it('does not believe its own second look while others are there', async () => {
    const [good, bad] = [await dnsServer(), await dnsServer()];
    setAll(good, ['127.0.0.1']);
    setAll(bad, 'SERVFAIL');
    const target = await upServer();
    await fleet.addWorkers(
      { WORKER_REGION: 'north', CHECK_DNS_SERVERS: bad.address },
      { WORKER_REGION: 'south', CHECK_DNS_SERVERS: good.address, CHECK_CONCURRENCY: '10' },
    );
    // Far more failures at once than the other worker has places for.
    const targets = Array.from({ length: 20 }, () => names)
      .flat()
      .map((name) => httpTarget(`http://${name}:${target.port}/`));
    const jobs = await fleet.schedule(targets, { batchSize: 10 });
    const results = await fleet.resultsOf(jobs);
    expect(new Set(results.map(({ outcome }) => outcome.verdict))).not.toContain('FAILED');
  });
});

describe('a worker that loses NATS at the moment of a failure', () => {
  it('does not believe its second look, however recently NATS answered', async () => {
    const { relay, url } = await relayToNats();
    const worker = await fleet.addWorker({ NATS_URL: url });
    const target = await downServer(() => relay.stall());
    const jobs = await fleet.schedule([httpTarget(target.url())]);
    await waitFor('the worker to judge by itself', async () => {
      return (await metric(worker, 'vedette_check_confirmations_total', 'by="self"')) > 0;
    });
    relay.release();
    const [result] = await fleet.resultsOf(jobs);
    expect(result?.outcome).toMatchObject({ verdict: 'UNOBSERVED', attempts: [{}, {}] });
  });

  it('asks again when its question was lost with the connection', async () => {
    const { relay, url } = await relayToNats();
    const worker = await fleet.addWorker({ NATS_URL: url });
    let questions = 0;
    await standIn((reply) => {
      questions += 1;
      if (questions === 1) return relay.breakOff();
      reply({ kind: 'ACCEPTED' });
      reply(FOUND_UP);
    });
    await waitFor('it to be known', async () => (await metric(worker, 'vedette_worker_peers')) === 1);
    const target = await downServer();
    expect(await fleet.check(httpTarget(target.url()))).toMatchObject([
      { verdict: 'SUCCEEDED', attempts: [{ statusCode: 503 }, { worker: 'stand-in' }] },
    ]);
    expect(questions).toBe(2);
  });
});

describe('a worker that has heard of no other worker', () => {
  const findUp: Answer = (reply) => {
    reply({ kind: 'ACCEPTED' });
    reply(FOUND_UP);
  };

  it('does not believe that it is alone when it has just started', async () => {
    // Meanwhile a worker that believes that it is alone has long made its second attempt.
    const target = await downServer(() => void setTimeout(() => void standIn(findUp), 500));
    const jobs = await fleet.schedule([httpTarget(target.url())]);
    await fleet.addWorker();
    const [result] = await fleet.resultsOf(jobs);
    expect(result?.outcome).toMatchObject({ verdict: 'SUCCEEDED', attempts: [{}, { worker: 'stand-in' }] });
    expect(target.hits.get('/')).toBe(1);
  });

  it('does not believe its second look when another one has appeared in the meantime', async () => {
    await fleet.addWorker();
    const target = await downServer(() => (target.hits.get('/late') === 2 ? standIn(findUp) : undefined));
    // This failure counts: the worker has listened for long enough, and is alone.
    expect(await fleet.runCheck(httpTarget(target.url('first')))).toMatchObject({ verdict: 'FAILED' });
    expect(await fleet.runCheck(httpTarget(target.url('late')))).toMatchObject({
      verdict: 'UNOBSERVED',
      attempts: [{ statusCode: 503 }, { statusCode: 503 }],
    });
  });
});

describe('canaries', () => {
  it('decide whether a worker that is alone may believe its failures', async () => {
    const canary = await upServer();
    const worker = await fleet.addWorker({ CHECK_CANARY_URLS: `http://127.0.0.1:1/,${canary.url()}` });
    const gone = await upServer();
    await gone.stop();
    const dead = portTarget('127.0.0.1', gone.port);
    expect(await fleet.runCheck(dead)).toMatchObject({ verdict: 'FAILED', attempts: [{}, {}] });

    await canary.stop();
    expect(await fleet.runCheck(dead)).toMatchObject({ verdict: 'UNOBSERVED', attempts: [{}, {}] });
    await waitFor('the worker to say so', async () => (await readiness(worker)).status === 503);
    expect((await readiness(worker)).text).toContain('none of its canaries answers');
    expect(await metric(worker, 'vedette_worker_trusted')).toBe(0);

    const up = await upServer();
    const jobs = await fleet.schedule([httpTarget(up.url())]);
    // A success counts, whatever the canaries do.
    expect(await fleet.runCheck(httpTarget(up.url('now')))).toMatchObject({ verdict: 'SUCCEEDED' });
    expect(fleet.results).toEqual([]);

    await upServer(canary.port);
    await fleet.resultsOf(jobs, 30_000);
    expect((await readiness(worker)).status).toBe(200);
    expect(await fleet.runCheck(dead)).toMatchObject({ verdict: 'FAILED' });
  });

  it('keep a worker from starting until one has answered', async () => {
    const canary = await upServer();
    await canary.stop();
    const starting = fleet.addWorker({ CHECK_CANARY_URLS: canary.url() }, { readyTimeoutMs: 5_000 });
    await expect(starting).rejects.toThrow('was not ready');
  });
});
