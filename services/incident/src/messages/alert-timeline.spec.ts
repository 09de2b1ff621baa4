import { describe, expect, it } from '@jest/globals';
import { alertFailed, alertHeld, alertSent, alertSpared, alertWithdrawn, labelOf } from './alert-timeline.ts';

const at = new Date('2026-11-15T10:00:00.000Z');
const mail = { type: 'EMAIL', name: null, address: 'ops@example.com' } as const;
const hook = { type: 'WEBHOOK', name: null, address: 'https://hooks.example.com/T0/secret' } as const;

describe('a contact in the timeline', () => {
  it.each([
    { name: 'goes by its name', contact: { ...hook, name: 'Chat' }, label: 'Chat' },
    { name: 'goes by its mail address without one', contact: mail, label: 'ops@example.com' },
    { name: 'shows the host alone of its webhook', contact: hook, label: 'hooks.example.com' },
  ])('$name', ({ contact, label }) => {
    expect(labelOf(contact)).toBe(label);
  });
});

describe('the timeline', () => {
  it.each([
    { entry: alertSent(mail, 'OPENED', at), message: 'Told ops@example.com of the outage by email' },
    { entry: alertSent(hook, 'RESOLVED', at), message: 'Told hooks.example.com of its end by webhook' },
    {
      entry: alertFailed(hook, 'OPENED', 'the receiver answered 404', at),
      message: 'Could not tell hooks.example.com of the outage by webhook: the receiver answered 404',
    },
    {
      entry: alertHeld(new Date('2026-11-15T12:30:59.000Z'), at),
      message: 'Alert contacts are not told before 2026-11-15 12:30 UTC: a maintenance window covers the monitor',
    },
    { entry: alertSpared('pause', at), message: 'Alert contacts were not told: the monitor was paused' },
    {
      entry: alertSpared('maintenance', at),
      message: 'Alert contacts were not told: the outage came and went in a maintenance window',
    },
    { entry: alertWithdrawn(mail, at), message: 'ops@example.com was not told: the monitor was paused' },
  ])('says "$message"', ({ entry, message }) => {
    expect(entry).toMatchObject({ at, message });
  });
});
