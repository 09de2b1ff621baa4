import { describe, expect, it } from '@jest/globals';
import {
  alertFailed,
  alertSent,
  alertWithdrawn,
  decisionEntries,
  labelOf,
  replacedMessage,
  unreachedWords,
  type DecisionAbout,
} from './alert-timeline.ts';

const at = new Date('2026-11-15T10:00:00.000Z');
const until = new Date('2026-11-15T12:30:59.000Z');
const mail = { type: 'EMAIL', name: null, address: 'ops@example.com' } as const;
const hook = { type: 'WEBHOOK', name: null, address: 'https://hooks.example.com/T0/secret' } as const;
const news = (kind: 'OPENED' | 'REMINDED' | 'ACKNOWLEDGED' | 'RESOLVED', number = 0) => ({ kind, number });

describe('a contact in the timeline', () => {
  it.each([
    { name: 'goes by its name', contact: { ...hook, name: 'Chat' }, label: 'Chat' },
    { name: 'goes by its mail address without one', contact: mail, label: 'ops@example.com' },
    { name: 'shows the host alone of its webhook', contact: hook, label: 'hooks.example.com' },
    {
      name: 'shows the host alone of a chat',
      contact: { ...hook, type: 'SLACK' as const },
      label: 'hooks.example.com',
    },
    {
      name: 'is the chat of a bot',
      contact: { type: 'TELEGRAM' as const, name: null, address: '-100123' },
      label: 'the chat -100123',
    },
    {
      name: 'shows nothing of a key',
      contact: { type: 'PAGERDUTY' as const, name: null, address: 'R0UT1NG' },
      label: 'a service',
    },
  ])('$name', ({ contact, label }) => {
    expect(labelOf(contact)).toBe(label);
  });
});

describe('the timeline', () => {
  it.each([
    { entry: alertSent(mail, news('OPENED'), at), message: 'Told ops@example.com of the outage by email' },
    { entry: alertSent(hook, news('RESOLVED'), at), message: 'Told hooks.example.com of its end by webhook' },
    {
      entry: alertSent(mail, news('ACKNOWLEDGED'), at),
      message: 'Told ops@example.com of the acknowledgement by email',
    },
    { entry: alertSent(mail, news('REMINDED', 1), at), message: 'Reminded ops@example.com by email' },
    { entry: alertSent(mail, news('REMINDED', 3), at), message: 'Reminded ops@example.com 3 times by email' },
    {
      entry: alertFailed(hook, news('OPENED'), 'the receiver answered 404', at),
      message: 'Could not tell hooks.example.com of the outage by webhook: the receiver answered 404',
    },
    {
      entry: alertFailed(mail, news('REMINDED', 2), 'the mail server cannot be reached', at),
      message: 'Could not remind ops@example.com by email: the mail server cannot be reached',
    },
    {
      entry: alertSent(mail, news('OPENED'), at, hook),
      message: 'Told ops@example.com of the outage by email, because hooks.example.com could not be reached',
    },
    { entry: alertWithdrawn(mail, at), message: 'ops@example.com was not told: the monitor was paused' },
  ])('says "$message"', ({ entry, message }) => {
    expect(entry).toMatchObject({ at, message });
  });
});

describe('a contact that could not be reached', () => {
  it.each([
    { reason: 'the receiver answered 404', words: 'hooks.example.com by webhook: the receiver answered 404' },
    { reason: null, words: 'hooks.example.com by webhook' },
  ])('is named with the reason: $reason', ({ reason, words }) => {
    expect(unreachedWords(hook, reason)).toBe(words);
  });
});

describe('an entry about a reminder', () => {
  it.each([
    { number: 1, replaced: null },
    { number: 2, replaced: 'Reminded ops@example.com by email' },
    { number: 3, replaced: 'Reminded ops@example.com 2 times by email' },
  ])('takes the place of the one before: $number', ({ number, replaced }) => {
    expect(replacedMessage(mail, news('REMINDED', number), at)).toBe(replaced);
  });

  it('is the only one that does', () => {
    expect(replacedMessage(mail, news('OPENED', 2), at)).toBeNull();
  });
});

