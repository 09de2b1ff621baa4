import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  internal,
  newId,
  type MaintenanceCursor,
  type MaintenanceSpan,
  type MaintenanceSpans,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PrismaClient } from '../src/generated/client.ts';
import { MaintenanceMerger } from '../src/windows/maintenance-merger.ts';
import { MaintenanceWindowHistoryRepository } from '../src/windows/maintenance-window-history.repository.ts';
import { HOUR_MS, inMs, maintenanceWindows } from './support/maintenance-windows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { schedule, patch, get, remove } = maintenanceWindows(() => suite);

const MIGRATION = join(import.meta.dirname, '../prisma/migrations/20261119000070_monitor_maintenance/migration.sql');
const at = (ms: number): Date => new Date(Date.UTC(2026, 4, 1) + ms);

type Spans = readonly (readonly [from: number, to: number])[];

/** The spans of each monitor in order, as a table holds them. */
async function spansIn(table: string, monitorIds: readonly string[]): Promise<Map<string, Spans>> {
  const { rows } = await suite.pool.query<{ id: string; from: Date; to: Date }>(
    `SELECT monitor_id AS id, started_at AS "from", ended_at AS "to" FROM status_page.${table}
     WHERE monitor_id = ANY ($1) ORDER BY started_at, ended_at`,
    [monitorIds],
  );
  const byMonitor = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byMonitor].map(([id, spans]) => [id, spans.map(({ from, to }) => [from.getTime(), to.getTime()])]),
  );
}

/** Adds one span after the other: too simple to be wrong. */
function naiveUnion(spans: Spans): Spans {
  const union: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    const last = union.at(-1);
    if (from >= to) continue;
    if (last === undefined || from > last[1]) union.push([from, to]);
    else last[1] = Math.max(last[1], to);
  }
  return union;
}

async function expectUnion(monitorIds: readonly string[]): Promise<void> {
  const [raw, merged] = await Promise.all([
    spansIn('maintenance_span', monitorIds),
    spansIn('monitor_maintenance', monitorIds),
  ]);
  for (const id of monitorIds) expect(merged.get(id) ?? []).toEqual(naiveUnion(raw.get(id) ?? []));
}

describe('the maintenance of a monitor is the union of the spans of all windows', () => {
  const moment = fc.integer({ min: 0, max: 60 });
  const change = fc.record({
    kind: fc.constantFrom('open' as const, 'move' as const),
    window: fc.integer({ min: 0, max: 3 }),
    monitors: fc.subarray([0, 1, 2], { minLength: 1 }),
    times: fc.tuple(moment, moment).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const),
  });

  it('to the millisecond, in whatever order spans begin, move their ends and end', async () => {
    const history = suite.service.get(MaintenanceWindowHistoryRepository);
    const prisma = suite.service.get(PrismaClient);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const ids = [0, 1, 2].map(() => newId('mon'));
        const windows = [0, 1, 2, 3].map(() => newId('mw'));
        await prisma.$transaction(async (tx) => {
          for (const { kind, window, monitors, times } of changes) {
            const windowId = windows[window] ?? '';
            const monitorIds = monitors.map((index) => ids[index] ?? '');
            const [from, to] = times.map(at) as [Date, Date];
            if (kind === 'move') await history.moveSpanEnds(tx, windowId, monitorIds, from, to);
            else await history.openSpans(tx, [{ windowId, monitorIds, span: { startsAt: from, endsAt: to } }]);
          }
        });
        await expectUnion(ids);
      }),
      { numRuns: 60 },
    );
  });

  it('also for spans that one statement records together', async () => {
    const history = suite.service.get(MaintenanceWindowHistoryRepository);
    const prisma = suite.service.get(PrismaClient);
    const ids = [newId('mon'), newId('mon')];
    const open = (pairs: Spans) =>
      prisma.$transaction((tx) =>
        history.openSpans(
          tx,
          pairs.map(([from, to]) => ({
            windowId: newId('mw'),
            monitorIds: ids,
            span: { startsAt: at(from), endsAt: at(to) },
          })),
        ),
      );
    await open([
      [10, 20],
      [30, 40],
      [50, 60],
    ]);
    await open([
      [20, 25],
      [38, 52],
      [0, 1],
    ]);
    await expectUnion(ids);
    expect((await spansIn('monitor_maintenance', ids)).get(ids[0] ?? '')).toEqual(
      [
        [0, 1],
        [10, 25],
        [30, 60],
      ].map((span) => span.map((ms) => at(ms).getTime())),
    );
  });

  it('whatever is planned, changed and deleted at the same time, while replicas start and end windows', async () => {
    const replica = await suite.startReplica();
    const organization = suite.organization();
    const monitorIds = Array.from({ length: 4 }, (_, n) => suite.peers.add(organization.id, `Monitor ${String(n)}`));
    await Promise.all(Array.from({ length: 14 }, (_, n) => liveThrough(organization, monitorIds, n)));
    await expectUnion(monitorIds);
    await replica.stop();
  });

  it('also of what replicas of the version before record during a rollout', async () => {
    const organization = suite.organization();
    const names = ['begun before', 'ended before', 'left alone'];
    const [begun = '', ended = '', alone = ''] = names.map((name) => suite.peers.add(organization.id, name));
    const window = { startsAt: inMs(-HOUR_MS), endsAt: inMs(HOUR_MS) };
    await schedule(organization, ended, { ...window, monitorIds: [begun, ended, alone] });
    await suite.pool.query(
      `INSERT INTO status_page.maintenance_span VALUES ('mw_before', $1, now() - interval '40 days', now() + interval '2 hours')`,
      [begun],
    );
    await suite.pool.query(`UPDATE status_page.maintenance_span SET ended_at = now() WHERE monitor_id = $1`, [ended]);
    await suite.service.get(MaintenanceMerger).mergeAll();
    await expectUnion([begun, ended, alone]);
  });

  it('from the first start on, for what was recorded before', async () => {
    const ids = [newId('mon'), newId('mon')];
    await suite.pool.query(
      `INSERT INTO status_page.maintenance_span (window_id, monitor_id, started_at, ended_at)
       SELECT 'mw_' || n, id, timestamptz '2026-05-01' + 2 * n * interval '1 minute',
         timestamptz '2026-05-01' + (2 * n + n % 4) * interval '1 minute'
       FROM unnest($1::text[]) AS monitor (id), generate_series(1, 200) AS n`,
      [ids],
    );
    const migration = await readFile(MIGRATION, 'utf8');
    const client = await suite.pool.connect();
    try {
      await client.query('SET search_path TO status_page');
      await client.query('BEGIN; DELETE FROM monitor_maintenance');
      await client.query(migration.slice(migration.indexOf('INSERT INTO')));
      await client.query('COMMIT');
    } finally {
      client.release(true);
    }
    await expectUnion(ids);
    expect((await spansIn('monitor_maintenance', ids)).get(ids[0] ?? '')).toHaveLength(100);
  });
});

