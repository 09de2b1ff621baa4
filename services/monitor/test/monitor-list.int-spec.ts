import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MonitorListPage } from '@vedette/contract';
import { HistoryKeeper } from '../src/history/history-keeper.ts';
import { countChecks } from '../src/history/latency-histogram.ts';
import { RollupRepository } from '../src/history/rollup.repository.ts';
import { SummaryKeeper } from '../src/list/summary-keeper.ts';
import type { Organization } from './support/organization.ts';
import { writeChecked, numberOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  // The tables of the past hours must be there before checks are put into them.
  await suite.service.get(HistoryKeeper).keep();
});
afterAll(() => suite.stop());

const HOUR_MS = 3_600_000;
const thisHour = (): number => Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

const list = (organization: Organization, query: Record<string, string | number> = {}): Promise<MonitorListPage> =>
  organization.call('getMonitorList', { query });
const namesOf = ({ data }: MonitorListPage): string[] => data.map(({ name }) => name);
const summarize = (): Promise<void> => suite.service.get(SummaryKeeper).summarize(new Date());

/** Replaces the past states of a monitor. */
async function setPast(id: string, lines: readonly (readonly [hours: number, state: string])[]): Promise<void> {
  await suite.pool.query('DELETE FROM monitor.state_change WHERE monitor_id = $1', [id]);
  for (const [hours, state] of lines) {
    await suite.pool.query('INSERT INTO monitor.state_change VALUES ($1, $2, $3)', [id, hoursAgo(hours), state]);
  }
  await suite.pool.query('UPDATE monitor.monitor_runtime SET observed_at = now() WHERE monitor_id = $1', [id]);
}

/** Counts the latencies of an hour, so many hours before the running one, as the keeper does. */
async function rollUp(id: string, hours: number, latencies: readonly number[]): Promise<void> {
  const at = new Date(thisHour() - hours * HOUR_MS);
  const counts = countChecks(latencies.map((responseMs) => ({ isFailed: false, responseMs })));
  await suite.pool.query(
    `INSERT INTO monitor.check_rollup_hour
       (hour_at, monitor_number, region_number, checks, failures, min_ms, max_ms, buckets, counts)
     VALUES ($1, $2, 0, $3, 0, $4, $5, $6, $7)`,
    [at, await numberOf(suite.pool, id), counts.checks, counts.minMs, counts.maxMs, counts.buckets, counts.counts],
  );
  await suite.pool.query(
    `INSERT INTO monitor.rollup_progress VALUES ('HOUR', $1, $1::timestamptz + interval '62 minutes')
     ON CONFLICT (span, starts_at) DO UPDATE SET rolled_up_at = EXCLUDED.rolled_up_at`,
    [at],
  );
}

/** In the running hour, or at `at`. */
async function addCheck(id: string, responseMs: number, at: Date | null = null): Promise<void> {
  await suite.pool.query(
    `INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, response_ms)
     VALUES (coalesce($3, greatest(date_trunc('hour', now(), 'UTC'), now() - interval '1 s')), $1, 1, 0, 'SUCCEEDED', $2)`,
    [await numberOf(suite.pool, id), responseMs, at],
  );
}

