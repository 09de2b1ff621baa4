import { describe, expect, it } from '@jest/globals';
import type { MaintenanceWindowCreate, MaintenanceWindowUpdate } from '@vedette/contract';
import type { StoredWindow } from './maintenance-window-state.ts';
import { addedMonitors, changeWindow, crowdingFaults, planWindow } from './maintenance-window-change.ts';

const now = new Date('2026-05-01T10:30:00Z');
const body: MaintenanceWindowCreate = {
  title: 'Upgrade',
  description: null,
  startsAt: '2026-05-01T10:00:00Z',
  endsAt: '2026-05-01T11:00:00+00:00',
  recurrence: null,
  monitorIds: ['mon_1'],
  statusPageIds: [],
};

describe('a new window', () => {
  it.each([
    { name: 'that runs is fine', change: {}, paths: [] },
    {
      name: 'must end in the future',
      change: { startsAt: '2026-05-01T09:00:00Z', endsAt: '2026-05-01T10:30:00Z' },
      paths: ['endsAt'],
    },
    { name: 'must end after it starts', change: { endsAt: '2026-05-01T10:00:00Z' }, paths: ['endsAt'] },
    {
      name: 'lies in the years 2000 to 2199',
      change: { startsAt: '9990-05-01T10:00:00Z', endsAt: '9990-05-01T11:00:00Z' },
      paths: ['startsAt', 'endsAt'],
    },
    { name: 'is at most 31 days long', change: { endsAt: '2026-06-01T10:00:01Z' }, paths: ['endsAt'] },
    {
      name: 'is no longer than its period',
      change: {
        endsAt: '2026-05-02T10:00:01Z',
        recurrence: { frequency: 'DAILY' as const, interval: 1, weekdays: [], until: null, timezone: 'UTC' },
      },
      paths: ['recurrence'],
    },
  ])('$name', ({ change, paths }) => {
    const plan = planWindow({ ...body, ...change }, now);
    expect(plan.kind === 'refused' ? plan.faults.map(({ path }) => path) : []).toEqual(paths);
  });

  it('takes its times as instants', () => {
    const plan = planWindow({ ...body, startsAt: '2026-05-01T12:00+02:00' }, now);
    expect(plan).toMatchObject({ kind: 'planned', fields: { startsAt: new Date('2026-05-01T10:00:00Z') } });
  });
});

describe('a change of a window', () => {
  const hour = (hours: number): Date => new Date(Date.UTC(2026, 4, 1, hours));
  const active: StoredWindow = {
    id: 'mw_1',
    organizationId: 'org_1',
    title: 'Upgrade',
    description: null,
    startsAt: hour(10),
    endsAt: hour(11),
    recurrence: null,
    stage: { state: 'ACTIVE', occurrence: { startsAt: hour(10), endsAt: hour(11) } },
    scheduleNumber: 1,
    revision: 2,
    pageIds: [],
    monitorIds: ['mon_1'],
    createdAt: hour(1),
    updatedAt: hour(1),
  };
  const scheduled: StoredWindow = {
    ...active,
    startsAt: hour(12),
    endsAt: hour(13),
    stage: { state: 'SCHEDULED', occurrence: { startsAt: hour(12), endsAt: hour(13) } },
  };
  const inYear9990 = { startsAt: new Date('9990-05-01T10:00:00Z'), endsAt: new Date('9990-05-01T11:00:00Z') };
  const distant: StoredWindow = { ...scheduled, ...inYear9990, stage: { state: 'SCHEDULED', occurrence: inYear9990 } };
  const completed: StoredWindow = { ...active, stage: { state: 'COMPLETED', occurrence: null } };

  const rows: { name: string; window: StoredWindow; update: MaintenanceWindowUpdate; is: object }[] = [
    { name: 'of one that is completed is none', window: completed, update: { title: 'x' }, is: { kind: 'completed' } },
    {
      name: 'by nothing is the same',
      window: active,
      update: {},
      is: { kind: 'changed', isSame: true, times: undefined },
    },
    {
      name: 'to the same times in another spelling is the same',
      window: active,
      update: { startsAt: '2026-05-01T12:00+02:00' },
      is: { kind: 'changed', isSame: true, times: undefined },
    },
    {
      name: 'of words leaves the times',
      window: active,
      update: { title: 'x' },
      is: { kind: 'changed', isSame: false, times: undefined },
    },
    {
      name: 'of the end of one that runs lets it go on',
      window: active,
      update: { endsAt: '2026-05-01T15:00:00Z' },
      is: { kind: 'changed', isSame: false, times: { stage: { state: 'ACTIVE' }, interrupted: null } },
    },
    {
      name: 'to the past ends one that runs',
      window: active,
      update: { endsAt: '2026-05-01T10:15:00Z' },
      is: { kind: 'changed', times: { stage: { state: 'COMPLETED' }, interrupted: { startsAt: hour(10) } } },
    },
    {
      name: 'to the past is refused for one that has not started',
      window: scheduled,
      update: { startsAt: '2026-05-01T08:00:00Z', endsAt: '2026-05-01T09:00:00Z' },
      is: { kind: 'refused', faults: [{ path: 'endsAt' }] },
    },
    {
      name: 'is held against the whole result',
      window: scheduled,
      update: { endsAt: '2026-05-01T11:00:00Z' },
      is: { kind: 'refused', faults: [{ path: 'endsAt' }] },
    },
    {
      name: 'of words leaves years that new times may not have',
      window: distant,
      update: { title: 'x', startsAt: '9990-05-01T10:00:00Z' },
      is: { kind: 'changed', isSame: false, times: undefined },
    },
    {
      name: 'to years that new times may not have is refused',
      window: distant,
      update: { endsAt: '9990-05-01T12:00:00Z' },
      is: { kind: 'refused', faults: [{ path: 'endsAt' }] },
    },
    {
      name: 'can make it repeat',
      window: scheduled,
      update: { recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: ['FR'], until: null, timezone: 'UTC' } },
      is: { kind: 'changed', isSame: false, times: { stage: { state: 'SCHEDULED' } } },
    },
  ];
  it.each(rows)('$name', ({ window, update, is }) => {
    expect(changeWindow(window, update, now)).toMatchObject(is);
  });
});

describe('the monitors of a window', () => {
  it.each([
    { name: 'a new window gets all', after: ['a', 'b'], before: [], added: ['a', 'b'] },
    { name: 'one that keeps them gets none', after: ['b', 'a'], before: ['a', 'b'], added: [] },
    { name: 'one that exchanges some gets the new ones', after: ['b', 'c'], before: ['a', 'b'], added: ['c'] },
  ])('$name', ({ after, before, added }) => {
    expect(addedMonitors(after, before)).toEqual(added);
  });

  it.each([
    { name: 'with room are no fault', full: [], paths: [] },
    { name: 'without room are faults where they stand', full: ['c', 'a'], paths: ['monitorIds.0', 'monitorIds.2'] },
  ])('$name', ({ full, paths }) => {
    expect(crowdingFaults(['a', 'b', 'c'], new Set(full)).map(({ path }) => path)).toEqual(paths);
  });
});
