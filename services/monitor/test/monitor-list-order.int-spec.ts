import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  MONITOR_LIST_SORTS,
  type MonitorListItem,
  type MonitorListPage,
  type MonitorListSort,
  type MonitorState,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import fc from 'fast-check';
import { SummaryRepository } from '../src/list/summary.repository.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
  // From here on only the suite summarizes monitors: a pass that is under way ends first.
  await waitFor('the place of the next pass', async () => {
    const { rowCount } = await suite.pool.query(
      `UPDATE monitor.summary_pass SET began_at = now() + interval '1 day' WHERE began_at IS NOT DISTINCT FROM made_at`,
    );
    return rowCount === 1;
  });
});
afterAll(() => suite.stop());

/** What a test knows of a monitor. */
interface Known {
  readonly id: string;
  readonly name: string;
  readonly state: MonitorState;
  readonly lastStatusChangedAt: string | null;
  readonly uptime30d: number | null;
  readonly latencyMs: number | null;
}

type Value = Pick<Known, 'state' | 'lastStatusChangedAt' | 'uptime30d' | 'latencyMs'>;

/** Few of each, so that most are equal to others. */
const NAMES = ['a', 'A', 'b', 'Äpfel', 'äpfel', 'Zoo', '日本', '\u{1F680}', '\uFB01'];
const anyValue = fc.record<Value>({
  state: fc.constantFrom('UP', 'DOWN', 'DEGRADED', 'PENDING', 'PAUSED'),
  lastStatusChangedAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'),
  uptime30d: fc.constantFrom(null, 0, 99.999, 100),
  latencyMs: fc.constantFrom(null, 0, 20, 1_000),
});
const anyName = fc.constantFrom(...NAMES);
const change = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const) }),
  fc.record({ kind: fc.constant('rename' as const), name: anyName }),
  fc.record({ kind: fc.constant('pause' as const) }),
  fc.record({ kind: fc.constant('become' as const), value: anyValue }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const RANKS: Readonly<Record<MonitorState, number>> = { DOWN: 1, DEGRADED: 2, PENDING: 3, UP: 4, PAUSED: 5 };
/** Smaller numbers come first. */
const KEYS: Readonly<Record<MonitorListSort, (monitor: Known) => number | null>> = {
  state: ({ state }) => RANKS[state],
  name: () => 0,
  uptime: ({ uptime30d }) => uptime30d,
  latency: ({ latencyMs }) => (latencyMs === null ? null : -latencyMs),
  lastStatusChangedAt: ({ lastStatusChangedAt: at }) => (at === null ? null : -Date.parse(at)),
};

function sorted(monitors: readonly Known[], sort: MonitorListSort): Known[] {
  const bytesOf = (monitor: Known): Buffer => Buffer.from(monitor.name.toLowerCase());
  return monitors.toSorted(
    (a, b) =>
      (KEYS[sort](a) ?? Infinity) - (KEYS[sort](b) ?? Infinity) ||
      Buffer.compare(bytesOf(a), bytesOf(b)) ||
      (a.id < b.id ? -1 : 1),
  );
}

const list = (organization: Organization, query: Record<string, string | number>): Promise<MonitorListPage> =>
  organization.call('getMonitorList', { query });

function knownOf({ id, name, state, lastStatusChangedAt, uptime30d, latencyMs }: MonitorListItem): Known {
  return { id, name, state, lastStatusChangedAt, uptime30d, latencyMs };
}

/** Walks over all pages. */
async function listed(organization: Organization, query: Record<string, string>, limit: number): Promise<Known[]> {
  const found: Known[] = [];
  for (;;) {
    const page = await list(organization, { ...query, limit, offset: found.length });
    found.push(...page.data.map(knownOf));
    if (page.data.length < limit) {
      expect(page.pagination.total).toBe(found.length);
      return found;
    }
  }
}

/** Leaves a monitor as results and a summary would. One that never had a value for the summary has no summary. */
async function become(id: string, next: Value): Promise<void> {
  const { state, lastStatusChangedAt, uptime30d, latencyMs } = next;
  await suite.pool.query(
    'UPDATE monitor.monitor_runtime SET state = $2, last_status_changed_at = $3 WHERE monitor_id = $1',
    [id, state, lastStatusChangedAt],
  );
  await suite.pool.query(
    `INSERT INTO monitor.monitor_summary (monitor_id, uptime_30d, median_ms)
     SELECT $1, $2, $3 WHERE num_nonnulls($2::numeric, $3::integer) > 0
       OR EXISTS (SELECT FROM monitor.monitor_summary WHERE monitor_id = $1)
     ON CONFLICT (monitor_id) DO UPDATE SET uptime_30d = EXCLUDED.uptime_30d, median_ms = EXCLUDED.median_ms`,
    [id, uptime30d, latencyMs],
  );
  await suite.service.get(SummaryRepository).saveListings([id]);
}

async function create(organization: Organization, name: string, first: Value): Promise<Known> {
  const { id } = await organization.create({ name, url: `http://${name === 'b' ? 'B' : 'x'}.test/` });
  await become(id, first);
  return { id, name, ...first };
}

/** Returns the monitor afterwards. */
async function apply(organization: Organization, monitor: Known, step: Change): Promise<Known | undefined> {
  switch (step.kind) {
    case 'delete':
      await organization.delete(monitor.id);
      return undefined;
    case 'rename':
      await organization.update(monitor.id, { name: step.name });
      return { ...monitor, name: step.name };
    case 'pause': {
      const { state, lastStatusChangedAt } = await organization.pause(monitor.id);
      return { ...monitor, state, lastStatusChangedAt };
    }
    case 'become':
      await become(monitor.id, step.value);
      return { ...monitor, ...step.value };
  }
}

async function expectOrder(organization: Organization, monitors: readonly Known[], limit: number): Promise<void> {
  for (const sort of MONITOR_LIST_SORTS) {
    expect(await listed(organization, { sort }, limit)).toEqual(sorted(monitors, sort));
    for (const state of ['DOWN', 'UP'] as const) {
      const matching = monitors.filter((monitor) => monitor.state === state);
      expect(await listed(organization, { sort, state }, limit)).toEqual(sorted(matching, sort));
    }
    expect(await listed(organization, { sort, type: 'HTTP' }, limit)).toEqual(sorted(monitors, sort));
    for (const search of ['ÄP', '日']) {
      const matching = monitors.filter((monitor) => monitor.name.toLowerCase().includes(search.toLowerCase()));
      expect(await listed(organization, { sort, search }, limit)).toEqual(sorted(matching, sort));
    }
  }
}

describe('the order of the list', () => {
  it('is that of a plain sort, page by page, however monitors change, with equal and missing values', async () => {
    const monitors = fc.array(fc.record({ name: anyName, value: anyValue }), { minLength: 1, maxLength: 14 });
    const changes = fc.array(fc.record({ at: fc.nat(), change }), { maxLength: 6 });
    const holds = fc.asyncProperty(monitors, changes, fc.integer({ min: 2, max: 6 }), async (made, steps, limit) => {
      const organization = suite.organization();
      const known: Known[] = [];
      for (const each of made) known.push(await create(organization, each.name, each.value));
      await expectOrder(organization, known, limit);
      for (const step of steps.slice(0, known.length)) {
        const place = step.at % known.length;
        const monitor = known[place];
        if (monitor === undefined) break;
        const after = await apply(organization, monitor, step.change);
        known.splice(place, 1, ...(after === undefined ? [] : [after]));
      }
      await expectOrder(organization, known, limit);
    });
    await fc.assert(holds, { numRuns: 8, seed: 17 });
  }, 60_000);

  it('follows a target that changes, and a type that decides what the target is', async () => {
    const organization = suite.organization();
    const { id } = await organization.create({ name: 'Shop', url: 'https://One.test/', host: 'two.test' });
    const finds = async (search: string): Promise<boolean> =>
      (await list(organization, { search })).pagination.total === 1;
    expect([await finds('ONE.test'), await finds('two.test')]).toEqual([true, false]);
    await organization.update(id, { type: 'PING' });
    expect([await finds('one.test'), await finds('two.test')]).toEqual([false, true]);
    await organization.update(id, { type: 'CRON' });
    expect([await finds('one.test'), await finds('two.test'), await finds('shop')]).toEqual([false, false, true]);
  });

  it('waits for no change of a state, and is right after the next summary', async () => {
    const organization = suite.organization();
    const empty = { state: 'UP', lastStatusChangedAt: null, uptime30d: 100, latencyMs: null } as const;
    const { id } = await create(organization, 'busy', empty);
    const { id: other } = await create(organization, 'other', empty);
    const summaries = suite.service.get(SummaryRepository);
    const uptimes = async (): Promise<unknown> =>
      (await list(organization, { sort: 'name' })).data.map(({ uptime30d }) => uptime30d);
    const connection = await suite.pool.connect();
    try {
      await connection.query('BEGIN');
      await connection.query(`UPDATE monitor.monitor_runtime SET state = 'DOWN' WHERE monitor_id = $1`, [id]);
      await suite.pool.query('UPDATE monitor.monitor_summary SET uptime_30d = 50 WHERE monitor_id IN ($1, $2)', [
        id,
        other,
      ]);
      await summaries.saveListings([id, other]);
      expect(await uptimes()).toEqual([100, 50]);
      await connection.query('COMMIT');
    } finally {
      connection.release();
    }
    await summaries.saveListings([id, other]);
    expect(await uptimes()).toEqual([50, 50]);
  });
});
