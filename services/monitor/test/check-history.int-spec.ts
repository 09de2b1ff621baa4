import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CheckAttempt, CheckResult, Monitor, ResponseOf } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { HistoryKeeper } from '../src/history/history-keeper.ts';
import type { Organization } from './support/organization.ts';
import { historyOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { attempt, failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

const MINUTE_MS = 60_000;
/** A whole minute some hours ago, in a partition that exists. */
const BASE = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 5 * 3_600_000;
const minute = (count: number): Date => new Date(BASE + count * MINUTE_MS);
const phases = { dns: 2, connect: 11, tls: 23, firstByte: 40, total: 77 };

/** A monitor whose first check has been applied. */
async function newMonitor(organization: Organization): Promise<Monitor> {
  const { id } = await organization.create();
  return waitFor('the first check', async () => {
    const found = await organization.get(id);
    return found.state === 'UP' && found;
  });
}

/** Slots of the past are history only; they are stored all the same. */
function past(monitorId: string, count: number, outcome: CheckResult['outcome']): CheckResult {
  return { monitorId, epoch: 1, slotAt: minute(count).toISOString(), outcome };
}

const from = (region: string, change: Partial<CheckAttempt> = {}): CheckAttempt => ({
  ...attempt(),
  worker: `worker-${region}`,
  region,
  phases,
  ...change,
});

async function allPages(
  organization: Organization,
  id: string,
  query: Record<string, string | number>,
): Promise<ResponseOf<'listChecks'>['data']> {
  const found: ResponseOf<'listChecks'>['data'] = [];
  let cursor: string | null = null;
  do {
    const page: ResponseOf<'listChecks'> = await organization.call('listChecks', {
      id,
      query: { ...query, ...(cursor !== null && { cursor }) },
    });
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

describe('the checks of a monitor', () => {
  it('are shown with their times, phases and origin, whatever their verdict', async () => {
    const organization = suite.organization();
    const { id } = await newMonitor(organization);
    const startedAt = new Date(BASE + MINUTE_MS + 34).toISOString();
    const error = 'Expected status 200, got 503';
    await worker.publishAll([
      past(id, 1, succeeded({ attempts: [from('north', { checkedAt: startedAt })], responseMs: 77 })),
      past(id, 2, failed(error, { attempts: [from('north', { error }), from('south', { error: 'It was reset' })] })),
      {
        ...past(id, 3, succeeded({ verdict: 'UNOBSERVED', attempts: [], responseMs: null })),
        ranBy: { worker: 'worker-east', region: 'east', startedAt: minute(3).toISOString() },
      },
    ]);
    await waitFor('the history', async () => (await historyOf(suite.pool, id)).length === 4);
    const { data, nextCursor } = await organization.call('listChecks', {
      id,
      query: { from: minute(0).toISOString(), to: minute(10).toISOString() },
    });
    expect(nextCursor).toBeNull();
    const [unobserved, down, up] = data;
    expect(data).toHaveLength(3);
    expect(up).toEqual({
      slotAt: minute(1).toISOString(),
      startedAt,
      endedAt: new Date(BASE + MINUTE_MS + 34 + 77).toISOString(),
      latenessMs: 34,
      verdict: 'UP',
      responseMs: 77,
      phases,
      region: 'north',
      worker: 'worker-north',
      error: null,
      attempts: [],
    });
    expect(down).toMatchObject({
      verdict: 'DOWN',
      responseMs: null,
      error,
      region: 'north',
      phases,
      attempts: [
        { region: 'north', error },
        { region: 'south', error: 'It was reset', phases },
      ],
    });
    expect(unobserved).toMatchObject({
      verdict: 'UNOBSERVED',
      startedAt: minute(3).toISOString(),
      region: 'east',
      worker: 'worker-east',
      attempts: [],
    });
  });

  it('come page by page, each once, newest first, also when they are filtered', async () => {
    const organization = suite.organization();
    const { id } = await newMonitor(organization);
    const results = Array.from({ length: 30 }, (_, i) => {
      const region = i % 3 === 0 ? 'north' : 'south';
      const isFailed = i % 5 === 0;
      const outcome = isFailed
        ? failed('It failed', {
            attempts: [from(region, { error: 'It failed' }), from(region, { error: 'It failed' })],
          })
        : succeeded({ attempts: [from(region)] });
      return past(id, i, outcome);
    });
    await worker.publishAll(results);
    await waitFor('the history', async () => (await historyOf(suite.pool, id)).length === 31);
    const range = { from: minute(0).toISOString(), to: minute(30).toISOString(), limit: 4 };
    const slots = (picked: (index: number) => boolean): string[] =>
      results
        .filter((_, i) => picked(i))
        .map(({ slotAt }) => slotAt)
        .toReversed();
    const found = async (query: Record<string, string>): Promise<string[]> =>
      (await allPages(organization, id, { ...range, ...query })).map(({ slotAt }) => slotAt);
    expect(await found({})).toEqual(slots(() => true));
    expect(await found({ verdict: 'DOWN' })).toEqual(slots((i) => i % 5 === 0));
    expect(await found({ verdict: 'UP' })).toEqual(slots((i) => i % 5 !== 0));
    expect(await found({ verdict: 'UNOBSERVED' })).toEqual([]);
    expect(await found({ region: 'north' })).toEqual(slots((i) => i % 3 === 0));
    expect(await found({ region: 'north', verdict: 'DOWN' })).toEqual(slots((i) => i % 15 === 0));
    expect(await found({ region: 'nowhere' })).toEqual([]);
  });

  it('are those of the organization alone', async () => {
    const { id } = await newMonitor(suite.organization());
    for (const operation of ['listChecks', 'getLatency', 'getUptime', 'listStates'] as const) {
      await expect(suite.organization().call(operation, { id })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('a query that the history cannot answer', () => {
  it('is refused, and told which parameter and which limit', async () => {
    const organization = suite.organization();
    const [one, other] = [await newMonitor(organization), await newMonitor(organization)];
    await worker.publishAll([1, 2, 3].map((count) => past(one.id, count, succeeded())));
    await waitFor('the history', async () => (await historyOf(suite.pool, one.id)).length === 4);
    const { nextCursor } = await organization.call('listChecks', { id: one.id, query: { limit: 1 } });
    if (nextCursor === null) throw new Error('There is no second page');
    const tooLong = { from: new Date(Date.now() - 401 * 86_400_000).toISOString() };
    const refusals = [
      ['listChecks', { cursor: nextCursor }, 'cursor', 'of this monitor'],
      ['listStates', { cursor: nextCursor }, 'cursor', 'of this monitor'],
      ['listChecks', tooLong, 'from', '400 days'],
      ['getLatency', tooLong, 'from', '400 days'],
      ['getUptime', tooLong, 'from', '400 days'],
      ['listStates', tooLong, 'from', '400 days'],
      ['getUptime', { days: 2, from: new Date().toISOString() }, 'days', 'from'],
      ['getUptime', { days: 2, timezone: 'Mars/Base' }, 'timezone', 'IANA'],
      ['getLatency', { from: new Date(Date.now() - 30 * 86_400_000).toISOString(), step: '60' }, 'step', '2000'],
    ] as const;
    for (const [operation, query, path, limit] of refusals) {
      await expect(organization.call(operation, { id: other.id, query })).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ path, message: expect.stringContaining(limit) }],
      });
    }
  });
});

describe('storing results', () => {
  it('that is cut off in the middle leaves none out, and keeps none twice', async () => {
    const organization = suite.organization();
    const { id } = await newMonitor(organization);
    const results = Array.from({ length: 50 }, (_, i) =>
      past(id, i, i % 10 === 0 ? failed() : succeeded({ attempts: [from(`cut-off-${i % 4}`)] })),
    );
    const holder = await suite.pool.connect();
    try {
      await holder.query('BEGIN');
      // The transaction that stores them gets as far as their rows, and no further.
      await holder.query('LOCK TABLE monitor.check_result IN EXCLUSIVE MODE');
      await worker.publishAll(results);
      await waitFor('the transaction to wait', async () => {
        const { rows } = await suite.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_locks
           WHERE NOT granted AND relation = 'monitor.check_result'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows.length > 0;
      });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    const rows = await waitFor('every result', async () => {
      const found = await historyOf(suite.pool, id);
      return found.length >= 51 && found;
    });
    expect(rows).toHaveLength(51);
    expect(new Set(rows.map(({ region }) => region))).toEqual(
      new Set(['here', 'cut-off-0', 'cut-off-1', 'cut-off-2', 'cut-off-3']),
    );
    const { data } = await organization.call('listChecks', {
      id,
      query: { from: minute(0).toISOString(), to: minute(50).toISOString(), limit: 100 },
    });
    expect(data.map(({ slotAt }) => slotAt)).toEqual(results.map(({ slotAt }) => slotAt).toReversed());
  });
});

describe('the workers of checks', () => {
  it('are forgotten once their checks are gone, and not while they are used', async () => {
    const { id } = await newMonitor(suite.organization());
    const stored = async (count: number, region: string): Promise<void> => {
      await worker.publishAll([past(id, count, succeeded({ attempts: [from(region)] }))]);
      await waitFor('the check', async () => (await historyOf(suite.pool, id)).length === count + 2);
    };
    await stored(0, 'gone');
    await stored(1, 'used');
    const outdated = `UPDATE monitor.check_worker SET last_used_on = current_date - 40 WHERE name IN ('worker-gone', 'worker-used', '')`;
    await suite.pool.query(outdated);
    await stored(2, 'used');
    await suite.service.get(HistoryKeeper).keep();
    const { rows } = await suite.pool.query<{ name: string; is_old: boolean }>(
      `SELECT name, last_used_on < current_date AS is_old FROM monitor.check_worker
       WHERE name IN ('worker-gone', 'worker-used', '') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: '', is_old: true },
      { name: 'worker-used', is_old: false },
    ]);
  });
});
