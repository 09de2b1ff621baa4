import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { streams } from '@vedette/contract';
import { jetstreamManagerOf } from '@vedette/messaging';
import { waitFor } from '@vedette/test-kit';
import { eventsOf, factsOf, historyOf, runtimeOf, statesOf } from './support/rows.ts';
import { becomes, jobOf, newTarget, nextJob, typesOf } from './support/scheduled-checks.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { attempt, failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

describe('results', () => {
  it('that fail take the monitor down, give the outage an incident id and tell both attempts', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed());
    const { id, name, createdAt } = await organization.create({ url });
    const { lastStatusChangedAt, lastResponseMs } = await becomes(organization, id, 'DOWN');
    expect(lastResponseMs).toBeNull();
    const [fact] = await factsOf(suite.pool, organization.id, 'monitor.down');
    expect(fact?.outage).toMatchObject({
      revision: 1,
      monitor: { id, name, type: 'HTTP', target: url, createdAt },
      startedAt: lastStatusChangedAt,
      cause: 'Expected status 200, got 503',
      resolved: null,
    });
    expect(fact?.outage?.incidentId).toMatch(/^inc_/);
    expect(fact?.outage?.evidence).toMatchObject([{ worker: 'worker-peer' }, { worker: 'worker-peer' }]);
  });

  it('that succeed again resolve the same outage with a higher revision', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed());
    const { id } = await organization.create({ url });
    await becomes(organization, id, 'DOWN');
    worker.finds(url, () => succeeded());
    const job = await jobOf(worker, id);
    await worker.publish(await nextJob(suite.pool, job), succeeded());
    const { lastStatusChangedAt } = await becomes(organization, id, 'UP');
    const [opened] = await factsOf(suite.pool, organization.id, 'monitor.down');
    const [resolved] = await factsOf(suite.pool, organization.id, 'monitor.up');
    expect(resolved?.outage).toEqual({
      ...opened?.outage,
      revision: 2,
      resolved: { at: lastStatusChangedAt, because: 'RECOVERED' },
    });
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'DOWN', 'UP']);
  });

  it('for another reason change the cause, which the incident service is asked to show', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed());
    const { id } = await organization.create({ url });
    await becomes(organization, id, 'DOWN');
    const job = await jobOf(worker, id);
    await worker.publish(await nextJob(suite.pool, job), failed('Connection refused'));
    const told = await waitFor('the new cause', () => suite.peers.outagesOf(id).at(-1));
    expect(told).toMatchObject({ revision: 2, cause: 'Connection refused', resolved: null });
    expect(told.evidence).toHaveLength(4);
    expect(await typesOf(suite.pool, organization)).toEqual(['monitor.created', 'monitor.down']);
  });

  it('delivered twice, late, or from before a pause are history only', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    const up = await becomes(organization, id, 'UP');
    const job = await jobOf(worker, id);
    const before = new Date(Date.parse(job.slotAt) - 1_000).toISOString();
    await worker.publish(job, failed());
    await worker.publish({ ...job, slotAt: before }, failed());
    await waitFor('the late result', async () => (await historyOf(suite.pool, id)).length === 2);
    expect(await organization.get(id)).toEqual(up);
    await organization.pause(id);
    const resumed = await organization.resume(id);
    const afterResume = new Date().toISOString();
    await worker.publish({ ...job, slotAt: afterResume }, failed());
    const history = await waitFor('all results', async () => {
      const found = await historyOf(suite.pool, id);
      return found.length === 4 && found;
    });
    expect(history.map(({ epoch, verdict }) => [epoch, verdict])).toEqual([
      [1, 'FAILED'],
      [1, 'SUCCEEDED'],
      [3, 'SUCCEEDED'],
      [1, 'FAILED'],
    ]);
    expect((await becomes(organization, id, 'UP')).updatedAt).toBe(resumed.updatedAt);
    expect(await typesOf(suite.pool, organization)).toEqual([
      'monitor.created',
      'monitor.up',
      'monitor.paused',
      'monitor.resumed',
      'monitor.up',
    ]);
  });

  it('of a slot that was never handed out are dropped, and later checks count as before', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    const up = await becomes(organization, id, 'UP');
    const job = await jobOf(worker, id);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await worker.publish({ ...job, slotAt: inAnHour }, failed('forged'));
    await worker.publish({ ...job, slotAt: new Date().toISOString() }, failed('forged'));
    await worker.publish({ ...job, epoch: 9, slotAt: inAnHour }, failed('forged'));
    await waitFor('all forged results to be read', async () => {
      const manager = await jetstreamManagerOf(await waitFor('NATS', () => suite.link.connection));
      return (await manager.streams.info(streams.RESULTS.name)).state.messages === 0;
    });
    await worker.publish(await nextJob(suite.pool, job), succeeded({ responseMs: 34 }));
    const after = await waitFor('the true result', async () => {
      const found = await organization.get(id);
      return found.lastResponseMs === 34 && found;
    });
    expect(after).toMatchObject({ state: 'UP', lastStatusChangedAt: up.lastStatusChangedAt });
    expect((await historyOf(suite.pool, id)).map(({ verdict }) => verdict)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(await typesOf(suite.pool, organization)).toEqual(['monitor.created', 'monitor.up']);
  });

  it('of a check that could not judge leave everything as it was, and the next slot is due', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed('No network here', { verdict: 'UNOBSERVED' }));
    const { id } = await organization.create({ url });
    await waitFor('the result', async () => (await historyOf(suite.pool, id)).length === 1);
    expect(await organization.get(id)).toMatchObject({ state: 'PENDING', lastCheckedAt: null });
    const runtime = await runtimeOf(suite.pool, id);
    expect([runtime?.slot_at, (runtime?.next_check_at ?? 0) > new Date()]).toEqual([null, true]);
  });

  it('of a deleted monitor are dropped', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    await becomes(organization, id, 'UP');
    const job = await jobOf(worker, id);
    await organization.delete(id);
    await worker.publish({ ...job, slotAt: new Date().toISOString() }, failed());
    const other = await organization.create({ url: newTarget() });
    await becomes(organization, other.id, 'UP');
    expect((await typesOf(suite.pool, organization)).filter((type) => type === 'monitor.down')).toEqual([]);
  });

  it('that cannot be read are parked, and hold up no others', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    const job = await jobOf(worker, id);
    await becomes(organization, id, 'UP');
    await worker.publish({ ...job, slotAt: 'never' }, succeeded());
    const other = await organization.create({ url: newTarget() });
    await becomes(organization, other.id, 'UP');
    const parked = await waitFor('the parked message', async () => {
      const { rows } = await suite.pool.query<{ payload: string }>(
        `SELECT convert_from(payload, 'UTF8') AS payload FROM monitor.parked_message`,
      );
      return rows.find(({ payload }) => payload.includes(id));
    });
    expect(parked.payload).toContain('never');
  });
});

