import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { IncidentPeer } from './support/incident-peer.ts';
import { facts, HOUR_MS, inMs, maintenanceWindows } from './support/maintenance-windows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

const { withMonitor, schedule, patch, get, remove, told, toldAll, spans } = maintenanceWindows(() => suite);

describe('a maintenance window', () => {
  it('is scheduled, read back, and told with what suppresses alerts', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(HOUR_MS);
    const endsAt = inMs(2 * HOUR_MS);
    const window = await schedule(organization, monitorId, { startsAt, endsAt });
    expect(window).toEqual({
      id: expect.stringMatching(/^mw_/),
      title: 'Upgrade',
      description: null,
      state: 'SCHEDULED',
      startsAt,
      endsAt,
      recurrence: null,
      occurrence: { startsAt, endsAt },
      monitorIds: [monitorId],
      statusPageIds: [],
      createdAt: window.updatedAt,
      updatedAt: window.createdAt,
    });
    expect(await get(organization, window.id)).toEqual(window);
    const [event] = await toldAll(organization, ['scheduled']);
    expect(event?.event.data).toEqual({ maintenanceWindow: window });
    expect(facts(event)).toEqual({ revision: 1, monitorIds: [monitorId], occurrences: [{ startsAt, endsAt }] });
  });

  it('tells of the occurrence after the next one, too', async () => {
    const { organization, monitorId } = withMonitor();
    const recurrence = { frequency: 'DAILY', timezone: 'UTC' };
    const window = await schedule(organization, monitorId, { recurrence });
    expect(window.recurrence).toEqual({ frequency: 'DAILY', interval: 1, weekdays: [], until: null, timezone: 'UTC' });
    const [event] = await toldAll(organization, ['scheduled']);
    const [first, second] = facts(event).occurrences;
    expect(Date.parse(second?.startsAt ?? '') - Date.parse(first?.startsAt ?? '')).toBe(24 * HOUR_MS);
  });

  it('that is stored with years that new times may not have stays as readable as others', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId);
    const [startsAt, endsAt] = ['9990-01-01T10:00:00.000Z', '9990-01-01T11:00:00.000Z'];
    await suite.pool.query(
      `UPDATE status_page.maintenance_window
       SET starts_at = $2, ends_at = $3, occurrence_starts_at = $2, occurrence_ends_at = $3 WHERE id = $1`,
      [id, startsAt, endsAt],
    );
    const renamed = await patch(organization, id, { title: 'Distant', startsAt });
    expect(renamed).toMatchObject({ title: 'Distant', occurrence: { startsAt, endsAt } });
    await expect(patch(organization, id, { startsAt: '9990-01-01T10:30:00Z' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'startsAt' }],
    });
    expect(await get(organization, id)).toEqual(renamed);
    expect(await remove(organization, id)).toEqual({ data: { id } });
  });

  it('must end in the future, and refer to what exists', async () => {
    const { organization, monitorId } = withMonitor();
    await expect(
      schedule(organization, monitorId, { startsAt: inMs(-2 * HOUR_MS), endsAt: inMs(-HOUR_MS) }),
    ).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'endsAt' }] });
    await expect(
      schedule(organization, monitorId, { monitorIds: [monitorId, 'mon_none'], statusPageIds: ['sp_none'] }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'monitorIds.1' }, { path: 'statusPageIds.0' }],
    });
    expect(await told(organization)).toEqual([]);
  });

  it('whose time has come is active at once', async () => {
    const { organization, monitorId } = withMonitor();
    const startsAt = inMs(-HOUR_MS);
    const window = await schedule(organization, monitorId, { startsAt });
    expect(window.state).toBe('ACTIVE');
    const [, started] = await toldAll(organization, ['scheduled', 'started']);
    expect(started?.event.data).toMatchObject({ maintenanceWindow: { id: window.id, state: 'ACTIVE' } });
    expect(facts(started).revision).toBe(2);
    expect(await spans(monitorId)).toEqual([{ from: startsAt, to: window.endsAt }]);
  });
});

describe('a change of a window', () => {
  it('changes what is sent, and is told, also when nothing changes; then updatedAt stays', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    expect(await patch(organization, window.id, {})).toEqual(window);
    const changed = await patch(organization, window.id, { title: 'Downgrade', description: 'Sorry' });
    expect(changed).toEqual({ ...window, title: 'Downgrade', description: 'Sorry', updatedAt: changed.updatedAt });
    const events = await toldAll(organization, ['scheduled', 'updated', 'updated']);
    expect(events.map((event) => facts(event).revision)).toEqual([1, 2, 3]);
  });

  it('is held against the whole result, and refused when no occurrence would be left', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    await expect(patch(organization, window.id, { endsAt: inMs(1_000) })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'endsAt' }],
    });
    await expect(
      patch(organization, window.id, { startsAt: inMs(-3 * HOUR_MS), endsAt: inMs(-HOUR_MS) }),
    ).rejects.toMatchObject({ code: 'validation_error', details: [{ path: 'endsAt' }] });
    expect(await get(organization, window.id)).toEqual(window);
  });

  it('of the end lets a running one go on, without starting anew', async () => {
    const { organization, monitorId } = withMonitor();
    const { id, startsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const endsAt = inMs(5 * HOUR_MS);
    const longer = await patch(organization, id, { endsAt });
    expect(longer).toMatchObject({ state: 'ACTIVE', occurrence: { startsAt, endsAt } });
    expect(await spans(monitorId)).toEqual([{ from: startsAt, to: endsAt }]);
    await toldAll(organization, ['scheduled', 'started', 'updated']);
  });

  it('can end a running one, now', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const ended = await patch(organization, id, { endsAt: inMs(-1_000) });
    expect(ended).toMatchObject({ state: 'COMPLETED', occurrence: null });
    expect((await spans(monitorId))[0]?.to).toBe(ended.updatedAt);
    const events = await toldAll(organization, ['scheduled', 'started', 'updated', 'ended']);
    expect(facts(events[3]).occurrences).toEqual([]);
    await expect(patch(organization, id, { title: 'Late' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('can put a running one off; then it starts again', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const later = await patch(organization, id, { startsAt: inMs(1_000), endsAt: inMs(2 * HOUR_MS) });
    expect(later.state).toBe('SCHEDULED');
    await toldAll(organization, ['scheduled', 'started', 'updated', 'ended', 'started']);
    expect(await spans(monitorId)).toHaveLength(2);
  });

  it('can start one now', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId);
    expect((await patch(organization, id, { startsAt: inMs(-1_000) })).state).toBe('ACTIVE');
    await toldAll(organization, ['scheduled', 'updated', 'started']);
  });

  it('of the monitors of a running one holds from now on', async () => {
    const { organization, monitorId } = withMonitor();
    const other = suite.peers.add(organization.id, 'Other');
    const window = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const changed = await patch(organization, window.id, { monitorIds: [other] });
    expect(await spans(monitorId)).toEqual([{ from: window.startsAt, to: changed.updatedAt }]);
    expect(await spans(other)).toEqual([{ from: changed.updatedAt, to: window.endsAt }]);
  });
});

