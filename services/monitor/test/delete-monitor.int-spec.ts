import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MonitorEraser } from '../src/monitors/monitor-eraser.ts';
import { countOf, eventsOf, runtimeOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

async function deletions(organizationId: string) {
  const events = await eventsOf(suite.pool, organizationId);
  return events.filter(({ type }) => type === 'monitor.deleted');
}

async function hasRow(monitorId: string): Promise<boolean> {
  const { rowCount } = await suite.pool.query('SELECT FROM monitor.monitor WHERE id = $1', [monitorId]);
  return rowCount === 1;
}

/** Leaves the rows as a process does that dies directly after the deletion. */
async function leaveHalfDone(monitorId: string, deletedAt = new Date()): Promise<void> {
  await suite.pool.query('UPDATE monitor.monitor SET released_at = NULL, deleted_at = $2 WHERE id = $1', [
    monitorId,
    deletedAt,
  ]);
}

describe('deleting', () => {
  it('makes the monitor invisible at once, and tells what it was', async () => {
    const organization = suite.organization();
    const monitor = await organization.create();
    const { id } = monitor;
    expect(await organization.delete(id)).toEqual({ data: { id } });
    await expect(organization.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(organization.update(id, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(organization.pause(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(organization.resume(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await organization.list()).toEqual({ data: [], pagination: { limit: 25, offset: 0, total: 0 } });
    expect(await deletions(organization.id)).toMatchObject([{ data: { monitor: { id, name: monitor.name } } }]);
  });

  it('a second time finds nothing', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await organization.delete(id);
    await expect(organization.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countOf(suite.pool, organization.id)).toBe(0);
    expect(await deletions(organization.id)).toHaveLength(1);
  });

  it('by many at once counts and tells once', async () => {
    const organization = suite.organization();
    const [{ id }] = await Promise.all([organization.create(), organization.create()]);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => organization.delete(id)));
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await countOf(suite.pool, organization.id)).toBe(1);
    expect(await deletions(organization.id)).toHaveLength(1);
  });

  it('again finishes a deletion that ended half-way, without counting or telling it twice', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await organization.delete(id);
    await leaveHalfDone(id);
    expect(await organization.delete(id)).toEqual({ data: { id } });
    await expect(organization.delete(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await countOf(suite.pool, organization.id)).toBe(0);
    expect(await deletions(organization.id)).toHaveLength(1);
  });

  it('with the same key finishes it too, and replays the answer', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const request = { id, idempotencyKey: 'delete-once' };
    const first = await organization.forward('deleteMonitor', request);
    await leaveHalfDone(id);
    const second = await organization.forward('deleteMonitor', request);
    expect(second).toEqual({ body: first.body, isReplayed: true });
    await expect(organization.delete(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the monitor of another organization finds nothing and harms nothing', async () => {
    const owner = suite.organization();
    const monitor = await owner.create();
    await expect(suite.organization().delete(monitor.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await owner.get(monitor.id)).toEqual(monitor);
  });
});

describe('erasing', () => {
  it('removes deleted monitors from the tables, and no other', async () => {
    const organization = suite.organization();
    const [deleted, kept] = await Promise.all([organization.create(), organization.create()]);
    await organization.delete(deleted.id);
    await suite.service.get(MonitorEraser).eraseDeleted();
    expect(await hasRow(deleted.id)).toBe(false);
    expect(await runtimeOf(suite.pool, deleted.id)).toBeUndefined();
    await expect(organization.delete(deleted.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await organization.get(kept.id)).toEqual(kept);
  });

  it('finishes first what was abandoned half-way, and leaves alone what may still run', async () => {
    const organization = suite.organization();
    const [abandoned, running] = await Promise.all([organization.create(), organization.create()]);
    await Promise.all([organization.delete(abandoned.id), organization.delete(running.id)]);
    await leaveHalfDone(abandoned.id, new Date(Date.now() - 61_000));
    await leaveHalfDone(running.id);
    await suite.service.get(MonitorEraser).eraseDeleted();
    expect(await hasRow(abandoned.id)).toBe(false);
    expect(await hasRow(running.id)).toBe(true);
  });
});
