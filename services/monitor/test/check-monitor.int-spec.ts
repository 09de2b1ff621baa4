import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, newId, type CheckOutcome, type Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from './support/organization.ts';
import { eventsOf, historyOf, statesOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

let targets = 0;
const newTarget = (): string => `http://checked-${(targets += 1)}.test/`;

/** A monitor whose first scheduled check has been applied. */
async function createChecked(organization: Organization, fields: Record<string, unknown> = {}): Promise<Monitor> {
  const { id } = await organization.create({ url: newTarget(), ...fields });
  return waitFor('the first check', async () => {
    const monitor = await organization.get(id);
    return monitor.state !== 'PENDING' && monitor;
  });
}

/** The next check of the URL begins and ends only when `end` is called; later checks succeed. */
function holding(url: string): { begun: Promise<void>; end: (outcome: CheckOutcome) => void } {
  const begun = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<CheckOutcome>();
  worker.finds(url, () => {
    worker.finds(url, () => succeeded());
    begun.resolve(undefined);
    return ended.promise;
  });
  return { begun: begun.promise, end: ended.resolve };
}

const typesOf = async ({ id }: Organization) => (await eventsOf(suite.pool, id)).map(({ type }) => type);

describe('a check by hand', () => {
  it('answers with what it found, and counts like a scheduled one', async () => {
    const organization = suite.organization();
    const { id, url, updatedAt } = await createChecked(organization);
    worker.finds(url ?? '', () => succeeded({ responseMs: 77 }));
    const checked = await organization.check(id);
    expect(checked).toMatchObject({ state: 'UP', lastResponseMs: 77, updatedAt });
    expect(await organization.get(id)).toEqual(checked);
    expect((await historyOf(suite.pool, id)).map(({ response_ms: ms }) => ms)).toEqual([12, 77]);
  });

  it('that fails ends DOWN, with the incident there before the answer; one that succeeds resolves it', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    worker.finds(url ?? '', () => failed('Connection refused'));
    const down = await organization.check(id);
    expect(down).toMatchObject({ state: 'DOWN', lastResponseMs: null });
    const [opened] = suite.peers.outagesOf(id);
    expect(opened).toMatchObject({ revision: 1, cause: 'Connection refused', startedAt: down.lastStatusChangedAt });
    expect(opened?.evidence).toHaveLength(2);
    worker.finds(url ?? '', () => succeeded());
    const up = await organization.check(id);
    expect(suite.peers.outagesOf(id)).toMatchObject([
      { revision: 1 },
      { revision: 2, incidentId: opened?.incidentId, resolved: { at: up.lastStatusChangedAt, because: 'RECOVERED' } },
    ]);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up', 'monitor.down', 'monitor.up']);
    expect(await statesOf(suite.pool, id)).toEqual(['PENDING', 'UP', 'DOWN', 'UP']);
  });

  it('by many at once is as many checks, and one outage', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    worker.finds(url ?? '', () => failed());
    const answers = await Promise.all(Array.from({ length: 12 }, () => organization.check(id)));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['DOWN']));
    expect(await historyOf(suite.pool, id)).toHaveLength(13);
    expect((await typesOf(organization)).filter((type) => type === 'monitor.down')).toHaveLength(1);
    expect(new Set(suite.peers.outagesOf(id).map(({ incidentId }) => incidentId)).size).toBe(1);
  });

  it('that no worker could judge is a 500, and changes nothing', async () => {
    const organization = suite.organization();
    const before = await createChecked(organization);
    worker.finds(before.url ?? '', () => failed('No network here', { verdict: 'UNOBSERVED' }));
    await expect(organization.check(before.id)).rejects.toMatchObject({ code: 'internal_error' });
    expect(await organization.get(before.id)).toEqual(before);
  });

  it('of a paused monitor is a conflict', async () => {
    const organization = suite.organization();
    const { id } = await createChecked(organization);
    const paused = await organization.pause(id);
    await expect(organization.check(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await organization.get(id)).toEqual(paused);
  });

  it.each(['unknown', 'foreign'] as const)('of a monitor that is %s finds nothing', async (which) => {
    const { id } = which === 'foreign' ? await suite.organization().create() : { id: 'mon_unknown' };
    await expect(suite.organization().check(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a check that alerts of another monitor wait for', () => {
  it('counts like a scheduled one, with the incident there before the answer', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    worker.finds(url ?? '', () => failed('Connection refused'));
    await organization.ask(internal.checkMonitorNow, { monitorId: id });
    expect(suite.peers.outagesOf(id)).toMatchObject([{ revision: 1, cause: 'Connection refused' }]);
    expect(await organization.get(id)).toMatchObject({ state: 'DOWN' });
    expect(await historyOf(suite.pool, id)).toHaveLength(2);
    worker.finds(url ?? '', () => succeeded());
    await organization.ask(internal.checkMonitorNow, { monitorId: id });
    expect(suite.peers.outagesOf(id)).toMatchObject([{ revision: 1 }, { resolved: { because: 'RECOVERED' } }]);
    expect(await typesOf(organization)).toEqual(['monitor.created', 'monitor.up', 'monitor.down', 'monitor.up']);
  });

  it('lands although nobody waits for it any more', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    const { begun, end } = holding(url ?? '');
    const cause = { requestId: newId('req'), deadlineAt: Date.now() + 500 };
    const input = { organizationId: organization.id, monitorId: id };
    const asked = Promise.allSettled([suite.rpc.ask(internal.checkMonitorNow, input, cause)]);
    await begun;
    expect(await asked).toMatchObject([{ status: 'rejected', reason: { code: 'internal_error' } }]);
    end(failed('Connection refused'));
    await waitFor('the result', async () => (await organization.get(id)).state === 'DOWN');
    await waitFor('the incident', () => suite.peers.outagesOf(id).length > 0);
  });

  it('judges a cron job now', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ type: 'CRON' });
    await organization.ask(internal.checkMonitorNow, { monitorId: id });
    expect(await organization.get(id)).toMatchObject({ state: 'PENDING', lastCheckedAt: expect.any(String) });
  });

  it('is refused for a paused, an unknown and a foreign monitor', async () => {
    const organization = suite.organization();
    const { id } = await createChecked(organization);
    const checkedNow = (monitorId: string) => organization.ask(internal.checkMonitorNow, { monitorId });
    await organization.pause(id);
    await expect(checkedNow(id)).rejects.toMatchObject({ code: 'conflict' });
    const foreign = await suite.organization().create();
    for (const missing of ['mon_unknown', foreign.id]) {
      await expect(checkedNow(missing)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('fails if no worker could judge it, and changes nothing', async () => {
    const organization = suite.organization();
    const before = await createChecked(organization);
    worker.finds(before.url ?? '', () => failed('No network here', { verdict: 'UNOBSERVED' }));
    const asked = organization.ask(internal.checkMonitorNow, { monitorId: before.id });
    await expect(asked).rejects.toMatchObject({ code: 'internal_error' });
    expect(await organization.get(before.id)).toEqual(before);
  });
});

describe('a check by hand that is overtaken', () => {
  it.each([
    { name: 'a pause', act: (organization: Organization, id: string) => organization.pause(id), code: 'conflict' },
    {
      name: 'a change of target',
      act: (organization: Organization, id: string) => organization.update(id, { url: newTarget() }),
      code: 'conflict',
    },
    { name: 'a deletion', act: (organization: Organization, id: string) => organization.delete(id), code: 'not_found' },
    {
      name: 'a pause and a resume',
      act: async (organization: Organization, id: string) => {
        await organization.pause(id);
        await organization.resume(id);
      },
      code: 'conflict',
    },
  ])('by $name changes nothing: $code', async ({ act, code }) => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    const { begun, end } = holding(url ?? '');
    const checking = Promise.allSettled([organization.check(id)]);
    await begun;
    await act(organization, id);
    end(failed());
    expect(await checking).toMatchObject([{ status: 'rejected', reason: { code } }]);
    expect(await typesOf(organization)).not.toContain('monitor.down');
    expect((await historyOf(suite.pool, id)).filter(({ verdict }) => verdict === 'FAILED')).toEqual([]);
  });
});

describe('a check by hand with a key', () => {
  it('runs once, and is replayed', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    let runs = 0;
    worker.finds(url ?? '', () => succeeded({ responseMs: (runs += 1) }));
    const request = { id, body: {}, idempotencyKey: 'check-once' };
    const first = await organization.forward('checkMonitor', request);
    expect(await organization.forward('checkMonitor', request)).toEqual({ body: first.body, isReplayed: true });
    expect(runs).toBe(1);
  });

  it('fails while the incident service is away, and the retry finishes it', async () => {
    const organization = suite.organization();
    const { id, url } = await createChecked(organization);
    worker.finds(url ?? '', () => failed());
    const request = { id, body: {}, idempotencyKey: 'check-through' };
    await suite.peers.goAway();
    await expect(organization.forward('checkMonitor', request)).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
    expect((await organization.forward('checkMonitor', request)).isReplayed).toBe(true);
    expect(suite.peers.outagesOf(id)).toMatchObject([{ revision: 1, resolved: null }]);
    expect(await historyOf(suite.pool, id)).toHaveLength(2);
  });
});

