import { describe, expect, it } from '@jest/globals';
import type { Happened } from './timeline-entry.ts';
import { entryMessage, namelessMessage, unreachedWords } from './timeline-message.ts';

const names = { contact: { full: 'ops@example.com', masked: '•••@example.com' } };
const mail = { contactId: 'ac_1', channel: 'EMAIL', names } as const;
const told = { ...mail, kind: 'TOLD', insteadOfId: null } as const;
const failed = {
  ...mail,
  kind: 'NOT_REACHED',
  reason: 'it answered "550 ops"',
  maskedReason: 'it answered 550',
} as const;
const parent = { parent: 'Rou\u202Eter' };
const until = '2026-11-15T12:30Z';

interface Row {
  readonly what: Happened;
  readonly message: string;
  readonly masked?: string;
}

describe('the timeline', () => {
  it.each<Row>([
    { what: { kind: 'TEXT', text: 'asked jo@example.com' }, message: 'asked jo@example.com' },
    { what: { kind: 'ACKNOWLEDGED', contactId: null, names: {} }, message: 'Acknowledged' },
    {
      what: { kind: 'ACKNOWLEDGED', contactId: 'ac_1', names },
      message: 'Acknowledged by ops@example.com',
      masked: 'Acknowledged by •••@example.com',
    },
    { what: { kind: 'RESOLVED', because: 'RECOVERED', seconds: 3_660 }, message: 'Recovered after 1 h 1 min' },
    { what: { kind: 'RESOLVED', because: 'PAUSED', seconds: 1 }, message: 'Monitor paused' },
    { what: { kind: 'RESOLVED', because: 'TYPE_CHANGED', seconds: 1 }, message: 'Monitor changed its type' },
    {
      what: { ...told, news: 'OPENED', number: 0 },
      message: 'Told ops@example.com of the outage by email',
      masked: 'Told •••@example.com of the outage by email',
    },
    {
      what: { ...told, channel: 'WEBHOOK', news: 'RESOLVED', number: 0 },
      message: 'Told ops@example.com of its end by webhook',
      masked: 'Told •••@example.com of its end by webhook',
    },
    {
      what: { ...told, news: 'ACKNOWLEDGED', number: 0 },
      message: 'Told ops@example.com of the acknowledgement by email',
      masked: 'Told •••@example.com of the acknowledgement by email',
    },
    {
      what: { ...told, news: 'REMINDED', number: 1 },
      message: 'Reminded ops@example.com by email',
      masked: 'Reminded •••@example.com by email',
    },
    {
      what: { ...told, news: 'REMINDED', number: 3 },
      message: 'Reminded ops@example.com 3 times by email',
      masked: 'Reminded •••@example.com 3 times by email',
    },
    {
      what: {
        ...told,
        news: 'OPENED',
        number: 0,
        insteadOfId: 'ac_2',
        names: { ...names, insteadOf: { full: 'the chat -1001', masked: 'the chat •••' } },
      },
      message: 'Told ops@example.com of the outage by email, because the chat -1001 could not be reached',
      masked: 'Told •••@example.com of the outage by email, because the chat ••• could not be reached',
    },
    {
      what: { ...failed, news: 'OPENED' },
      message: 'Could not tell ops@example.com of the outage by email: it answered "550 ops"',
      masked: 'Could not tell •••@example.com of the outage by email: it answered 550',
    },
    {
      what: { ...failed, news: 'REMINDED' },
      message: 'Could not remind ops@example.com by email: it answered "550 ops"',
      masked: 'Could not remind •••@example.com by email: it answered 550',
    },
    {
      what: { ...mail, kind: 'GATHERED', news: 'OPENED', until },
      message:
        'ops@example.com is told of the outage at 2026-11-15 12:30 UTC together with other alerts: it gets many at once',
      masked:
        '•••@example.com is told of the outage at 2026-11-15 12:30 UTC together with other alerts: it gets many at once',
    },
    {
      what: { ...mail, kind: 'WITHDRAWN' },
      message: 'ops@example.com was not told: the monitor was paused',
      masked: '•••@example.com was not told: the monitor was paused',
    },
    {
      what: { ...mail, kind: 'HELD', reason: 'DELAY', until },
      message: 'ops@example.com is told at 2026-11-15 12:30 UTC unless somebody acknowledges before',
      masked: '•••@example.com is told at 2026-11-15 12:30 UTC unless somebody acknowledges before',
    },
    {
      what: { ...mail, kind: 'HELD', reason: 'QUIET_HOURS', until },
      message: 'ops@example.com is not told before 2026-11-15 12:30 UTC: it has quiet hours',
      masked: '•••@example.com is not told before 2026-11-15 12:30 UTC: it has quiet hours',
    },
    {
      what: { ...mail, kind: 'HELD', reason: 'UNCONFIRMED', until: null },
      message: 'ops@example.com is not told: the owner of the address has not confirmed it',
      masked: '•••@example.com is not told: the owner of the address has not confirmed it',
    },
    {
      what: { ...mail, kind: 'SUPPRESSED', reason: 'ACKNOWLEDGED' },
      message: 'ops@example.com was not told: somebody had acknowledged the outage before',
      masked: '•••@example.com was not told: somebody had acknowledged the outage before',
    },
    {
      what: { ...mail, kind: 'SUPPRESSED', reason: 'DELAY' },
      message: 'ops@example.com was not told: the outage ended before its delay',
      masked: '•••@example.com was not told: the outage ended before its delay',
    },
    {
      what: { ...mail, kind: 'SUPPRESSED', reason: 'QUIET_HOURS' },
      message: 'ops@example.com was not told: the outage ended in its quiet hours',
      masked: '•••@example.com was not told: the outage ended in its quiet hours',
    },
    {
      what: { ...mail, kind: 'SUPPRESSED', reason: 'UNCONFIRMED' },
      message: 'ops@example.com was not told: the owner of the address had not confirmed it',
      masked: '•••@example.com was not told: the owner of the address had not confirmed it',
    },
    {
      what: { kind: 'ALL_HELD', reason: 'MAINTENANCE', until, names: parent },
      message: 'Alert contacts are not told before 2026-11-15 12:30 UTC: a maintenance window covers the monitor',
    },
    {
      what: { kind: 'ALL_HELD', reason: 'PARENT_DOWN', until: null, names: parent },
      message: 'Alert contacts are not told while Router is down: this one depends on it',
    },
    {
      what: { kind: 'ALL_HELD', reason: 'PARENT_DOWN', until: null, names: { parent: null } },
      message: 'Alert contacts are not told while another monitor is down: this one depends on it',
    },
    {
      what: { kind: 'ALL_SUPPRESSED', reason: 'PAUSED', names: parent },
      message: 'Alert contacts were not told: the monitor was paused',
    },
    {
      what: { kind: 'ALL_SUPPRESSED', reason: 'MAINTENANCE', names: parent },
      message: 'Alert contacts were not told: the outage came and went in a maintenance window',
    },
    {
      what: { kind: 'ALL_SUPPRESSED', reason: 'PARENT_DOWN', names: parent },
      message: 'Alert contacts were not told: the outage ended before Router was known to be up',
    },
    {
      what: { kind: 'ALL_SUPPRESSED', reason: 'PARENT_DOWN', names: { parent: null } },
      message: 'Alert contacts were not told: the outage ended before its parent was known to be up',
    },
  ])('says "$message"', ({ what, message, masked = message }) => {
    const entry = { type: 'NOTE', what, message: '' } as const;
    expect(entryMessage(entry, false)).toBe(message);
    expect(entryMessage(entry, true)).toBe(masked);
  });
});

