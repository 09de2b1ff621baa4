import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Organization } from '@vedette/test-kit/organization';
import { HOUR_MS, inMs, maintenanceWindows } from './support/maintenance-windows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { withMonitor, schedule, patch, get, remove } = maintenanceWindows(() => suite);

const refusalsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));

describe('the plan', () => {
  it('allows no more windows than it says, however many are planned at once', async () => {
    const organization = suite.organization({ maintenanceWindows: 3 });
    const monitorIds = Array.from({ length: 12 }, (_, n) => suite.peers.add(organization.id, `Monitor ${String(n)}`));
    const outcomes = await Promise.allSettled(monitorIds.map((monitorId) => schedule(organization, monitorId)));
    const refusals = refusalsOf(outcomes);
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'plan_limit' });
    const { data, pagination } = await organization.call('listMaintenanceWindows');
    expect(pagination.total).toBe(3);
    expect(await organization.ask(internal.countMaintenanceWindows, {})).toEqual({ count: 3 });
    await remove(organization, data[0]?.id ?? '');
    await schedule(organization, monitorIds[0] ?? '');
  });

  it('counts a window until it is completed, and not a moment longer', async () => {
    const { organization: ample, monitorId } = withMonitor();
    const endsAt = inMs(400);
    const running = await schedule(ample, monitorId, { startsAt: inMs(-HOUR_MS), endsAt });
    const narrow = new Organization(suite, { maintenanceWindows: 1 }, ample);
    await expect(schedule(narrow, monitorId)).rejects.toMatchObject({ code: 'plan_limit' });
    await waitFor('its end', () => Date.now() >= Date.parse(endsAt), { intervalMs: 1 });
    await schedule(narrow, monitorId);
    expect((await get(narrow, running.id)).state).toBe('COMPLETED');
  });

  it('that allows fewer than there are lets them run, and be changed', async () => {
    const { organization: ample, monitorId } = withMonitor();
    const { id } = await schedule(ample, monitorId);
    const narrow = new Organization(suite, { maintenanceWindows: 0 }, ample);
    await expect(schedule(narrow, monitorId)).rejects.toMatchObject({ code: 'plan_limit' });
    expect(await patch(narrow, id, { startsAt: inMs(-HOUR_MS) })).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('a monitor', () => {
  it('is in at most 20 windows that are not completed, however many are planned at once', async () => {
    const { organization, monitorId } = withMonitor();
    const other = suite.peers.add(organization.id, 'Other');
    const plan = () => schedule(organization, monitorId, { monitorIds: [other, monitorId] });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? plan() : schedule(organization, monitorId))),
    );
    expect(refusalsOf(outcomes)).toHaveLength(4);
    await expect(plan()).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'monitorIds.1' }] });
    const [planned] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await remove(organization, planned?.id ?? '');
    await plan();
  });

  it('stays in the windows that it is in, and joins no other', async () => {
    const { organization, monitorId } = withMonitor();
    const other = suite.peers.add(organization.id, 'Other');
    const { id } = await schedule(organization, other);
    const { id: own } = await schedule(organization, monitorId);
    // More than the limit of today allows.
    await suite.pool.query(
      `INSERT INTO status_page.maintenance_window (
         id, organization_id, title, starts_at, ends_at, weekdays, state, occurrence_starts_at, occurrence_ends_at,
         schedule, revision, page_ids, monitor_ids, created_at, updated_at)
       SELECT id || '_' || n, organization_id, title, starts_at, ends_at, weekdays, state, occurrence_starts_at,
         occurrence_ends_at, schedule, revision, page_ids, monitor_ids, created_at, updated_at
       FROM status_page.maintenance_window, generate_series(1, 30) AS n WHERE id = $1`,
      [own],
    );
    expect(await patch(organization, own, { title: 'Kept', monitorIds: [other, monitorId] })).toMatchObject({
      title: 'Kept',
      monitorIds: [other, monitorId],
    });
    await expect(patch(organization, id, { monitorIds: [other, monitorId] })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'monitorIds.1' }],
    });
  });
});
