import { describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow } from '@vedette/sdk';
import { bodyOf, draftOf, newWindow } from './window-draft.ts';

const window = {
  title: 'Upgrade',
  description: null,
  startsAt: '2026-05-03T00:30:00.000Z',
  endsAt: '2026-05-03T02:00:00.000Z',
  recurrence: {
    frequency: 'WEEKLY',
    interval: 2,
    weekdays: ['WE', 'SU'],
    until: '2027-05-01T22:00:00.000Z',
    timezone: 'Europe/Berlin',
  },
  monitorIds: ['mon_1'],
  statusPageIds: ['sp_1'],
} as unknown as MaintenanceWindow;

describe('the form of a stored window', () => {
  it('has the wall times of the zone of the recurrence', () => {
    expect(draftOf(window, 'UTC')).toMatchObject({ startsAt: '2026-05-03T02:30', until: '2027-05-02T00:00' });
  });

  it('has the wall times of the reader without a recurrence', () => {
    expect(draftOf({ ...window, recurrence: null }, 'Asia/Tokyo').startsAt).toBe('2026-05-03T09:30');
  });

  it('becomes the window again', () => {
    expect(bodyOf(draftOf(window, 'UTC'))).toEqual(window);
    const once = { ...window, recurrence: null };
    expect(bodyOf(draftOf(once, 'Asia/Tokyo'))).toEqual(once);
  });
});

describe('the request from the form of a window', () => {
  const draft = { ...newWindow(Date.parse('2026-05-03T10:20Z'), 'UTC'), title: ' Upgrade ' };

  it('of a new window begins at the next full hour and lasts one', () => {
    expect(bodyOf(draft)).toMatchObject({
      title: 'Upgrade',
      startsAt: '2026-05-03T11:00:00.000Z',
      endsAt: '2026-05-03T12:00:00.000Z',
      recurrence: null,
    });
  });

  it.each([
    {
      name: 'weekdays of another frequency are left out',
      fields: { frequency: 'DAILY', weekdays: ['MO'] },
      is: { weekdays: [] },
    },
    { name: 'an interval is a number', fields: { frequency: 'DAILY', interval: '3' }, is: { interval: 3 } },
    { name: 'what is no number stays', fields: { frequency: 'DAILY', interval: 'x' }, is: { interval: 'x' } },
  ] as const)('$name', ({ fields, is }) => {
    expect(bodyOf({ ...draft, ...fields }).recurrence).toMatchObject(is);
  });
});
