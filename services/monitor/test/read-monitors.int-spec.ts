import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeChecked } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

describe('one monitor', () => {
  it('is shown with what its last check saw, in UTC with milliseconds', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'DEGRADED');
    expect(await organization.get(id)).toMatchObject({
      state: 'DEGRADED',
      lastCheckedAt: '2026-01-01T00:00:00.500Z',
      lastStatusChangedAt: '2026-01-01T00:00:00.000Z',
      lastResponseMs: 120,
      certExpiresAt: '2027-01-01T00:00:00.000Z',
    });
  });

  it('is not found under an unknown id, or with the key of another organization', async () => {
    const { id } = await suite.organization().create();
    const other = suite.organization();
    for (const unknown of [id, 'mon_unknown', 'x'.repeat(10_000), "' OR true --"]) {
      await expect(other.get(unknown)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('the list', () => {
  it('is empty for an organization that has none', async () => {
    expect(await suite.organization().list()).toEqual({ data: [], pagination: { limit: 25, offset: 0, total: 0 } });
  });

  it('is newest first, in pages that cover everything once', async () => {
    const organization = suite.organization();
    const created: string[] = [];
    for (let number = 0; number < 7; number += 1) created.push((await organization.create()).id);
    const pages = await Promise.all(['0', '3', '6'].map((offset) => organization.list({ limit: '3', offset })));
    expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(created.toReversed());
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([7, 7, 7]);
  });

  it('has a total order when monitors are as old as each other', async () => {
    const organization = suite.organization();
    const ids = (await Promise.all(Array.from({ length: 9 }, () => organization.create()))).map(({ id }) => id);
    await suite.pool.query(`UPDATE monitor.monitor SET created_at = '2026-01-01' WHERE organization_id = $1`, [
      organization.id,
    ]);
    const whole = await organization.list();
    expect(whole.data.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
    const pages = await Promise.all(['0', '4', '8'].map((offset) => organization.list({ limit: '4', offset })));
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data);
  });

  it('still tells the total behind its end', async () => {
    const organization = suite.organization();
    await organization.create();
    expect(await organization.list({ offset: '100000' })).toEqual({
      data: [],
      pagination: { limit: 25, offset: 100_000, total: 1 },
    });
  });

  it('shows each monitor as it shows itself', async () => {
    const organization = suite.organization();
    const cron = await organization.create({ type: 'CRON', requestHeaders: { a: 'b' } });
    await writeChecked(suite.pool, cron.id, 'UP');
    expect((await organization.list()).data).toEqual([await organization.get(cron.id)]);
  });

  it('shows no monitor of another organization, and none that is deleted', async () => {
    const [one, other] = [suite.organization(), suite.organization()];
    const [kept, deleted] = [await one.create(), await one.create()];
    await other.create();
    await one.delete(deleted.id);
    expect(await one.list()).toMatchObject({ data: [{ id: kept.id }], pagination: { total: 1 } });
  });

  it('carries 100 monitors with the longest bodies', async () => {
    const organization = suite.organization();
    const requestBody = 'x'.repeat(60_000);
    for (let batch = 0; batch < 10; batch += 1) {
      await Promise.all(Array.from({ length: 10 }, () => organization.create({ requestBody })));
    }
    expect((await organization.list({ limit: '100' })).data).toHaveLength(100);
  });
});