describe('the list of monitors', () => {
  it('shows each with its target, and never a heartbeat address or credentials', async () => {
    const organization = suite.organization();
    const fields: Record<string, Record<string, unknown>> = {
      'a url': { url: 'https://ada:secret@shop.test/status?full=1', host: 'ignored.test' },
      'b host': { type: 'PING', host: 'ping.test', url: 'https://ada:secret@ignored.test' },
      'c port': { type: 'PORT', host: 'db.test', port: 5432 },
      'd port of an IPv6 address': { type: 'PORT', host: '2001:db8::1', port: 443 },
      'e cron': { type: 'CRON', url: 'https://ignored.test' },
      'f domain': { type: 'DOMAIN', url: 'shop.test' },
    };
    for (const [name, rest] of Object.entries(fields)) await organization.create({ name, ...rest });
    const page = await list(organization, { sort: 'name' });
    expect(page.data.map(({ name, target }) => [name, target])).toEqual([
      ['a url', 'https://shop.test/status?full=1'],
      ['b host', 'ping.test'],
      ['c port', 'db.test:5432'],
      ['d port of an IPv6 address', '[2001:db8::1]:443'],
      ['e cron', null],
      ['f domain', 'shop.test'],
    ]);
    const text = JSON.stringify(page);
    for (const secret of ['secret', 'heartbeats.test', 'ignored.test']) expect(text).not.toContain(secret);
    for (const search of ['secret', 'ignored', 'heartbeat']) {
      expect(await list(organization, { search })).toMatchObject({ data: [], pagination: { total: 0 } });
    }
  });

  it('shows what was created before a request, however many others ask for the same', async () => {
    const organization = suite.organization();
    for (let created = 1; created <= 5; created += 1) {
      const others = Array.from({ length: 10 }, () => list(organization));
      await organization.create({ name: `monitor ${created}` });
      expect((await list(organization)).pagination.total).toBe(created);
      await Promise.all(others);
    }
  });

  it('finds by name or target in any case, by type and by state, and counts what matches', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ name: 'Checkout API', url: 'https://pay.shop.test/' });
    await organization.create({ name: '100% shop', url: 'https://other.test/' });
    await organization.create({ name: 'Jobs', type: 'CRON' });
    await writeChecked(suite.pool, id, 'DOWN');
    const found = async (query: Record<string, string>) =>
      namesOf(await list(organization, { ...query, sort: 'name' }));
    expect(await found({ search: 'checkOUT' })).toEqual(['Checkout API']);
    expect(await found({ search: 'SHOP' })).toEqual(['100% shop', 'Checkout API']);
    expect(await found({ search: '%' })).toEqual(['100% shop']);
    expect(await found({ search: '_' })).toEqual([]);
    expect(await found({ type: 'CRON' })).toEqual(['Jobs']);
    expect(await found({ state: 'DOWN' })).toEqual(['Checkout API']);
    expect(await found({ state: 'DOWN', type: 'CRON' })).toEqual([]);
    const second = await list(organization, { search: 'shop', sort: 'name', limit: 1, offset: 1 });
    expect([namesOf(second), second.pagination]).toEqual([['Checkout API'], { limit: 1, offset: 1, total: 2 }]);
    const beyond = await list(organization, { offset: 7 });
    expect(beyond).toMatchObject({ data: [], pagination: { total: 3 } });
    expect(await list(suite.organization())).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it('is sorted by state, name, uptime, latency and change, with what is missing last', async () => {
    const organization = suite.organization();
    const create = async (name: string) => (await organization.create({ name })).id;
    const ids = { b: await create('b'), C: await create('C'), a: await create('a'), d: await create('d') };
    await writeChecked(suite.pool, ids.b, 'UP');
    await writeChecked(suite.pool, ids.C, 'DOWN');
    await writeChecked(suite.pool, ids.a, 'DEGRADED');
    await suite.pool.query(`UPDATE monitor.monitor_runtime SET last_status_changed_at = now() WHERE monitor_id = $1`, [
      ids.a,
    ]);
    await setPast(ids.b, [[10, 'UP']]);
    await setPast(ids.C, [
      [10, 'DOWN'],
      [5, 'UP'],
    ]);
    await setPast(ids.a, [
      [10, 'DOWN'],
      [9, 'UP'],
    ]);
    await setPast(ids.d, [[10, 'PENDING']]);
    await rollUp(ids.b, 1, [100]);
    await rollUp(ids.C, 1, [300]);
    await summarize();
    const sorted = async (sort: string) => namesOf(await list(organization, { sort })).join('');
    expect(await sorted('state')).toBe('Cadb');
    expect(namesOf(await list(organization)).join('')).toBe('Cadb');
    expect(await sorted('name')).toBe('abCd');
    expect(await sorted('uptime')).toBe('Cabd');
    expect(await sorted('latency')).toBe('Cbad');
    expect(await sorted('lastStatusChangedAt')).toBe('abCd');
  });
});