describe('what checks find besides the state', () => {
  it('a certificate that expires soon is told once', async () => {
    const organization = suite.organization();
    const url = newTarget();
    const certExpiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const outcome = (): ReturnType<typeof succeeded> =>
      succeeded({ observation: { certExpiresAt, dnsAnswer: null, registration: null } });
    worker.finds(url, outcome);
    const { id } = await organization.create({ url });
    expect((await becomes(organization, id, 'UP')).certExpiresAt).toBe(certExpiresAt);
    await worker.publish(await nextJob(suite.pool, await jobOf(worker, id)), outcome());
    await waitFor('two results', async () => (await historyOf(suite.pool, id)).length === 2);
    expect(await typesOf(suite.pool, organization)).toEqual([
      'monitor.created',
      'monitor.up',
      'monitor.certificate_expiring',
    ]);
  });

  it('a registration is kept for the next check, and told when it expires soon', async () => {
    const organization = suite.organization();
    const now = Date.now();
    const registration = {
      domain: 'soon.test',
      expiresAt: new Date(now + 86_400_000).toISOString(),
      checkedAt: new Date(now).toISOString(),
    };
    worker.finds('soon.test', () =>
      succeeded({ responseMs: null, observation: { certExpiresAt: null, dnsAnswer: null, registration } }),
    );
    const { id } = await organization.create({ type: 'DOMAIN', url: 'soon.test' });
    expect((await jobOf(worker, id)).target).toMatchObject({ type: 'DOMAIN', known: null });
    await becomes(organization, id, 'DEGRADED');
    const events = await eventsOf(suite.pool, organization.id);
    expect(events.at(-1)).toMatchObject({
      type: 'monitor.domain_expiring',
      data: { expiresAt: registration.expiresAt },
    });
    const [fact] = await factsOf(suite.pool, organization.id, 'monitor.degraded');
    expect(fact).toEqual({
      sequence: 2,
      degraded: {
        monitor: expect.objectContaining({ id, type: 'DOMAIN', target: 'soon.test' }),
        startedAt: expect.stringMatching(/Z$/),
        cause: `The registration of soon.test expires on ${registration.expiresAt.slice(0, 10)}`,
        ended: null,
      },
    });
    await organization.pause(id);
    await organization.resume(id);
    expect((await jobOf(worker, id, 2)).target).toMatchObject({ known: registration });
  });

  it('a DNS answer is the baseline of the next check, until the target is another one', async () => {
    const organization = suite.organization();
    worker.finds('name.test', () =>
      succeeded({ observation: { certExpiresAt: null, dnsAnswer: ['203.0.113.7'], registration: null } }),
    );
    const { id } = await organization.create({ type: 'DNS', url: 'name.test' });
    expect((await jobOf(worker, id)).target).toMatchObject({ type: 'DNS', recordType: 'A', baseline: null });
    await becomes(organization, id, 'UP');
    await organization.pause(id);
    await organization.resume(id);
    expect((await jobOf(worker, id, 2)).target).toMatchObject({ baseline: ['203.0.113.7'] });
    await organization.update(id, { dnsRecordType: 'AAAA' });
    expect((await jobOf(worker, id, 3)).target).toMatchObject({ recordType: 'AAAA', baseline: null });
  });

  it('latencies decide DEGRADED, also when more of them are to be looked at than before', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => succeeded({ responseMs: 900 }));
    const { id } = await organization.create({ url, degradedSamples: 1 });
    await becomes(organization, id, 'UP');
    const job = await jobOf(worker, id);
    const publishNext = async (count: number): Promise<void> => {
      const outcome = succeeded({ responseMs: 900, attempts: [attempt()] });
      await worker.publish(await nextJob(suite.pool, job), outcome);
      await waitFor('the result', async () => (await historyOf(suite.pool, id)).length === count);
    };
    await publishNext(2);
    await organization.update(id, { degradedThresholdMs: 500, degradedSamples: 3 });
    await publishNext(3);
    await becomes(organization, id, 'DEGRADED');
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'UP', 'DEGRADED']);
  });
});
