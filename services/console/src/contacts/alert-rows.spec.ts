import { describe, expect, it } from '@jest/globals';
import type { Alert } from '@vedette/sdk';
import { alertRows, alertTime, ALERT_TONES } from './alert-rows.ts';

function alert(contactId: string, kind: Alert['kind'], number = 0): Alert {
  return {
    id: `${contactId} ${kind} ${number}`,
    subject: 'INCIDENT',
    incidentId: 'inc_1',
    monitor: { id: 'mon_1', name: 'Shop', type: 'HTTP' },
    contact: { id: contactId, type: 'EMAIL', name: null },
    kind,
    number,
    state: 'SENT',
    reason: null,
    parent: null,
    until: null,
    decidedAt: '2026-05-03T00:30:00.000Z',
    sentAt: null,
    error: null,
  };
}

const idsOf = (alerts: readonly Alert[]): string[] => alertRows(alerts).map(({ id }) => id);

describe('the rows of a table of alerts', () => {
  it.each([
    { name: 'nothing without alerts', newestFirst: [], is: [] },
    {
      name: 'the oldest of a contact first',
      newestFirst: [alert('a', 'RESOLVED'), alert('a', 'OPENED')],
      is: ['a OPENED 0', 'a RESOLVED 0'],
    },
    {
      name: 'only the last reminder',
      newestFirst: [alert('a', 'REMINDED', 2), alert('a', 'REMINDED', 1), alert('a', 'OPENED')],
      is: ['a OPENED 0', 'a REMINDED 2'],
    },
    {
      name: 'the reminders of each contact apart',
      newestFirst: [alert('a', 'REMINDED', 2), alert('b', 'REMINDED', 1), alert('a', 'OPENED'), alert('b', 'OPENED')],
      is: ['a OPENED 0', 'a REMINDED 2', 'b OPENED 0', 'b REMINDED 1'],
    },
  ])('show $name', ({ newestFirst, is }) => {
    expect(idsOf(newestFirst)).toEqual(is);
  });
});

describe('the time of an alert', () => {
  it('is when the receiver took the message, else when it was decided', () => {
    const decided = alert('a', 'OPENED');
    expect(alertTime(decided)).toBe(decided.decidedAt);
    expect(alertTime({ ...decided, sentAt: '2026-05-03T00:30:01.000Z' })).toBe('2026-05-03T00:30:01.000Z');
  });
});

describe('the colour of an alert', () => {
  it('is red for what failed alone', () => {
    const red = Object.entries(ALERT_TONES).filter(([, tone]) => tone === 'bad');
    expect(red).toEqual([['FAILED', 'bad']]);
  });
});
