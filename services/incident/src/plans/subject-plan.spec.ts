import { describe, expect, it } from '@jest/globals';
import type { ContactSettings, Heard, Subject } from './contact-news.ts';
import { decidedAgainAt, subjectPlan, type Recipient } from './subject-plan.ts';
import { at, DEFAULT_SETTINGS, outageSince, UNTOLD } from './subject-sample.ts';

const began = at(10);

const outage = outageSince(began);
const settings = DEFAULT_SETTINGS;
const untold = UNTOLD;
const told: Heard = { ...untold, openedAt: began, lastAt: began };
const reach = { last: null, unreached: null, hasStoodIn: false } as const;
const recipient: Recipient = { id: 'ac_1', settings, heard: untold, reach, isSuppressed: false, hasUnsent: false };
const recovered: Subject = { ...outage, ended: { at: at(10, 5), because: 'RECOVERED' } };

const decided = (news: string, outcome: string, more: object = {}) => ({
  contactId: 'ac_1',
  news,
  number: 0,
  outcome,
  reason: null,
  inPlaceOf: null,
  until: null,
  ...more,
});

interface Row {
  readonly name: string;
  readonly subject?: Partial<Subject>;
  readonly settings?: Partial<ContactSettings>;
  readonly recipient?: Partial<Recipient>;
  readonly now?: Date;
  readonly decisions: object[];
  readonly decideAt: Date | null;
}

describe('the plan of a contact that stands in for another', () => {
  const lost: Recipient = {
    ...recipient,
    id: 'ac_0',
    settings: { ...settings, remindEveryMinutes: null },
    heard: told,
    reach: { last: 'FAILED', unreached: { since: began, isGivenUp: true }, hasStoodIn: false },
  };
  const instead = { reason: 'STANDS_IN', inPlaceOf: 'ac_0' };

  it.each([
    {
      name: 'tells it before its delay is over, and reminds it from then on',
      settings: { delayMinutes: 30 },
      heard: untold,
      decisions: [decided('OPENED', 'TOLD', instead)],
      decideAt: at(11, 10),
    },
    {
      name: 'reminds it early of what it knows',
      settings: {},
      heard: told,
      decisions: [decided('REMINDED', 'TOLD', { ...instead, number: 1 })],
      decideAt: at(11, 10),
    },
  ])('$name', ({ settings: own, heard, decisions, decideAt }) => {
    const standing = { ...recipient, settings: { ...settings, ...own }, heard };
    expect(subjectPlan(outage, [lost, standing], at(10, 10))).toEqual({ decisions, decideAt });
  });

  it('waits for five minutes', () => {
    const busy: Recipient = { ...lost, reach: { ...lost.reach, unreached: { since: began, isGivenUp: false } } };
    const other = { ...recipient, settings: { ...settings, remindEveryMinutes: null }, heard: told };
    expect(subjectPlan(outage, [busy, other], at(10, 1))).toEqual({ decisions: [], decideAt: at(10, 5) });
  });
});

