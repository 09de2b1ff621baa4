import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { streams, type CheckJob, type Monitor } from '@vedette/contract';
import { jetstreamManagerOf } from '@vedette/messaging';
import { waitFor } from '@vedette/test-kit';
import { nextSlotAfter } from '../src/schedule/check-slots.ts';
import type { Organization } from './support/organization.ts';
import { eventsOf, factsOf, handOut, historyOf, runtimeOf, statesOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { attempt, failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

let targets = 0;
const newTarget = (): string => `http://target-${(targets += 1)}.test/`;

async function firstJob(monitorId: string, count = 1): Promise<CheckJob> {
  const jobs = await waitFor('the job', () => {
    const found = worker.jobsOf(monitorId);
    return found.length >= count && found;
  });
  return jobs[count - 1] as CheckJob;
}

/** The job of a later slot, which is in flight. */
async function nextJob(job: CheckJob): Promise<CheckJob> {
  const slotAt = new Date().toISOString();
  await handOut(suite.pool, job.monitorId, slotAt);
  return { ...job, slotAt };
}

function becomes(organization: Organization, id: string, state: Monitor['state']): Promise<Monitor> {
  return waitFor(`the monitor to be ${state}`, async () => {
    const monitor = await organization.get(id);
    return monitor.state === state && monitor;
  });
}

/** A monitor whose own slot comes during the test would be checked once more than the test expects. */
function isDueSoon(monitorId: string, intervalSeconds: number): boolean {
  return nextSlotAfter({ monitorId, intervalSeconds }, new Date()).getTime() < Date.now() + 120_000;
}

const typesOf = async ({ id }: Organization) => (await eventsOf(suite.pool, id)).map(({ type }) => type);

describe('a new monitor', () => {
  it('is checked at once, and shows what was found', async () => {
    const organization = suite.organization();
    const url = newTarget();
    const { id, createdAt } = await organization.create({ url, requestHeaders: { b: '1', a: '2' }, requestBody: 'x' });
    const job = await firstJob(id);
    expect(job).toMatchObject({
      monitorId: id,
      epoch: 1,
      slotAt: createdAt,
      target: { type: 'HTTP', url, requestHeaders: { b: '1', a: '2' }, requestBody: 'x', timeoutSeconds: 30 },
    });
    const monitor = await becomes(organization, id, 'UP');
    expect(monitor.lastResponseMs).toBe(12);
    // The state counts from the attempt's start; `lastCheckedAt` is its end.
    expect(Date.parse(monitor.lastCheckedAt ?? '') - Date.parse(monitor.lastStatusChangedAt ?? '')).toBe(12);
    expect(Date.parse(monitor.lastCheckedAt ?? '') - Date.parse(createdAt)).toBeLessThan(1_000);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up']);
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'UP']);
  });

  it('is due again at the next slot of its own phase', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ intervalSeconds: 600 });
    await becomes(organization, id, 'UP');
    const runtime = await runtimeOf(suite.pool, id);
    const nextSlot = nextSlotAfter({ monitorId: id, intervalSeconds: 600 }, new Date());
    expect([runtime?.next_check_at, runtime?.slot_at]).toEqual([nextSlot, null]);
  });
});