describe('an entry that was written as a sentence', () => {
  it.each([
    { type: 'OPENED', message: 'ops@example.com refused', masked: 'ops@example.com refused' },
    { type: 'NOTE', message: 'Asked jo@example.com', masked: 'Asked jo@example.com' },
    { type: 'RESOLVED', message: 'Monitor paused', masked: 'Monitor paused' },
    { type: 'ACKNOWLEDGED', message: 'Acknowledged by ops@example.com', masked: 'Acknowledged' },
    { type: 'ALERT_SENT', message: 'Told ops@example.com', masked: 'A contact was told' },
    { type: 'ALERT_FAILED', message: 'No: "550 ops"', masked: 'A contact could not be told' },
    { type: 'ALERT_SUPPRESSED', message: 'ops@example.com was not told', masked: 'A contact was not told' },
  ] as const)('of the type $type keeps it, but names nobody to readers of masks', ({ type, message, masked }) => {
    const entry = { type, what: null, message };
    expect(entryMessage(entry, false)).toBe(message);
    expect(entryMessage(entry, true)).toBe(masked);
    expect(namelessMessage(type, message)).toBe(masked);
  });
});

describe('a contact that could not be reached', () => {
  const hook = { type: 'WEBHOOK', name: null, address: 'https://hooks.example.com/T0/secret' } as const;

  it.each([
    { reason: 'the receiver answered 404', words: 'hooks.example.com by webhook: the receiver answered 404' },
    { reason: null, words: 'hooks.example.com by webhook' },
  ])('is named with the reason: $reason', ({ reason, words }) => {
    expect(unreachedWords(hook, reason)).toBe(words);
  });
});
