import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import type { RunningService } from '@vedette/service-host';
import { tablesWith, waitFor } from '@vedette/test-kit';
import { runtimeOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

/** A string that occurs nowhere else. */
const newMarker = (): string => `marker-${randomBytes(8).toString('hex')}`;

const tablesOf = (marker: string): Promise<string[]> => tablesWith(suite.pool, 'monitor', marker);

async function ready({ internalPort }: RunningService): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${internalPort}/ready`);
  return { status: response.status, body: await response.text() };
}

describe('the secrets of a monitor', () => {
  it('can be found in a table when they stand there', async () => {
    const marker = newMarker();
    await suite.organization().create({ name: marker, requestBody: marker });
    expect(await tablesOf(marker)).toEqual(['monitor', 'monitor_listing', 'outbox']);
  });

  it('stand in no table after a create, an update, keyed ones, a check and a failed check', async () => {
    const organization = suite.organization();
    const [first, second, keyed] = [newMarker(), newMarker(), newMarker()];
    const url = `http://me:${first}@target.test/`;
    const created = await organization.create({ url, requestHeaders: { 'x-token': first } });
    expect(created).toMatchObject({ url, requestHeaders: { 'x-token': first } });
    const { id } = created;
    await organization.update(id, { requestHeaders: { 'x-token': second }, url: `http://${second}@target.test/` });
    const { hostname } = new URL(url);
    const target = { url: `http://${second}@${hostname}/`, requestHeaders: { 'x-token': second } };
    worker.finds(target.url, () => succeeded());
    expect(await organization.check(id)).toMatchObject({ state: 'UP', ...target });
    worker.finds(target.url, () => failed());
    expect(await organization.check(id)).toMatchObject({ state: 'DOWN', ...target });
    const body = { url: `http://me:${keyed}@target.test/`, requestHeaders: { 'x-token': keyed } };
    await organization.call('updateMonitor', { id, body, idempotencyKey: 'update' });
    for (const operation of ['pauseMonitor', 'resumeMonitor', 'checkMonitor'] as const) {
      await organization.call(operation, { id, body: {}, idempotencyKey: operation });
    }
    const fields = { name: 'Site', type: 'HTTP', intervalSeconds: 3_600, ...body };
    const again = { body: fields, idempotencyKey: 'create' };
    const answer = await organization.forward('createMonitor', again);
    expect(await organization.forward('createMonitor', again)).toEqual({ body: answer.body, isReplayed: true });
    expect(Buffer.from(answer.body).toString()).toContain(keyed);
    for (const marker of [first, second, keyed]) expect(await tablesOf(marker)).toEqual([]);
  });

  it('are shown alone, in a list and in an answer as they were sent, beside monitors without any', async () => {
    const organization = suite.organization();
    const requestHeaders = JSON.parse('{"z-last":"1","a-first":"","__proto__":"own"}') as Record<string, string>;
    const plain = await organization.create({ name: 'Plain' });
    const sealed = await organization.create({ name: 'Sealed', url: 'http://me:pässword@target.test', requestHeaders });
    const empty = await organization.create({ name: 'Empty', requestHeaders: {} });
    expect(JSON.stringify(sealed.requestHeaders)).toBe(JSON.stringify(requestHeaders));
    expect([plain.requestHeaders, empty.requestHeaders]).toEqual([null, {}]);
    const requestOf = ({ id, url, requestHeaders: headers }: Monitor): string => JSON.stringify([id, url, headers]);
    for (const monitor of [plain, sealed, empty]) {
      expect(requestOf(await organization.get(monitor.id))).toBe(requestOf(monitor));
    }
    expect((await organization.list()).data.map(requestOf)).toEqual([empty, sealed, plain].map(requestOf));
  });

  it('reach the workers', async () => {
    const organization = suite.organization();
    const url = `http://me:secret@${newMarker()}.test/`;
    const { id } = await organization.create({
      url,
      requestHeaders: { authorization: 'Bearer x' },
      intervalSeconds: 30,
    });
    const job = await waitFor('the job', () => worker.jobs.find(({ monitorId }) => monitorId === id));
    expect(job.target).toMatchObject({ url, requestHeaders: { authorization: 'Bearer x' } });
  });

  it('belong to their monitor: another one cannot be given them', async () => {
    const organization = suite.organization();
    const [one, other] = [
      await organization.create({ requestHeaders: { a: '1' } }),
      await organization.create({ requestHeaders: { a: '2' } }),
    ];
    await suite.pool.query(
      `UPDATE monitor.monitor SET sealed = (SELECT sealed FROM monitor.monitor WHERE id = $1) WHERE id = $2`,
      [one.id, other.id],
    );
    await expect(organization.get(other.id)).rejects.toMatchObject({ code: 'internal_error' });
    expect((await organization.get(one.id)).requestHeaders).toEqual({ a: '1' });
    await suite.pool.query('UPDATE monitor.monitor SET sealed = NULL WHERE id = $1', [other.id]);
  });
});

describe('a monitor whose secrets cannot be opened', () => {
  it('keeps no other from being checked', async () => {
    const organization = suite.organization();
    const broken = await organization.create({ requestHeaders: { a: '1' }, intervalSeconds: 30 });
    await suite.pool.query(`UPDATE monitor.monitor SET sealed = $2 WHERE id = $1`, [broken.id, randomBytes(60)]);
    const healthy = await organization.create({ intervalSeconds: 30 });
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET next_check_at = now(), slot_at = NULL WHERE monitor_id = ANY ($1)`,
      [[broken.id, healthy.id]],
    );
    await waitFor('the healthy one', () => worker.jobs.some(({ monitorId }) => monitorId === healthy.id));
    await waitFor('the broken one to be put off', async () => {
      const runtime = await runtimeOf(suite.pool, broken.id);
      return runtime !== undefined && (runtime.next_check_at ?? new Date(0)) > new Date();
    });
    expect(worker.jobsOf(broken.id).filter(({ slotAt }) => slotAt > healthy.createdAt)).toEqual([]);
    await suite.pool.query('UPDATE monitor.monitor SET sealed = NULL WHERE id = $1', [broken.id]);
  });
});

describe('the key of the secrets can be replaced', () => {
  it('while both keys are given, after which the old one is needed no more', async () => {
    const organization = suite.organization();
    const tokens = new Map<string, string>();
    for (let i = 0; i < 120; i += 1) {
      const { id } = await organization.create({ requestHeaders: { 'x-token': `token ${i}` } });
      tokens.set(id, `token ${i}`);
    }
    const secretKey = randomBytes(32);
    const stranger = await suite.startReplica({ secretKey });
    expect(await ready(stranger)).toMatchObject({ status: 503, body: expect.stringContaining('monitor secrets') });
    await stranger.stop();

    const both = await suite.startReplica({ secretKey, previousSecretKey: suite.config.secretKey });
    await waitFor('its readiness', async () => (await ready(both)).status === 200);
    await waitFor('everything to be sealed anew', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${both.internalPort}/metrics`)).text();
      return /^vedette_monitor_secrets_under_previous_key\{[^}]*\} 0$/m.test(metrics);
    });
    await both.stop();
    await suite.service.stop();

    const after = await suite.startReplica({ secretKey });
    await waitFor('its readiness', async () => (await ready(after)).status === 200);
    for (const [id, token] of tokens) {
      expect((await organization.get(id)).requestHeaders).toEqual({ 'x-token': token });
    }
  });
});