describe('the plan of one contact', () => {
  const rows: Row[] = [
    {
      name: 'tells an opening, and decides again when it is to be repeated',
      decisions: [decided('OPENED', 'TOLD')],
      decideAt: at(11),
    },
    {
      name: 'tells an opening that is not repeated',
      settings: { remindEveryMinutes: null },
      decisions: [decided('OPENED', 'TOLD')],
      decideAt: null,
    },
    {
      name: 'tells the opening and the end of what is over',
      subject: recovered,
      now: at(10, 5),
      decisions: [decided('OPENED', 'TOLD'), decided('RESOLVED', 'TOLD')],
      decideAt: null,
    },
    {
      name: 'tells the acknowledgement after the opening',
      subject: { acknowledgedAt: at(10, 1) },
      settings: { notifyOn: { degraded: false, expiry: false, acknowledged: true } },
      recipient: { heard: told },
      now: at(10, 1),
      decisions: [decided('ACKNOWLEDGED', 'TOLD')],
      decideAt: null,
    },
    {
      name: 'counts reminders',
      recipient: { heard: { ...told, lastAt: at(11), reminders: 1 } },
      now: at(12),
      decisions: [decided('REMINDED', 'TOLD', { number: 2 })],
      decideAt: at(13),
    },
    {
      name: 'has no decision about a reminder that is not due yet',
      recipient: { heard: told },
      now: at(10, 30),
      decisions: [],
      decideAt: at(11),
    },
    {
      name: 'puts a reminder off while the message before it has not got through',
      recipient: { heard: told, hasUnsent: true },
      now: at(11),
      decisions: [],
      decideAt: at(12),
    },
    {
      name: 'tells the end even if the opening has not got through',
      subject: recovered,
      recipient: { heard: told, hasUnsent: true },
      now: at(11),
      decisions: [decided('RESOLVED', 'TOLD')],
      decideAt: null,
    },
    {
      name: 'holds a reminder in a window, by its number',
      subject: { spans: [{ startsAt: at(10, 59), endsAt: at(11, 30) }] },
      recipient: { heard: told },
      now: at(11),
      decisions: [decided('REMINDED', 'HELD', { number: 1, reason: 'MAINTENANCE', until: at(11, 30) })],
      decideAt: at(11, 0, 30),
    },
    {
      name: 'decides at the end of a window that is near',
      subject: { spans: [{ startsAt: at(9), endsAt: at(10, 0, 10) }] },
      decisions: [decided('OPENED', 'HELD', { reason: 'MAINTENANCE', until: at(10, 0, 10) })],
      decideAt: at(10, 0, 10),
    },
    {
      name: 'decides at the end of a delay, however far',
      settings: { delayMinutes: 90 },
      decisions: [decided('OPENED', 'HELD', { reason: 'DELAY', until: at(11, 30) })],
      decideAt: at(11, 30),
    },
    {
      name: 'waits for a change where time changes nothing',
      settings: { isAttached: false },
      decisions: [decided('OPENED', 'HELD', { reason: 'NOT_ATTACHED' })],
      decideAt: null,
    },
    {
      name: 'spares what ended before its delay',
      subject: recovered,
      settings: { delayMinutes: 10 },
      now: at(10, 5),
      decisions: [decided('OPENED', 'SUPPRESSED', { reason: 'DELAY' })],
      decideAt: null,
    },
    {
      name: 'is empty once the contact was suppressed',
      subject: recovered,
      recipient: { isSuppressed: true },
      now: at(10, 5),
      decisions: [],
      decideAt: null,
    },
    {
      name: 'is empty once everything is told',
      subject: recovered,
      recipient: { heard: { ...told, hasEnd: true } },
      now: at(10, 5),
      decisions: [],
      decideAt: null,
    },
  ];
  it.each(rows)('$name', (row) => {
    const known = { ...recipient, settings: { ...settings, ...row.settings }, ...row.recipient };
    expect(subjectPlan({ ...outage, ...row.subject }, [known], row.now ?? began)).toEqual({
      decisions: row.decisions,
      decideAt: row.decideAt,
    });
  });
});

describe('the plan of several contacts', () => {
  it('decides again as soon as the first of them needs it', () => {
    const later = { ...recipient, id: 'ac_2', settings: { ...settings, remindEveryMinutes: null } };
    const slow = { ...recipient, id: 'ac_3', settings: { ...settings, delayMinutes: 30 } };
    const { decisions, decideAt } = subjectPlan(outage, [recipient, later, slow], began);
    expect(decisions.map(({ contactId, outcome }) => `${contactId} ${outcome}`)).toEqual([
      'ac_1 TOLD',
      'ac_2 TOLD',
      'ac_3 HELD',
    ]);
    expect(decideAt).toEqual(at(10, 30));
  });

  it('is nothing without contacts', () => {
    expect(subjectPlan(outage, [], began)).toEqual({ decisions: [], decideAt: null });
  });
});

describe('held news are decided about again', () => {
  const soon = new Date(began.getTime() + 30_000);
  it.each([
    { name: 'when the reason passes', because: 'DELAY', until: at(11), expected: at(11) },
    { name: 'only after a change, if time does not end the reason', because: 'TYPE', until: null, expected: null },
    { name: 'soon in a window, which may be ended early', because: 'MAINTENANCE', until: at(11), expected: soon },
    { name: 'when the window ends, if that is sooner', because: 'MAINTENANCE', until: began, expected: began },
    { name: 'soon in a window without an end', because: 'MAINTENANCE', until: null, expected: soon },
  ] as const)('$name', ({ because, until, expected }) => {
    expect(decidedAgainAt({ because, until }, began)).toEqual(expected);
  });
});