describe('the end of a window', () => {
  it('that has not completed is told as cancelled, and suppresses nothing any more', async () => {
    const { organization, monitorId } = withMonitor();
    const window = await schedule(organization, monitorId);
    expect(await remove(organization, window.id)).toEqual({ data: { id: window.id } });
    const [, cancelled] = await toldAll(organization, ['scheduled', 'cancelled']);
    expect(facts(cancelled)).toEqual({ revision: 2, monitorIds: [monitorId], occurrences: [] });
    await expect(get(organization, window.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('leaves the time in which it really ran', async () => {
    const { organization, monitorId } = withMonitor();
    const { id, startsAt, endsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    await remove(organization, id);
    const [span] = await spans(monitorId);
    expect(span?.from).toBe(startsAt);
    expect(Date.parse(span?.to ?? '')).toBeLessThan(Date.parse(endsAt));
  });

  it('that has completed is told no more', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), endsAt: inMs(1_500) });
    await toldAll(organization, ['scheduled', 'started', 'ended']);
    await remove(organization, id);
    const { id: next } = await schedule(organization, monitorId);
    await remove(organization, next);
    await toldAll(organization, ['scheduled', 'started', 'ended', 'scheduled', 'cancelled']);
    expect(await spans(monitorId)).toHaveLength(1);
  });

  it('is not another organization’s to decide', async () => {
    const { organization, monitorId } = withMonitor();
    const { id } = await schedule(organization, monitorId);
    const stranger = suite.organization();
    await expect(get(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(patch(stranger, id, {})).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the incident service', () => {
  it('knows of a window before its request is answered', async () => {
    const incidents = await IncidentPeer.start(suite.config.natsUrl);
    const { organization, monitorId } = withMonitor();
    const { id, startsAt, endsAt } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    expect(incidents.notices).toEqual([
      {
        organizationId: organization.id,
        windowId: id,
        at: expect.any(String),
        isCancelled: false,
        facts: { revision: 2, monitorIds: [monitorId], occurrences: [{ startsAt, endsAt }] },
      },
    ]);
    await patch(organization, id, { title: 'Other' });
    await remove(organization, id);
    expect(incidents.notices.map(({ isCancelled, facts: { revision } }) => [isCancelled, revision])).toEqual([
      [false, 2],
      [false, 3],
      [true, 4],
    ]);
    await incidents.stop();
  });
});

describe('windows and pages', () => {
  it('the list is newest first and filtered by state', async () => {
    const { organization, monitorId } = withMonitor();
    const planned = await schedule(organization, monitorId);
    const running = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const over = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS), endsAt: inMs(1_500) });
    await waitFor('the end', async () => (await get(organization, over.id)).state === 'COMPLETED');
    const ids = async (query: Record<string, string>) => {
      const { data, pagination } = await organization.call('listMaintenanceWindows', { query });
      return { ids: data.map(({ id }) => id), total: pagination.total };
    };
    expect(await ids({})).toEqual({ ids: [over.id, running.id, planned.id], total: 3 });
    expect(await ids({ state: 'SCHEDULED' })).toEqual({ ids: [planned.id], total: 1 });
    expect(await ids({ state: 'ACTIVE' })).toEqual({ ids: [running.id], total: 1 });
    expect(await ids({ state: 'COMPLETED' })).toEqual({ ids: [over.id], total: 1 });
  });

  it('a monitor in a window does not count as down', async () => {
    const { organization, monitorId } = withMonitor();
    suite.peers.change(monitorId, { state: 'DOWN' });
    const page = await organization.call('createStatusPage', { body: { name: 'P', components: [{ monitorId }] } });
    expect(page.state).toBe('MAJOR_OUTAGE');
    const { id } = await schedule(organization, monitorId, { startsAt: inMs(-HOUR_MS) });
    const read = () => organization.call('getStatusPage', { id: page.id });
    expect((await read()).state).toBe('MAINTENANCE');
    await remove(organization, id);
    expect((await read()).state).toBe('MAJOR_OUTAGE');
  });
});