describe('whoever asks for the maintenance of monitors', () => {
  it('gets it in pages of a bounded size, each span once', async () => {
    const ids = [newId('mon'), newId('mon'), newId('mon')];
    await suite.pool.query(
      `INSERT INTO status_page.monitor_maintenance (monitor_id, started_at, ended_at)
       SELECT id, timestamptz '2026-05-01' + n * interval '2 min', timestamptz '2026-05-01' + n * interval '2 min' + interval '1 s'
       FROM unnest($1::text[]) AS monitor (id), generate_series(0, 1499) AS n`,
      [ids],
    );
    const asked = { organizationId: null, monitorIds: ids.toReversed(), from: '2026-05-01T00:02:00.500Z' };
    const read: MaintenanceSpan[] = [];
    let after: MaintenanceCursor | null = null;
    let pages = 0;
    do {
      const query = { ...asked, to: '2026-06-01T00:00:00Z', after };
      // One page after the other.
      const page: MaintenanceSpans = await suite.rpc.ask(internal.listMaintenanceSpans, query);
      expect(JSON.stringify(page).length).toBeLessThan(300_000);
      read.push(...page.spans);
      after = page.next;
      pages += 1;
    } while (after !== null);
    expect(pages).toBe(3);
    const expected = ids.flatMap((monitorId) =>
      Array.from({ length: 1_499 }, (_, n) => ({
        monitorId,
        startsAt: at((n + 1) * 120_000).toISOString(),
        endsAt: at((n + 1) * 120_000 + 1_000).toISOString(),
      })),
    );
    expect(read).toEqual(expected);
  });

  it('gets of a span that has grown meanwhile what it has not seen', async () => {
    const monitorId = newId('mon');
    await suite.pool.query(
      `INSERT INTO status_page.monitor_maintenance VALUES ($1, '2026-05-01T00:00:00Z', '2026-05-01T02:00:00Z')`,
      [monitorId],
    );
    const { spans } = await suite.rpc.ask(internal.listMaintenanceSpans, {
      organizationId: null,
      monitorIds: [monitorId],
      from: '2026-04-01T00:00:00Z',
      to: '2026-06-01T00:00:00Z',
      after: { monitorId, endsAt: '2026-05-01T01:00:00.000Z' },
    });
    expect(spans).toEqual([{ monitorId, startsAt: '2026-05-01T01:00:00.000Z', endsAt: '2026-05-01T02:00:00.000Z' }]);
  });
});

/** Later than a request may take, and soon enough to wait for it. */
const SOON_MS = 5_000;

/** A window that starts, gets other monitors and another end, and is deleted or ends by itself. */
async function liveThrough(organization: Organization, monitorIds: readonly string[], n: number): Promise<void> {
  const some = (count: number): string[] => [0, 1, 2, 3].slice(0, count).map((i) => monitorIds[(n + i) % 4] ?? '');
  const endsAt = inMs(n % 3 === 0 ? SOON_MS : HOUR_MS);
  const { id } = await schedule(organization, '', {
    startsAt: inMs(n % 2 === 0 ? -n * 60_000 - 1_000 : 200),
    endsAt,
    monitorIds: some(3),
  });
  // One that has ended by itself meanwhile refuses its changes.
  await patch(organization, id, { monitorIds: some(2) }).catch(expectCompleted);
  await patch(organization, id, { endsAt: inMs(SOON_MS + n * 20), monitorIds: some(4) }).catch(expectCompleted);
  if (n % 4 !== 0) await remove(organization, id);
  else await waitFor('its end', async () => (await get(organization, id)).state === 'COMPLETED', { timeoutMs: 20_000 });
}

function expectCompleted(error: unknown): void {
  expect(error).toMatchObject({ code: 'conflict' });
}
