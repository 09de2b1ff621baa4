import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventsOf, factsOf, writeChecked, plannedAt, runtimeOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const typesOf = async (organizationId: string) => (await eventsOf(suite.pool, organizationId)).map(({ type }) => type);

describe('pausing', () => {
  it.each(['UP', 'DEGRADED', 'DOWN'] as const)('stops the checks of a monitor that is %s, and tells', async (state) => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, state);
    const before = await organization.get(id);
    const paused = await organization.pause(id);
    const at = paused.updatedAt;
    expect(at > before.updatedAt).toBe(true);
    expect(paused).toEqual({ ...before, state: 'PAUSED', lastStatusChangedAt: at, updatedAt: at });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 2, next_check_at: null, slot_at: null });
    expect((await eventsOf(suite.pool, organization.id)).at(-1)).toMatchObject({
      type: 'monitor.paused',
      timestamp: at,
      data: { monitor: { id, state: 'PAUSED' } },
    });
  });

  it('is known to the incident service before it is answered, with the number of its event', async () => {
    const organization = suite.organization();
    const { id, name, type, createdAt } = await organization.create();
    await organization.pause(id);
    expect(suite.peers.paused.filter((monitor) => monitor.id === id)).toEqual([
      { id, name, type, createdAt, sequence: 2 },
    ]);
  });

  it('ends a slow period, and tells that too', async () => {
    const organization = suite.organization();
    const { id, name, type, url, createdAt } = await organization.create();
    await writeChecked(suite.pool, id, 'DEGRADED');
    const { updatedAt } = await organization.pause(id);
    expect(await factsOf(suite.pool, organization.id, 'monitor.paused')).toEqual([
      {
        sequence: 2,
        degraded: {
          monitor: { id, name, type, target: url, createdAt },
          startedAt: '2026-01-01T00:00:00.000Z',
          cause: null,
          ended: { at: updatedAt, because: 'PAUSED' },
        },
      },
    ]);
  });

  it('a paused monitor changes nothing and tells nothing', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const paused = await organization.pause(id);
    expect(await organization.pause(id)).toEqual(paused);
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 2 });
    expect(await typesOf(organization.id)).toEqual(['monitor.created', 'monitor.paused']);
  });

  it('by many at once pauses once', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => organization.pause(id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await typesOf(organization.id)).toEqual(['monitor.created', 'monitor.paused']);
  });
});

describe('resuming', () => {
  it('makes a paused monitor PENDING and due at once, and tells', async () => {
    const organization = suite.organization();
    const { id } = await organization.create();
    await writeChecked(suite.pool, id, 'DOWN');
    const paused = await organization.pause(id);
    const resumed = await organization.resume(id);
    const at = resumed.updatedAt;
    expect(resumed).toEqual({ ...paused, state: 'PENDING', lastStatusChangedAt: at, updatedAt: at });
    expect(await runtimeOf(suite.pool, id)).toMatchObject({ epoch: 3 });
    expect(await plannedAt(suite.pool, id)).toEqual(new Date(at));
    expect(await typesOf(organization.id)).toEqual(['monitor.created', 'monitor.paused', 'monitor.resumed']);
  });

  it.each(['UP', 'DEGRADED', 'DOWN'] as const)(
    'a monitor that is %s changes nothing and tells nothing',
    async (state) => {
      const organization = suite.organization();
      const { id } = await organization.create();
      await writeChecked(suite.pool, id, state);
      const before = await organization.get(id);
      expect(await organization.resume(id)).toEqual(before);
      expect(await typesOf(organization.id)).toEqual(['monitor.created']);
    },
  );
});

describe('a monitor that is not there, or not ours', () => {
  it('can neither be paused nor resumed', async () => {
    const { id } = await suite.organization().create();
    const other = suite.organization();
    for (const unknown of [id, 'mon_unknown']) {
      await expect(other.pause(unknown)).rejects.toMatchObject({ code: 'not_found' });
      await expect(other.resume(unknown)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