describe('a due slot', () => {
  it('is checked once, by whichever of many replicas claims it', async () => {
    const replicas = await Promise.all([suite.startReplica(), suite.startReplica()]);
    const organization = suite.organization();
    const monitors: Monitor[] = [];
    while (monitors.length < 60) {
      const made = await Promise.all(Array.from({ length: 10 }, () => organization.create({ url: newTarget() })));
      monitors.push(...made.filter(({ id, intervalSeconds }) => !isDueSoon(id, intervalSeconds)));
    }
    await Promise.all(monitors.map(({ id }) => becomes(organization, id, 'UP')));
    await suite.pool.query(`UPDATE monitor.monitor_runtime SET next_check_at = now() WHERE monitor_id = ANY ($1)`, [
      monitors.map(({ id }) => id),
    ]);
    await Promise.all(
      monitors.map(({ id }) => waitFor('two checks', async () => (await historyOf(suite.pool, id)).length === 2)),
    );
    for (const { id } of monitors) expect(worker.jobsOf(id)).toHaveLength(2);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  it('that was missed for hours is skipped for the newest one', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ intervalSeconds: 60 });
    await becomes(organization, id, 'UP');
    const from = new Date();
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET next_check_at = now() - interval '5 hours' WHERE monitor_id = $1`,
      [id],
    );
    const { slotAt } = await firstJob(id, 2);
    expect(Date.parse(slotAt)).toBeGreaterThan(from.getTime() - 60_000);
    expect(nextSlotAfter({ monitorId: id, intervalSeconds: 60 }, new Date(Date.parse(slotAt) - 1))).toEqual(
      new Date(slotAt),
    );
  });

  it('whose check is lost is checked again, for the same slot', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const { slotAt } = await firstJob(id);
    await becomes(organization, id, 'UP');
    const slot = new Date(Date.parse(slotAt) + 1);
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET slot_at = $2, next_check_at = now() WHERE monitor_id = $1`,
      [id, slot],
    );
    expect((await firstJob(id, 2)).slotAt).toBe(slot.toISOString());
  });
});

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
      monitor: { id, name, type: 'HTTP', createdAt },
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
    const job = await firstJob(id);
    await worker.publish(await nextJob(job), succeeded());
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
    const job = await firstJob(id);
    await worker.publish(await nextJob(job), failed('Connection refused'));
    const told = await waitFor('the new cause', () => suite.peers.outagesOf(id).at(-1));
    expect(told).toMatchObject({ revision: 2, cause: 'Connection refused', resolved: null });
    expect(told.evidence).toHaveLength(4);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.down']);
  });

  it('delivered twice, late, or from before a pause are history only', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    const up = await becomes(organization, id, 'UP');
    const job = await firstJob(id);
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
    expect(await typesOf(organization)).toEqual([
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
    const job = await firstJob(id);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await worker.publish({ ...job, slotAt: inAnHour }, failed('forged'));
    await worker.publish({ ...job, slotAt: new Date().toISOString() }, failed('forged'));
    await worker.publish({ ...job, epoch: 9, slotAt: inAnHour }, failed('forged'));
    await waitFor('all forged results to be read', async () => {
      const manager = await jetstreamManagerOf(await waitFor('NATS', () => suite.link.connection));
      return (await manager.streams.info(streams.RESULTS.name)).state.messages === 0;
    });
    await worker.publish(await nextJob(job), succeeded({ responseMs: 34 }));
    const after = await waitFor('the true result', async () => {
      const found = await organization.get(id);
      return found.lastResponseMs === 34 && found;
    });
    expect(after).toMatchObject({ state: 'UP', lastStatusChangedAt: up.lastStatusChangedAt });
    expect((await historyOf(suite.pool, id)).map(({ verdict }) => verdict)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up']);
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
    const job = await firstJob(id);
    await organization.delete(id);
    await worker.publish({ ...job, slotAt: new Date().toISOString() }, failed());
    const other = await organization.create({ url: newTarget() });
    await becomes(organization, other.id, 'UP');
    expect((await typesOf(organization)).filter((type) => type === 'monitor.down')).toEqual([]);
  });

  it('that cannot be read are parked, and hold up no others', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ url: newTarget() });
    const job = await firstJob(id);
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
    await worker.publish(await nextJob(await firstJob(id)), outcome());
    await waitFor('two results', async () => (await historyOf(suite.pool, id)).length === 2);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up', 'monitor.certificate_expiring']);
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
    expect((await firstJob(id)).target).toMatchObject({ type: 'DOMAIN', known: null });
    await becomes(organization, id, 'DEGRADED');
    const events = await eventsOf(suite.pool, organization.id);
    expect(events.at(-1)).toMatchObject({
      type: 'monitor.domain_expiring',
      data: { expiresAt: registration.expiresAt },
    });
    await organization.pause(id);
    await organization.resume(id);
    expect((await firstJob(id, 2)).target).toMatchObject({ known: registration });
  });

  it('a DNS answer is the baseline of the next check, until the target is another one', async () => {
    const organization = suite.organization();
    worker.finds('name.test', () =>
      succeeded({ observation: { certExpiresAt: null, dnsAnswer: ['203.0.113.7'], registration: null } }),
    );
    const { id } = await organization.create({ type: 'DNS', url: 'name.test' });
    expect((await firstJob(id)).target).toMatchObject({ type: 'DNS', recordType: 'A', baseline: null });
    await becomes(organization, id, 'UP');
    await organization.pause(id);
    await organization.resume(id);
    expect((await firstJob(id, 2)).target).toMatchObject({ baseline: ['203.0.113.7'] });
    await organization.update(id, { dnsRecordType: 'AAAA' });
    expect((await firstJob(id, 3)).target).toMatchObject({ recordType: 'AAAA', baseline: null });
  });

  it('latencies decide DEGRADED, also when more of them are to be looked at than before', async () => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => succeeded({ responseMs: 900 }));
    const { id } = await organization.create({ url, degradedSamples: 1 });
    await becomes(organization, id, 'UP');
    const job = await firstJob(id);
    const land = async (count: number): Promise<void> => {
      const outcome = succeeded({ responseMs: 900, attempts: [attempt()] });
      await worker.publish(await nextJob(job), outcome);
      await waitFor('the result', async () => (await historyOf(suite.pool, id)).length === count);
    };
    await land(2);
    await organization.update(id, { degradedThresholdMs: 500, degradedSamples: 3 });
    await land(3);
    await becomes(organization, id, 'DEGRADED');
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'UP', 'DEGRADED']);
  });
});
