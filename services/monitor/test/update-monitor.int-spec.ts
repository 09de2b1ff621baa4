import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MonitorUpdate } from '@vedette/contract';
import { eventsOf, writeChecked, runtimeOf, plannedAt } from './support/rows.ts';
import { nextSlotAfter } from '../src/schedule/check-slots.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

async function updates(organizationId: string) {
  const events = await eventsOf(suite.pool, organizationId);
  return events.filter(({ type }) => type === 'monitor.updated');
}

describe('a PATCH', () => {
  it('changes what is sent, keeps the rest, and tells which fields changed', async () => {
    const organization = suite.organization();
    const before = await organization.create({ requestHeaders: { a: 'b' }, keyword: 'x' });
    const after = await organization.update(before.id, { name: 'Renamed', requestHeaders: null, method: 'GET' });
    expect(after).toEqual({ ...before, name: 'Renamed', requestHeaders: null, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await organization.get(before.id)).toEqual(after);
    expect(await updates(organization.id)).toMatchObject([
      { timestamp: after.updatedAt, data: { changed: ['name', 'requestHeaders'], monitor: { name: 'Renamed' } } },
    ]);
  });

  it.each<{ name: string; body: MonitorUpdate }>([
    { name: 'is empty', body: {} },
    { name: 'repeats what is there', body: { name: 'Site', url: 'http://target.test/', expectedStatus: [200] } },
  ])('that $name leaves the monitor alone, updatedAt too, and still tells', async ({ body }) => {
    const organization = suite.organization();
    const before = await organization.create({ expectedStatus: [200] });
    expect(await organization.update(before.id, body)).toEqual(before);
    expect(await updates(organization.id)).toMatchObject([{ data: { changed: [], monitor: { id: before.id } } }]);
  });

  it('with an inconsistent result applies nothing and tells nothing', async () => {
    const organization = suite.organization();
    const before = await organization.create();
    await expect(organization.update(before.id, { name: 'x', type: 'PORT', host: 'a.test' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'port', message: 'port is required for PORT monitors' }],
    });
    expect(await organization.get(before.id)).toEqual(before);
    expect(await updates(organization.id)).toEqual([]);
  });

  it('of a monitor that is not there, or not ours, is not found', async () => {
    const { id } = await suite.organization().create();
    const other = suite.organization();
    await expect(other.update(id, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.update('mon_unknown', {})).rejects.toMatchObject({ code: 'not_found' });
  });

  it('loses nothing to others that run at the same time', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const changes: MonitorUpdate[] = [
      { name: 'Renamed' },
      { url: 'http://b.test/' },
      { timeoutSeconds: 7 },
      { graceSeconds: 8 },
      { degradedThresholdMs: 9 },
      { degradedSamples: 10 },
      { sslExpiryThresholdDays: 11 },
      { intervalSeconds: 1_200 },
      { requestBody: '13' },
      { requestHeaders: { n: '14' } },
    ];
    await Promise.all(changes.map((change) => organization.update(id, change)));
    expect(await organization.get(id)).toMatchObject(Object.assign({}, ...changes) as MonitorUpdate);
    const changed = (await updates(organization.id)).flatMap(({ data }) => ('changed' in data ? data.changed : []));
    expect(changed.toSorted()).toEqual(changes.flatMap((change) => Object.keys(change)).toSorted());
  });

  it('of one field by many at once tells every change, each from where the one before had left it', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ graceSeconds: 0 });
    const values = Array.from({ length: 10 }, (_, index) => ({ graceSeconds: index + 1 }));
    await Promise.all(values.map((value) => organization.update(id, value)));
    const events = await updates(organization.id);
    expect(events).toHaveLength(10);
    for (const { data } of events) expect(data).toMatchObject({ changed: ['graceSeconds'] });
    expect(events.at(-1)?.data).toMatchObject({ monitor: await organization.get(id) });
  });
});

describe('the interval of the plan', () => {
  it('binds a PATCH that sends an interval, and no other', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ intervalSeconds: 30 });
    const downgraded = organization.on({ fastestIntervalSeconds: 300 });
    expect(await downgraded.update(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', intervalSeconds: 30 });
    await expect(downgraded.update(id, { intervalSeconds: 30 })).rejects.toMatchObject({ code: 'plan_limit' });
    await expect(downgraded.update(id, { intervalSeconds: 299 })).rejects.toMatchObject({ code: 'plan_limit' });
    expect(await downgraded.update(id, { intervalSeconds: 300 })).toMatchObject({ intervalSeconds: 300 });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ interval_seconds: 300 });
  });
});

describe('a change of what is checked', () => {
  it('makes checks in flight meaningless and the monitor due at once, and leaves its state', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'DOWN');
    await suite.pool.query('UPDATE monitor.monitor_runtime SET slot_at = now() WHERE monitor_id = $1', [id]);
    const { state, updatedAt, lastStatusChangedAt } = await organization.update(id, { url: 'http://b.test/' });
    expect({ state, lastStatusChangedAt }).toEqual({ state: 'DOWN', lastStatusChangedAt: '2026-01-01T00:00:00.000Z' });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 2 });
    expect(await plannedAt(suite.pool, id)).toEqual(new Date(updatedAt));
  });

  it('queues no check while the monitor is paused', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await organization.pause(id);
    expect(await organization.update(id, { url: 'http://b.test/' })).toMatchObject({ state: 'PAUSED' });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 3, next_check_at: null });
  });

  it('is no matter of names and intervals', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'UP');
    const { updatedAt } = await organization.update(id, { name: 'Renamed', intervalSeconds: 60 });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 1, interval_seconds: 60 });
    const nextSlot = nextSlotAfter({ monitorId: id, intervalSeconds: 60 }, new Date(updatedAt));
    expect(await plannedAt(suite.pool, id)).toEqual(nextSlot);
  });
});

describe('a change of type', () => {
  it('goes to PENDING and forgets what the last check saw', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'DOWN');
    const after = await organization.update(id, { type: 'PORT', host: 'a.test', port: 22 });
    expect(after).toMatchObject({
      type: 'PORT',
      state: 'PENDING',
      url: 'http://target.test/',
      lastStatusChangedAt: after.updatedAt,
      lastResponseMs: null,
      certExpiresAt: null,
    });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 2 });
    expect(await plannedAt(suite.pool, id)).toEqual(new Date(after.updatedAt));
  });

  it('makes a heartbeat address, which stays until another one drops it', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const { heartbeatUrl: first } = await organization.update(id, { type: 'CRON' });
    expect(first).toMatch(/^http:\/\/heartbeats\.test\/.{32}$/);
    const renamed = await organization.update(id, { name: 'Renamed', expectedPeriodSec: 60, type: 'CRON' });
    expect(renamed.heartbeatUrl).toBe(first);
    await organization.pause(id);
    expect((await organization.resume(id)).heartbeatUrl).toBe(first);
    expect((await organization.update(id, { type: 'HTTP' })).heartbeatUrl).toBeNull();
    const { heartbeatUrl: second } = await organization.update(id, { type: 'CRON' });
    expect(second).toMatch(/^http:\/\/heartbeats\.test\/.{32}$/);
    expect(second).not.toBe(first);
  });
});
