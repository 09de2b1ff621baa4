import { describe, expect, it } from '@jest/globals';
import type { OutageFact } from '@vedette/contract';
import {
  acknowledged,
  alertFailed,
  alertGathered,
  alertSent,
  alertWithdrawn,
  causeChanged,
  decisionEntries,
  note,
  opened,
  resolved,
  type DecisionAbout,
} from './timeline-entry.ts';

const at = new Date('2026-11-15T10:00:00.000Z');
const until = new Date('2026-11-15T12:30:59.000Z');
const mail = { id: 'ac_1', type: 'EMAIL', name: null, address: 'ops@example.com' } as const;
const hook = { id: 'ac_2', type: 'WEBHOOK', name: 'Chat', address: 'https://hooks.example.com/T0/secret' } as const;
const ofMail = {
  contactId: 'ac_1',
  channel: 'EMAIL',
  names: { contact: { full: 'ops@example.com', masked: '•••@example.com' } },
};
const ofHook = { contactId: 'ac_2', channel: 'WEBHOOK', names: { contact: { full: 'Chat', masked: 'Chat' } } };

describe('the timeline keeps', () => {
  it('the cause that an outage began with, and each cause after that', () => {
    const fact = { startedAt: at.toISOString(), cause: 'Refused' } as OutageFact;
    expect(opened(fact)).toEqual({ at, type: 'OPENED', what: { kind: 'TEXT', text: 'Refused' } });
    expect(causeChanged('Timeout', until)).toEqual({
      at: until,
      type: 'CAUSE_CHANGED',
      what: { kind: 'TEXT', text: 'Timeout' },
    });
  });

  it('notes as they were written', () => {
    expect(note(' <b>Hm</b> ', at)).toEqual({ at, type: 'NOTE', what: { kind: 'TEXT', text: ' <b>Hm</b> ' } });
  });

  it.each([
    { by: null, contactId: null, names: {} },
    { by: mail, contactId: 'ac_1', names: ofMail.names },
  ])('whose link acknowledged an outage: $contactId', ({ by, contactId, names }) => {
    expect(acknowledged(at, by)).toEqual({
      at,
      type: 'ACKNOWLEDGED',
      what: { kind: 'ACKNOWLEDGED', contactId, names },
    });
  });

  it.each([
    { name: 'in whole seconds', end: '2026-11-15T10:00:01.999Z', seconds: 1 },
    { name: 'from none', end: '2026-11-15T10:00:00.999Z', seconds: 0 },
    { name: 'never below none', end: '2026-11-15T09:59:00.000Z', seconds: 0 },
  ])('how long an outage took, $name', ({ end, seconds }) => {
    expect(resolved(at, { at: end, because: 'PAUSED' })).toEqual({
      at: new Date(end),
      type: 'RESOLVED',
      what: { kind: 'RESOLVED', because: 'PAUSED', seconds },
    });
  });

  it('which contact was told what, and in whose place', () => {
    const sent = { kind: 'TOLD', ...ofMail, news: 'REMINDED', number: 3 };
    expect(alertSent(mail, { kind: 'REMINDED', number: 3 }, null)).toEqual({ ...sent, insteadOfId: null });
    const names = { ...ofMail.names, insteadOf: { full: 'Chat', masked: 'Chat' } };
    expect(alertSent(mail, { kind: 'REMINDED', number: 3 }, hook)).toEqual({ ...sent, insteadOfId: 'ac_2', names });
  });

  it('why a contact could not be told, for both kinds of readers', () => {
    const failure = { reason: 'it answered "550 no ops"', maskedReason: 'it answered 550' };
    expect(alertFailed(mail, { kind: 'OPENED', number: 0 }, failure)).toEqual({
      kind: 'NOT_REACHED',
      ...ofMail,
      news: 'OPENED',
      ...failure,
    });
  });

  it('until when alerts are gathered, to the minute', () => {
    const gathered = { kind: 'GATHERED', ...ofHook, news: 'RESOLVED', until: '2026-11-15T12:30Z' };
    expect(alertGathered(hook, 'RESOLVED', until)).toEqual(gathered);
  });

  it('whose alerts were withdrawn', () => {
    expect(alertWithdrawn(mail, at)).toEqual({ at, type: 'ALERT_SUPPRESSED', what: { kind: 'WITHDRAWN', ...ofMail } });
  });
});