describe('pausing and a change of type', () => {
  const ends = [
    { name: 'a pause', act: (o: Organization, id: string) => o.pause(id), because: 'PAUSED', state: 'PAUSED' },
    {
      name: 'a change of type',
      act: (o: Organization, id: string) => o.update(id, { type: 'CRON' }),
      because: 'TYPE_CHANGED',
      state: 'PENDING',
    },
  ];

  it.each(ends)('$name resolves an ongoing incident before it is answered', async ({ act, because, state }) => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed());
    const { id } = await createChecked(organization, { url });
    const after = await act(organization, id);
    expect(after.state).toBe(state);
    expect(suite.peers.outagesOf(id).at(-1)).toMatchObject({
      revision: 2,
      resolved: { at: after.updatedAt, because },
    });
  });

  it.each(ends)('$name that fails half-way is finished by the retry', async ({ act, because }) => {
    const organization = suite.organization();
    const url = newTarget();
    worker.finds(url, () => failed());
    const { id } = await createChecked(organization, { url });
    await suite.peers.goAway();
    await expect(act(organization, id)).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
    await act(organization, id);
    expect(suite.peers.outagesOf(id).at(-1)).toMatchObject({ revision: 2, resolved: { because } });
  });

  it('a pause, of a monitor that is up too, is answered when contacts are told nothing more, and finished by the retry', async () => {
    const organization = suite.organization();
    const { id } = await createChecked(organization);
    await suite.peers.goAway();
    await expect(organization.pause(id)).rejects.toMatchObject({ code: 'internal_error' });
    expect(await organization.get(id)).toMatchObject({ state: 'PAUSED' });
    await suite.peers.comeBack();
    expect(await organization.pause(id)).toMatchObject({ state: 'PAUSED' });
    expect(suite.peers.paused).toContainEqual(expect.objectContaining({ id }));
  });

  it('a deletion that fails half-way is finished by the retry', async () => {
    const organization = suite.organization();
    const { id } = await createChecked(organization);
    await suite.peers.goAway();
    await expect(organization.delete(id)).rejects.toMatchObject({ code: 'internal_error' });
    await expect(organization.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await suite.peers.comeBack();
    expect(await organization.delete(id)).toEqual({ data: { id } });
    expect(suite.peers.forgottenIncidents).toContain(id);
    expect(suite.peers.forgottenPages).toContain(id);
    await expect(organization.delete(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('without any worker a check is a 500 at once, and changes nothing', async () => {
  const lonely = await startSuite();
  const organization = lonely.organization();
  const monitor = await organization.create();
  const startedAt = performance.now();
  await expect(organization.check(monitor.id)).rejects.toMatchObject({ code: 'internal_error' });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await organization.get(monitor.id)).toEqual(monitor);
  await lonely.stop();
});
