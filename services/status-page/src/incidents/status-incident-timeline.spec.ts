import { describe, expect, it } from '@jest/globals';
import {
  eventOfUpdate,
  eventsOfPublication,
  resolutionAfter,
  startFaults,
  tellingFaults,
  tellingTime,
  type Resolution,
  type Told,
} from './status-incident-timeline.ts';

const monday = new Date('2026-05-04T10:00:00Z');
const tuesday = new Date('2026-05-05T10:00:00Z');

describe('after an update', () => {
  const rows: { name: string; before: Resolution | undefined; posted: Resolution['state']; is: Resolution }[] = [
    {
      name: 'a new one is open',
      before: undefined,
      posted: 'INVESTIGATING',
      is: { state: 'INVESTIGATING', resolvedAt: null },
    },
    {
      name: 'one told of afterwards is resolved',
      before: undefined,
      posted: 'RESOLVED',
      is: { state: 'RESOLVED', resolvedAt: tuesday },
    },
    {
      name: 'RESOLVED resolves now',
      before: { state: 'MONITORING', resolvedAt: null },
      posted: 'RESOLVED',
      is: { state: 'RESOLVED', resolvedAt: tuesday },
    },
    {
      name: 'a second RESOLVED leaves the time of the first',
      before: { state: 'RESOLVED', resolvedAt: monday },
      posted: 'RESOLVED',
      is: { state: 'RESOLVED', resolvedAt: monday },
    },
    {
      name: 'another state reopens',
      before: { state: 'RESOLVED', resolvedAt: monday },
      posted: 'IDENTIFIED',
      is: { state: 'IDENTIFIED', resolvedAt: null },
    },
  ];
  it.each(rows)('$name', ({ before, posted, is }) => {
    expect(resolutionAfter(before, posted, tuesday)).toEqual(is);
  });

  it.each([
    { posted: 'RESOLVED' as const, event: 'status_incident.resolved' },
    { posted: 'MONITORING' as const, event: 'status_incident.updated' },
    { posted: 'INVESTIGATING' as const, event: 'status_incident.updated' },
  ])('$posted is told by $event', ({ posted, event }) => {
    expect(eventOfUpdate(posted)).toBe(event);
  });
});

describe('a publication', () => {
  it.each([
    { state: 'INVESTIGATING' as const, events: ['status_incident.published'] },
    { state: 'MONITORING' as const, events: ['status_incident.published'] },
    { state: 'RESOLVED' as const, events: ['status_incident.published', 'status_incident.resolved'] },
  ])('as $state is told by $events', ({ state, events }) => {
    expect(eventsOfPublication(state)).toEqual(events);
  });
});

describe('the time of an update', () => {
  const told: Told = { at: monday, state: 'MONITORING', previousAt: monday, startedAt: monday };
  const before = (date: Date): Date => new Date(date.getTime() - 1);
  it.each([
    { name: 'may be now', at: tuesday, faults: 0 },
    { name: 'may be past', at: monday, faults: 0 },
    { name: 'must not be in the future', at: new Date(tuesday.getTime() + 1), faults: 1 },
    { name: 'may be that of the one before', previousAt: monday, faults: 0 },
    { name: 'must not be before the one before', at: before(monday), faults: 1 },
    { name: 'may be any past time for the first one', at: before(monday), previousAt: undefined, faults: 0 },
    { name: 'may resolve at the start', state: 'RESOLVED' as const, faults: 0 },
    {
      name: 'must not resolve before the start',
      state: 'RESOLVED' as const,
      at: before(monday),
      previousAt: undefined,
      faults: 1,
    },
  ])('$name', ({ name: _name, faults, ...changes }) => {
    const found = tellingFaults({ ...told, ...changes }, tuesday);
    expect(found.map(({ path }) => path)).toEqual(faults === 0 ? [] : ['createdAt']);
  });
});

describe('the start', () => {
  it.each([
    { name: 'may be now', startedAt: tuesday, resolvedAt: null, faults: 0 },
    { name: 'may be past', startedAt: monday, resolvedAt: null, faults: 0 },
    { name: 'must not be in the future', startedAt: new Date(tuesday.getTime() + 1), resolvedAt: null, faults: 1 },
    { name: 'may be the end', startedAt: monday, resolvedAt: monday, faults: 0 },
    { name: 'must not be after the end', startedAt: new Date(monday.getTime() + 1), resolvedAt: monday, faults: 1 },
  ])('$name', ({ startedAt, resolvedAt, faults }) => {
    expect(startFaults(startedAt, resolvedAt, tuesday)).toHaveLength(faults);
  });
});

describe('the time of an update without one', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  it.each<[string, string | undefined, string]>([
    ['the first update', undefined, '2026-01-01T00:00:00.000Z'],
    ['one after another', '2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z'],
    ['one at the same millisecond', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'],
    ['one after an update by a clock that is ahead', '2026-01-01T00:00:05.000Z', '2026-01-01T00:00:05.001Z'],
  ])('%s', (_name, previousAt, expected) => {
    const previous = previousAt === undefined ? undefined : new Date(previousAt);
    expect(tellingTime(previous, now)).toEqual(new Date(expected));
  });
});