describe('a decision not to tell', () => {
  const decision = (
    outcome: DecisionAbout['outcome'],
    reason: DecisionAbout['reason'],
    contact: DecisionAbout['contact'] = mail,
  ): DecisionAbout => ({ contact, outcome, reason, until: outcome === 'HELD' ? until : null, parent: 'Router' });
  const names = { parent: 'Router' };
  const minute = '2026-11-15T12:30Z';

  it.each([
    { name: 'that tells is kept when it is sent', decisions: [decision('TOLD', null)], kept: [] },
    {
      name: 'about contacts that it does not concern is not kept',
      decisions: [decision('HELD', 'NOT_ATTACHED'), decision('HELD', 'TYPE'), decision('SUPPRESSED', 'STANDS_IN')],
      kept: [],
    },
    {
      name: 'for a pause is kept once for all, held or suppressed',
      decisions: [decision('SUPPRESSED', 'PAUSED'), decision('HELD', 'PAUSED', hook)],
      kept: [{ kind: 'ALL_SUPPRESSED', reason: 'PAUSED', names }],
    },
    {
      name: 'inside a window is kept once for all',
      decisions: [decision('HELD', 'MAINTENANCE'), decision('HELD', 'MAINTENANCE', hook)],
      kept: [{ kind: 'ALL_HELD', reason: 'MAINTENANCE', until: minute, names }],
    },
    {
      name: 'after a window',
      decisions: [decision('SUPPRESSED', 'MAINTENANCE')],
      kept: [{ kind: 'ALL_SUPPRESSED', reason: 'MAINTENANCE', names }],
    },
    {
      name: 'while a parent is being checked, which takes seconds, is not kept',
      decisions: [decision('HELD', 'PARENT_DOWN')],
      kept: [],
    },
    {
      name: 'while a parent is down is kept once for all',
      decisions: [
        { ...decision('HELD', 'PARENT_DOWN'), until: null },
        { ...decision('HELD', 'PARENT_DOWN', hook), until: null },
      ],
      kept: [{ kind: 'ALL_HELD', reason: 'PARENT_DOWN', until: null, names }],
    },
    {
      name: 'because of a parent',
      decisions: [decision('SUPPRESSED', 'PARENT_DOWN')],
      kept: [{ kind: 'ALL_SUPPRESSED', reason: 'PARENT_DOWN', names }],
    },
    {
      name: 'because of an acknowledgement, held or suppressed, is the same',
      decisions: [decision('SUPPRESSED', 'ACKNOWLEDGED'), decision('HELD', 'ACKNOWLEDGED')],
      kept: [{ kind: 'SUPPRESSED', ...ofMail, reason: 'ACKNOWLEDGED' }],
    },
    {
      name: 'in a delay, of each contact',
      decisions: [decision('HELD', 'DELAY'), decision('SUPPRESSED', 'DELAY', hook)],
      kept: [
        { kind: 'HELD', ...ofMail, reason: 'DELAY', until: minute },
        { kind: 'SUPPRESSED', ...ofHook, reason: 'DELAY' },
      ],
    },
    {
      name: 'before an address is confirmed',
      decisions: [{ ...decision('HELD', 'UNCONFIRMED'), until: null }, decision('SUPPRESSED', 'QUIET_HOURS')],
      kept: [
        { kind: 'HELD', ...ofMail, reason: 'UNCONFIRMED', until: null },
        { kind: 'SUPPRESSED', ...ofMail, reason: 'QUIET_HOURS' },
      ],
    },
  ])('$name', ({ decisions, kept }) => {
    expect(decisionEntries(decisions, at)).toEqual(kept.map((what) => ({ at, type: 'ALERT_SUPPRESSED', what })));
  });
});