describe('the summary of a monitor', () => {
  it('has the uptime of a day and of a month, without maintenance, and says when it was made', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'UP');
    await setPast(id, [
      [100, 'UP'],
      [50, 'DOWN'],
      [40, 'UP'],
      [4, 'DOWN'],
      [2, 'UP'],
    ]);
    suite.peers.maintenance.set(id, [{ startsAt: hoursAgo(4).toISOString(), endsAt: hoursAgo(3).toISOString() }]);
    const before = new Date().toISOString();
    await summarize();
    const { data, summarizedAt } = await list(organization);
    expect(data[0]?.uptime24h).toBeCloseTo((22 / 23) * 100, 1);
    expect(data[0]?.uptime30d).toBeCloseTo((88 / 99) * 100, 1);
    expect(String(summarizedAt) >= before).toBe(true);
  });

  it('is made although those of other monitors cannot be made', async () => {
    const organization = suite.organization();
    const { id: first } = await organization.create();
    // As many as are summarized together, so that the last one is in another batch.
    await Promise.all(Array.from({ length: 100 }, () => organization.create()));
    const { id } = await organization.create();
    await setPast(id, [
      [4, 'UP'],
      [2, 'DOWN'],
    ]);
    suite.peers.misunderstood.add(first);
    await summarize();
    suite.peers.misunderstood.delete(first);
    const uptimes = await suite.pool.query<{ id: string; uptime: number }>(
      `SELECT monitor_id AS id, uptime_24h::float8 AS uptime FROM monitor.monitor_summary WHERE monitor_id = ANY ($1)`,
      [[first, id]],
    );
    expect(uptimes.rows).toEqual([{ id, uptime: expect.closeTo(50, 1) }]);
  });

  it('has a median for each of the last 24 hours, and the running one is of now', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await rollUp(id, 23, [7]);
    await rollUp(id, 1, [20, 20, 20]);
    await summarize();
    await addCheck(id, 23);
    const [monitor] = (await list(organization)).data;
    expect(monitor?.latencies).toEqual([7, ...Array.from({ length: 21 }, () => null), 20, 23]);
    expect(monitor?.latencyMs).toBe(20);
    const overview = await organization.call('getOverview');
    expect(overview.slowest).toMatchObject([{ id, latencyMs: 20 }]);
  });

  it('has the latency of a check whose result came after its hour was summarized', async () => {
    const organization = suite.organization();
    const [late, other] = [await organization.create(), await organization.create()];
    await rollUp(other.id, 2, [40]);
    await summarize();
    const hour = new Date(thisHour() - 2 * HOUR_MS);
    await addCheck(late.id, 23, hour);
    await addCheck(other.id, 40, hour);
    await suite.pool.query('INSERT INTO monitor.rollup_late VALUES ($1)', [hour]);
    await suite.service.get(RollupRepository).rollUpHour(hour, new Date());
    await summarize();
    const { data } = await list(organization, { sort: 'latency' });
    expect(data.map(({ id, latencyMs }) => [id, latencyMs])).toEqual([
      [other.id, 40],
      [late.id, 23],
    ]);
  });

  it('is empty before it is made, and goes with its monitor', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const [monitor] = (await list(organization)).data;
    expect(monitor).toMatchObject({ uptime24h: null, uptime30d: null, latencyMs: null });
    await summarize();
    await suite.pool.query('DELETE FROM monitor.monitor WHERE id = $1', [id]);
    const { rows } = await suite.pool.query('SELECT FROM monitor.monitor_summary WHERE monitor_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('is made by one replica at a time, every half minute, and by another one that takes over', async () => {
    const keeper = suite.service.get(SummaryKeeper);
    const madeAt = async () => (await list(suite.organization())).summarizedAt;
    const start = Date.now();
    const at = (seconds: number): Date => new Date(start + seconds * 1_000);
    await keeper.keep(at(100));
    const first = await madeAt();
    await keeper.keep(at(129));
    expect(await madeAt()).toBe(first);
    await keeper.keep(at(131));
    expect(String(await madeAt()) > String(first)).toBe(true);
  });
});
