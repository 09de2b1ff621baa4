import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, type Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { SummaryKeeper } from '../src/list/summary-keeper.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  await suite.startWorker();
});
afterAll(() => suite.stop());

const HOUR_MS = 3_600_000;
const NOW = Date.now();
const hoursAgo = (hours: number): Date => new Date(NOW - hours * HOUR_MS);
const ago = (hours: number): string => hoursAgo(hours).toISOString();

/** A monitor that was created at the first of these states. */
async function withPast(
  organization: Organization,
  lines: readonly (readonly [hoursAgo: number, state: string])[],
): Promise<Monitor> {
  const { id } = await organization.create({ intervalSeconds: 60 });
  await waitFor('the first check', async () => (await organization.get(id)).state === 'UP');
  const [first, last] = [lines[0]?.[0] ?? 0, lines.at(-1)?.[0] ?? 0];
  await suite.pool.query('UPDATE monitor.monitor SET created_at = $2 WHERE id = $1', [id, hoursAgo(first)]);
  await suite.pool.query('UPDATE monitor.monitor_runtime SET last_status_changed_at = $2 WHERE monitor_id = $1', [
    id,
    hoursAgo(last),
  ]);
  await suite.pool.query('DELETE FROM monitor.state_change WHERE monitor_id = $1', [id]);
  for (const [hours, state] of lines) {
    await suite.pool.query('INSERT INTO monitor.state_change VALUES ($1, $2, $3)', [id, hoursAgo(hours), state]);
  }
  return organization.get(id);
}

const seconds = { up: 0, degraded: 0, down: 0, pending: 0, paused: 0, unobserved: 0, maintenance: 0 };

describe('the uptime of a monitor', () => {
  it('divides the range completely, from the creation on, without the windows that ran', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [
      [100, 'PENDING'],
      [99, 'UP'],
      [50, 'DOWN'],
      [40, 'UP'],
      [20, 'DOWN'],
      [15, 'DEGRADED'],
      [10, 'PAUSED'],
      [5, 'UP'],
    ]);
    suite.peers.maintenance.set(id, [{ startsAt: ago(45), endsAt: ago(38) }]);
    const report = await organization.call('getUptime', { id, query: { to: ago(2) } });
    expect(report).toEqual({
      from: ago(100),
      to: ago(2),
      percent: 88.235,
      seconds: {
        ...seconds,
        pending: 3_600,
        up: 70 * 3_600,
        down: 10 * 3_600,
        maintenance: 7 * 3_600,
        degraded: 5 * 3_600,
        paused: 5 * 3_600,
      },
      days: null,
      outages: 2,
      longestOutageSec: 5 * 3_600,
      meanTimeToRecoverSec: 5 * 3_600,
      meanTimeBetweenFailuresSec: 135_000,
    });
    const total = Object.values(report.seconds).reduce((sum, part) => sum + part, 0);
    expect(total).toBeCloseTo(98 * 3_600, 3);
    const asked = { organizationId: organization.id, monitorIds: [id], from: ago(100), to: ago(2), after: null };
    expect(suite.peers.askedForMaintenance).toContainEqual(asked);
  });

  it('is the same for a status page, whole and by day, up to the same moment', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [
      [100, 'UP'],
      [50, 'DOWN'],
      [40, 'UP'],
      [10, 'PAUSED'],
      [5, 'DEGRADED'],
    ]);
    suite.peers.maintenance.set(id, [{ startsAt: ago(45), endsAt: ago(38) }]);
    const asked = { days: 8, timezone: 'Asia/Kathmandu' };
    const monitors = [{ id, organizationId: organization.id }];
    const { at, firstDate, monitors: answered } = await suite.rpc.ask(internal.uptime, { ...asked, monitors });
    const report = await organization.call('getUptime', { id, query: { ...asked, to: at } });
    expect(report.to).toBe(at);
    const [page] = answered;
    expect(page?.percent).toBe(report.percent);
    const shown = report.days?.map(({ percent, seconds: { up, degraded, down, maintenance, ...rest } }) => [
      percent,
      up,
      degraded,
      down,
      maintenance,
      expect.closeTo(rest.pending + rest.paused + rest.unobserved, 6),
    ]);
    const before = Array.from({ length: 8 - (shown?.length ?? 0) }, () => null);
    expect(page?.days).toEqual([...before, ...(shown ?? [])]);
    expect(before.length).toBeGreaterThan(0);
    expect(new Date(Date.parse(firstDate) + 7 * 24 * HOUR_MS).toISOString().slice(0, 10)).toBe(
      report.days?.at(-1)?.date,
    );
  });

  it('is the same in the list, of the same 30 days', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [
      [800, 'UP'],
      [50, 'DOWN'],
      [40, 'UP'],
    ]);
    const now = new Date();
    await suite.service.get(SummaryKeeper).summarize(now);
    const { data } = await organization.call('getMonitorList', {});
    const { percent } = await organization.call('getUptime', { id, query: { to: now.toISOString() } });
    expect(data[0]?.uptime30d).toBe(percent);
  });

  it('of a time before the monitor is empty', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [[10, 'UP']]);
    expect(await organization.call('getUptime', { id, query: { from: ago(40), to: ago(20) } })).toEqual({
      from: ago(20),
      to: ago(20),
      percent: null,
      seconds,
      days: null,
      outages: 0,
      longestOutageSec: null,
      meanTimeToRecoverSec: null,
      meanTimeBetweenFailuresSec: null,
    });
  });

  it('is not answered while nobody knows which windows ran', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [[10, 'UP']]);
    await suite.peers.goAway();
    try {
      await expect(organization.call('getUptime', { id })).rejects.toMatchObject({ code: 'internal_error' });
    } finally {
      await suite.peers.comeBack();
    }
  });
});

describe('the states of a monitor', () => {
  it('come page by page, newest first, each with its end', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [
      [90, 'UP'],
      [50, 'DOWN'],
      [40, 'UP'],
      [20, 'DEGRADED'],
      [5, 'UP'],
    ]);
    const query = { from: ago(60), limit: 2 };
    const first = await organization.call('listStates', { id, query });
    expect(first.data).toEqual([
      { state: 'UP', startedAt: ago(5), endedAt: null },
      { state: 'DEGRADED', startedAt: ago(20), endedAt: ago(5) },
    ]);
    const second = await organization.call('listStates', { id, query: { ...query, cursor: first.nextCursor ?? '' } });
    expect(second.data).toEqual([
      { state: 'UP', startedAt: ago(40), endedAt: ago(20) },
      { state: 'DOWN', startedAt: ago(50), endedAt: ago(40) },
    ]);
    const last = await organization.call('listStates', { id, query: { ...query, cursor: second.nextCursor ?? '' } });
    expect(last).toEqual({ data: [{ state: 'UP', startedAt: ago(90), endedAt: ago(50) }], nextCursor: null });
  });

  it('end with the gap in which nothing was observed', async () => {
    const organization = suite.organization();
    const { id } = await withPast(organization, [[20, 'UP']]);
    // No slot comes: the gap lasts.
    await suite.pool.query(
      `UPDATE monitor.monitor_runtime SET observed_at = $2, next_check_at = '2100-01-01T00:00:00Z', slot_at = NULL
       WHERE monitor_id = $1`,
      [id, hoursAgo(2)],
    );
    const { data } = await organization.call('listStates', { id });
    expect(data).toEqual([
      { state: 'UNOBSERVED', startedAt: ago(2), endedAt: null },
      { state: 'UP', startedAt: ago(20), endedAt: ago(2) },
    ]);
  });
});
