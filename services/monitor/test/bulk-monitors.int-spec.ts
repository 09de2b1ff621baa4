import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servedOperations, type AuditMessage, type BulkAction } from '@vedette/contract';
import type { Organization } from './support/organization.ts';
import { countOf, eventsOf, writeChecked, runtimeOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const bulk = (organization: Organization, action: BulkAction, monitorIds: string[], idempotencyKey?: string) =>
  organization.call('bulkMonitors', { body: { action, monitorIds }, idempotencyKey });

const eventsSince = async ({ id }: Organization, created: number) =>
  (await eventsOf(suite.pool, id)).slice(created).map(({ type }) => type);

async function createMany(organization: Organization, count: number): Promise<string[]> {
  const monitors = await Promise.all(Array.from({ length: count }, () => organization.create()));
  return monitors.map(({ id }) => id);
}

describe('many monitors at once', () => {
  it('are paused and resumed as single ones are, and each id is answered in its place', async () => {
    const organization = suite.organization();
    const [site = '', paused = ''] = await createMany(organization, 2);
    const { id: job } = await organization.create({ type: 'CRON', expectedPeriodSec: 60 });
    const { id: foreign } = await suite.organization().create();
    await writeChecked(suite.pool, site, 'UP');
    await organization.pause(paused);
    const ids = [job, foreign, 'mon_unknown', paused, site];
    expect(await bulk(organization, 'pause', ids)).toEqual({
      data: [
        { id: job, outcome: 'PAUSED' },
        { id: foreign, outcome: 'NOT_FOUND' },
        { id: 'mon_unknown', outcome: 'NOT_FOUND' },
        { id: paused, outcome: 'UNCHANGED' },
        { id: site, outcome: 'PAUSED' },
      ],
    });
    expect(await organization.get(site)).toMatchObject({ state: 'PAUSED' });
    expect(await runtimeOf(suite.pool, site)).toMatchObject({ epoch: 2, next_check_at: null });
    expect(await runtimeOf(suite.pool, foreign)).toMatchObject({ state: 'PENDING', epoch: 1 });
    const { data } = await bulk(organization, 'resume', [site, job]);
    expect(data.map(({ outcome }) => outcome)).toEqual(['RESUMED', 'RESUMED']);
    expect(await runtimeOf(suite.pool, site)).toMatchObject({ state: 'PENDING', epoch: 3 });
    expect((await runtimeOf(suite.pool, site))?.next_check_at).not.toBeNull();
    expect((await runtimeOf(suite.pool, job))?.next_check_at).toBeNull();
    expect(await eventsSince(organization, 4)).toEqual([
      'monitor.paused',
      'monitor.paused',
      'monitor.resumed',
      'monitor.resumed',
    ]);
  });

  it('are deleted, leave the count, and no other service refers to them', async () => {
    const organization = suite.organization();
    const ids = await createMany(organization, 120);
    const [kept = '', ...gone] = ids;
    const { data } = await bulk(organization, 'delete', gone);
    expect(new Set(data.map(({ outcome }) => outcome))).toEqual(new Set(['DELETED']));
    expect(data.map(({ id }) => id)).toEqual(gone);
    expect((await organization.list()).data.map(({ id }) => id)).toEqual([kept]);
    expect(await countOf(suite.pool, organization.id)).toBe(1);
    expect(suite.peers.forgottenIncidents).toEqual(expect.arrayContaining(gone));
    expect(suite.peers.forgottenPages).toEqual(expect.arrayContaining(gone));
    expect((await eventsSince(organization, 120)).filter((type) => type === 'monitor.deleted')).toHaveLength(119);
    expect((await bulk(organization, 'delete', gone.slice(0, 1))).data).toMatchObject([{ outcome: 'NOT_FOUND' }]);
  });

  it('change once, whoever else changes them at the same time', async () => {
    const organization = suite.organization();
    const ids = await createMany(organization, 60);
    const answers = await Promise.all([
      bulk(organization, 'pause', ids),
      bulk(organization, 'pause', ids.toReversed()),
      ...ids.slice(0, 10).map((id) => organization.pause(id)),
    ]);
    expect(answers).toHaveLength(12);
    expect(await eventsSince(organization, 60)).toEqual(ids.map(() => 'monitor.paused'));
  });

  it('have a line in the audit log each, as if they had been changed alone', async () => {
    const organization = suite.organization();
    const [one = '', two = '', paused = ''] = await createMany(organization, 3);
    await organization.pause(paused);
    const actor = { kind: 'person', id: 'per_1', name: 'Ada' } as const;
    const body = { action: 'pause', monitorIds: [two, paused, 'mon_unknown', one] };
    const context = { ...organization.context(), actor };
    const { subject } = servedOperations.bulkMonitors;
    await suite.rpc.forward(subject, JSON.stringify({ params: {}, query: {}, body }), context);
    const { rows } = await suite.pool.query<{ payload: string }>(
      `SELECT payload FROM monitor.outbox WHERE subject = 'vedette.audit.monitor' AND payload LIKE $1 ORDER BY id`,
      [`%${organization.id}%`],
    );
    const lineOf = (id: string) => ({ operation: 'pauseMonitor', resource: { id, name: 'Site' }, actor });
    const messages = rows.map(({ payload }) => JSON.parse(payload) as AuditMessage);
    expect(messages).toHaveLength(1);
    const lines = messages.flatMap(({ more = [], ...first }) => [first].concat(more));
    expect(lines).toMatchObject([lineOf(two), lineOf(one)]);
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set([context.requestId]));
  });

  it('change once for each key, and the answer is replayed', async () => {
    const organization = suite.organization();
    const ids = await createMany(organization, 2);
    const request = { body: { action: 'delete', monitorIds: ids }, idempotencyKey: 'bulk-once' };
    const first = await organization.forward('bulkMonitors', request);
    expect(await organization.forward('bulkMonitors', request)).toEqual({ body: first.body, isReplayed: true });
    expect(await eventsSince(organization, 2)).toEqual(['monitor.deleted', 'monitor.deleted']);
  });
});

describe('many monitors while other services are away', () => {
  let worker: WorkerPeer;
  beforeAll(async () => {
    worker = await suite.startWorker();
  });

  it('a deletion that fails half-way is finished by the retry', async () => {
    const organization = suite.organization();
    const ids = await createMany(organization, 3);
    await suite.peers.goAway();
    await expect(bulk(organization, 'delete', ids)).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
    expect((await bulk(organization, 'delete', ids)).data.map(({ outcome }) => outcome)).toEqual([
      'DELETED',
      'DELETED',
      'DELETED',
    ]);
    expect(suite.peers.forgottenPages).toEqual(expect.arrayContaining(ids));
    expect(await countOf(suite.pool, organization.id)).toBe(0);
  });

  it('a pause resolves ongoing incidents before it is answered, also by the retry', async () => {
    const organization = suite.organization();
    worker.finds('http://down-in-bulk.test/', () => failed());
    const { id } = await organization.create({ url: 'http://down-in-bulk.test/' });
    const { state } = await organization.check(id);
    expect(state).toBe('DOWN');
    await suite.peers.goAway();
    await expect(bulk(organization, 'pause', [id], 'pause')).rejects.toMatchObject({ code: 'internal_error' });
    await suite.peers.comeBack();
    expect((await bulk(organization, 'pause', [id], 'pause')).data).toEqual([{ id, outcome: 'PAUSED' }]);
    expect(suite.peers.outagesOf(id).at(-1)).toMatchObject({ revision: 2, resolved: { because: 'PAUSED' } });
  });
});
