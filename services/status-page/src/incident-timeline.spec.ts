import { describe, expect, it } from '@jest/globals';
import { eventOfUpdate, resolutionAfter, startFaults, type Resolution } from './incident-timeline.ts';

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