describe('a decision not to tell', () => {
  const decision = (
    outcome: DecisionAbout['outcome'],
    reason: DecisionAbout['reason'],
    contact: DecisionAbout['contact'] = mail,
  ): DecisionAbout => ({ contact, outcome, reason, until: outcome === 'HELD' ? until : null, parent: 'Router' });

  it.each([
    { name: 'that tells is said when it is sent', decisions: [decision('TOLD', null)], messages: [] },
    {
      name: 'about contacts that it does not concern is not said',
      decisions: [decision('HELD', 'NOT_ATTACHED'), decision('HELD', 'TYPE')],
      messages: [],
    },
    {
      name: 'for a pause is said once for all',
      decisions: [decision('SUPPRESSED', 'PAUSED'), decision('SUPPRESSED', 'PAUSED', hook)],
      messages: ['Alert contacts were not told: the monitor was paused'],
    },
    {
      name: 'inside a window is said once for all',
      decisions: [decision('HELD', 'MAINTENANCE'), decision('HELD', 'MAINTENANCE', hook)],
      messages: ['Alert contacts are not told before 2026-11-15 12:30 UTC: a maintenance window covers the monitor'],
    },
    {
      name: 'after a window',
      decisions: [decision('SUPPRESSED', 'MAINTENANCE')],
      messages: ['Alert contacts were not told: the outage came and went in a maintenance window'],
    },
    {
      name: 'while a parent is being checked, which takes seconds, is not said',
      decisions: [decision('HELD', 'PARENT_DOWN')],
      messages: [],
    },
    {
      name: 'while a parent is down is said once for all',
      decisions: [
        { ...decision('HELD', 'PARENT_DOWN'), until: null },
        { ...decision('HELD', 'PARENT_DOWN', hook), until: null },
      ],
      messages: ['Alert contacts are not told while Router is down: this one depends on it'],
    },
    {
      name: 'while a parent is down whose name is not known any more',
      decisions: [{ ...decision('HELD', 'PARENT_DOWN'), until: null, parent: null }],
      messages: ['Alert contacts are not told while another monitor is down: this one depends on it'],
    },
    {
      name: 'because of a parent',
      decisions: [decision('SUPPRESSED', 'PARENT_DOWN')],
      messages: ['Alert contacts were not told: the outage ended before Router was known to be up'],
    },
    {
      name: 'because of an acknowledgement',
      decisions: [decision('SUPPRESSED', 'ACKNOWLEDGED')],
      messages: ['ops@example.com was not told: somebody had acknowledged the outage before'],
    },
    {
      name: 'in a delay, of each contact',
      decisions: [decision('HELD', 'DELAY'), decision('SUPPRESSED', 'DELAY', hook)],
      messages: [
        'ops@example.com is told at 2026-11-15 12:30 UTC unless somebody acknowledges before',
        'hooks.example.com was not told: the outage ended before its delay',
      ],
    },
    {
      name: 'in quiet hours, of each contact',
      decisions: [decision('HELD', 'QUIET_HOURS'), decision('SUPPRESSED', 'QUIET_HOURS', hook)],
      messages: [
        'ops@example.com is not told before 2026-11-15 12:30 UTC: it has quiet hours',
        'hooks.example.com was not told: the outage ended in its quiet hours',
      ],
    },
    {
      name: 'with names that would turn the sentence around',
      decisions: [
        { ...decision('HELD', 'PARENT_DOWN'), until: null, parent: 'Router\u202E' },
        decision('SUPPRESSED', 'ACKNOWLEDGED', { ...hook, name: 'On\u202Ecall\n1' }),
      ],
      messages: [
        'Alert contacts are not told while Router is down: this one depends on it',
        'Oncall 1 was not told: somebody had acknowledged the outage before',
      ],
    },
    {
      name: 'before an address is confirmed',
      decisions: [decision('HELD', 'UNCONFIRMED'), decision('SUPPRESSED', 'UNCONFIRMED')],
      messages: [
        'ops@example.com is not told: the owner of the address has not confirmed it',
        'ops@example.com was not told: the owner of the address had not confirmed it',
      ],
    },
  ])('$name', ({ decisions, messages }) => {
    expect(decisionEntries(decisions, at)).toEqual(
      messages.map((message) => ({ at, type: 'ALERT_SUPPRESSED', message })),
    );
  });
});
