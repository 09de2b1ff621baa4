import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Vedette } from '@vedette/sdk';
import { sharedFixture } from './support/fixture.ts';
import { CALLERS, type Callers, callersOf } from './support/sdk-clients.ts';

let callers: Callers;
let monitorId: string;
let pageId: string;

beforeAll(async () => {
  const fixture = await sharedFixture();
  callers = await callersOf(fixture, await fixture.tenant(), 'MEMBER');
  const { monitors, statusPages } = callers['a session'];
  const target = { name: 'Shop', type: 'HTTP', url: 'http://ada:secret@127.0.0.1:9/', intervalSeconds: 3_600 } as const;
  ({ id: monitorId } = await monitors.create(target));
  ({ id: pageId } = await statusPages.create({ name: 'Status', components: [{ name: 'Shop', monitorId }] }));
}, 60_000);

const policy = { degradedThresholdMs: 100, degradedThresholdMode: 'LAST', degradedSamples: 1 } as const;

describe.each(CALLERS)('monitors in the console, by %s', (caller) => {
  it('are listed, with their targets and without credentials', async () => {
    const page = await callers[caller].monitorList.get({ search: 'SHOP', sort: 'uptime', limit: 200 });
    expect(page.data).toMatchObject([{ id: monitorId, target: 'http://127.0.0.1:9/', latencies: { length: 24 } }]);
  });

  it('are counted in the overview, with what the other services tell', async () => {
    const overview = await callers[caller].overview.get();
    expect(overview.monitors.total).toBeGreaterThan(0);
    expect(overview.incidents?.total).toBeGreaterThanOrEqual(0);
    expect(overview.maintenance).toEqual({ total: 0, data: [] });
  });

  it('can be replayed, and have their status pages listed', async () => {
    const replay = await callers[caller].monitors.replay(monitorId, policy);
    expect(replay).toMatchObject({ happened: { degradedSec: 0 }, unknown: expect.any(Array) });
    const pages = await callers[caller].monitors.listStatusPages(monitorId);
    expect(pages.data).toMatchObject([{ id: pageId, name: 'Status' }]);
  });
});

describe('a monitor that is not stored', () => {
  const body = { name: 'New', type: 'HTTP', url: 'http://127.0.0.1:9/', timeoutSeconds: 2 } as const;

  it.each(['a session', 'a full key'] as const)('is tested by a worker for %s', async (caller) => {
    const answer = await callers[caller].monitorTests.run(body);
    expect(answer).toMatchObject({ state: 'DOWN', cause: expect.any(String), responseMs: null });
    expect(answer.attempts.length).toBeGreaterThan(0);
  });

  it('is not tested for a read-only key', async () => {
    await expect(callers['a read-only key'].monitorTests.run(body)).rejects.toMatchObject({ status: 403 });
  });

  it('is refused as its creation would be, and as a cron job', async () => {
    const { monitorTests } = callers['a full key'];
    const cron = monitorTests.run({ name: 'Job', type: 'CRON' });
    await expect(cron).rejects.toMatchObject({ status: 400, details: [{ path: 'type' }] });
    const incomplete = monitorTests.run({ name: 'Port', type: 'PORT', host: 'db.example', port: 0 });
    await expect(incomplete).rejects.toMatchObject({ status: 400, details: [{ path: 'port' }] });
  });
});

describe('many monitors', () => {
  it('are paused, resumed and deleted by a person', async () => {
    const { monitors, monitorList } = callers['a session'];
    const made = await Promise.all(['a', 'b'].map((name) => monitors.create({ name, type: 'CRON' })));
    const monitorIds = [...made.map(({ id }) => id), 'mon_unknown'];
    const outcomesOf = async (action: 'pause' | 'resume' | 'delete'): Promise<string[]> =>
      (await monitors.bulk({ action, monitorIds })).data.map(({ outcome }) => outcome);
    expect(await outcomesOf('pause')).toEqual(['PAUSED', 'PAUSED', 'NOT_FOUND']);
    expect(await outcomesOf('resume')).toEqual(['RESUMED', 'RESUMED', 'NOT_FOUND']);
    expect(await outcomesOf('delete')).toEqual(['DELETED', 'DELETED', 'NOT_FOUND']);
    expect((await monitorList.get({ type: 'CRON' })).data).toEqual([]);
  });

  it.each(['a full key', 'a read-only key'] as const)('are not changed by %s', async (caller) => {
    const paused = callers[caller].monitors.bulk({ action: 'pause', monitorIds: [monitorId] });
    await expect(paused).rejects.toMatchObject({ status: 403 });
  });
});

describe('bad input is a 400 that names the parameter', () => {
  const ids = Array.from({ length: 501 }, (_, i) => `mon_${i}`);
  const month = { from: '2026-01-01T00:00Z', to: '2026-02-01T00:00Z' };
  it.each<{ name: string; path: string; says: string; call: (vedette: Vedette) => PromiseLike<unknown> }>([
    { name: 'a page of 201', path: 'limit', says: '200', call: (vedette) => vedette.monitorList.get({ limit: 201 }) },
    {
      name: 'a search that is too long',
      path: 'search',
      says: '200',
      call: (vedette) => vedette.monitorList.get({ search: 'x'.repeat(201) }),
    },
    {
      name: 'an unknown order',
      path: 'sort',
      says: 'latency',
      call: (vedette) => vedette.monitorList.get({ sort: 'age' as 'name' }),
    },
    {
      name: '501 monitors',
      path: 'monitorIds',
      says: '500',
      call: (vedette) => vedette.monitors.bulk({ action: 'pause', monitorIds: ids }),
    },
    {
      name: 'a replay of 31 days',
      path: 'from',
      says: '30 days',
      call: (vedette) => vedette.monitors.replay(monitorId, { ...policy, ...month }),
    },
  ])('$name', async ({ path, says, call }) => {
    await expect(call(callers['a session'])).rejects.toMatchObject({
      status: 400,
      details: [{ path, message: expect.stringContaining(says) }],
    });
  });
});
