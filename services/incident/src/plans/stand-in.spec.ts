import { describe, expect, it } from '@jest/globals';
import type { ContactSettings, Heard, Subject } from './contact-news.ts';
import { standIn, type Candidate, type Reach } from './stand-in.ts';
import { at, DEFAULT_SETTINGS, outageSince, UNTOLD } from './subject-sample.ts';

const began = at(10);

const outage = outageSince(began);
const settings: ContactSettings = {
  ...DEFAULT_SETTINGS,
  notifyOn: { degraded: false, expiry: true, acknowledged: true },
  remindEveryMinutes: null,
};
const untold = UNTOLD;
const told: Heard = { ...untold, openedAt: began, lastAt: began };
const works: Reach = { last: 'REACHED', unreached: null, hasStoodIn: false };
const quietHours = { from: '09:00', to: '12:00', timezone: 'UTC' };

const busy: Reach = { ...works, last: 'FAILED', unreached: { since: began, isGivenUp: false } };
const gone: Reach = { ...works, last: 'FAILED', unreached: { since: began, isGivenUp: true } };

interface Contact {
  readonly id?: string;
  readonly settings?: Partial<ContactSettings>;
  readonly heard?: Heard;
  readonly reach?: Partial<Reach>;
}

function contact(id: string, { settings: own, heard = told, reach }: Contact = {}): Candidate {
  return { id, settings: { ...settings, ...own }, heard, reach: { ...works, ...reach } };
}

const reminded = (contactId: string, number = 1) => ({
  kind: 'tell',
  contactId,
  news: 'REMINDED',
  number,
  inPlaceOf: 'lost',
});
const opened = (contactId: string) => ({ ...reminded(contactId, 0), news: 'OPENED' });
const nobody = (decideAt: Date | null = null) => ({ kind: 'nobody', decideAt });

interface Row {
  readonly name: string;
  readonly subject?: Partial<Subject>;
  readonly contacts: readonly Candidate[];
  readonly now?: Date;
  readonly expected: object;
}

const lost = contact('lost', { reach: gone });
const rows: Row[] = [
  { name: 'nobody while everybody is reached', contacts: [contact('a'), contact('b')], expected: nobody() },
  { name: 'nobody without another contact', contacts: [lost], expected: nobody() },
  {
    name: 'nobody before five minutes without an answer',
    contacts: [contact('lost', { reach: busy }), contact('b')],
    now: at(10, 4, 59),
    expected: nobody(at(10, 5)),
  },
  {
    name: 'another contact after five minutes',
    contacts: [contact('lost', { reach: busy }), contact('b')],
    now: at(10, 5),
    expected: reminded('b'),
  },
  { name: 'another contact at once after a final failure', contacts: [lost, contact('b')], expected: reminded('b') },
  {
    name: 'in place of the contact that is due first',
    contacts: [
      contact('other', { reach: { ...gone, unreached: { since: at(10, 1), isGivenUp: true } } }),
      lost,
      contact('b'),
    ],
    now: at(10, 2),
    expected: reminded('b'),
  },
  {
    name: 'nobody for a contact that was detached',
    contacts: [contact('lost', { reach: gone, settings: { isAttached: false } }), contact('b')],
    expected: nobody(),
  },
  {
    name: 'nobody a second time',
    contacts: [lost, contact('b', { reach: { hasStoodIn: true } }), contact('c')],
    expected: nobody(),
  },
  { name: 'the oldest one', contacts: [contact('b'), lost, contact('c')], expected: reminded('b') },
  {
    name: 'not one whose last message failed',
    contacts: [lost, contact('b', { reach: { last: 'FAILED' } }), contact('c')],
    expected: reminded('c'),
  },
  {
    name: 'not one that is not reached either',
    contacts: [lost, contact('b', { reach: { unreached: { since: at(10, 1), isGivenUp: false } } }), contact('c')],
    expected: reminded('c'),
  },
  {
    name: 'one that was never told anything after one that works',
    contacts: [lost, contact('b', { heard: untold, reach: { last: null } }), contact('c')],
    expected: reminded('c'),
  },
  {
    name: 'one that was never told anything rather than nobody',
    contacts: [lost, contact('b', { heard: untold, reach: { last: null } })],
    expected: opened('b'),
  },
  {
    name: 'one in its quiet hours after all others',
    contacts: [
      lost,
      contact('b', { settings: { quietHours } }),
      contact('c', { heard: untold, reach: { last: null } }),
    ],
    expected: opened('c'),
  },
  {
    name: 'one in its quiet hours rather than nobody',
    contacts: [lost, contact('b', { heard: untold, settings: { quietHours } })],
    expected: opened('b'),
  },
  {
    name: 'one before its delay is over',
    contacts: [lost, contact('b', { heard: untold, settings: { delayMinutes: 30 } })],
    expected: opened('b'),
  },
  {
    name: 'with the next number one that was reminded',
    contacts: [lost, contact('b', { heard: { ...told, lastAt: at(10), reminders: 2 } })],
    expected: reminded('b', 3),
  },
  {
    name: 'nobody who is not attached',
    contacts: [lost, contact('b', { settings: { isAttached: false } })],
    expected: nobody(),
  },
  {
    name: 'nobody who wants to hear of other types alone',
    contacts: [lost, contact('b', { settings: { monitorTypes: ['SSL'] } })],
    expected: nobody(),
  },
  {
    name: 'nobody of what is over',
    subject: { ended: { at: at(10, 1), because: 'RECOVERED' } },
    contacts: [lost, contact('b')],
    expected: nobody(),
  },
  {
    name: 'nobody of what is acknowledged',
    subject: { acknowledgedAt: at(10, 1) },
    contacts: [lost, contact('b')],
    expected: nobody(),
  },
  {
    name: 'nobody before a maintenance window ends',
    subject: { spans: [{ startsAt: at(10, 1), endsAt: at(11) }] },
    contacts: [lost, contact('b')],
    expected: nobody(at(11)),
  },
  {
    name: 'nobody before the first of two reasons to wait ends',
    subject: { parent: { kind: 'asked', until: at(10, 10) }, spans: [{ startsAt: at(10, 1), endsAt: at(10, 5) }] },
    contacts: [lost, contact('b', { heard: untold }), contact('c')],
    expected: nobody(at(10, 5)),
  },
  {
    name: 'nobody while the parent is down',
    subject: { parent: { kind: 'down' } },
    contacts: [lost, contact('b')],
    expected: nobody(),
  },
  {
    name: 'nobody of a slow period',
    subject: { kind: 'DEGRADED' },
    contacts: [lost, contact('b')],
    expected: nobody(),
  },
];

describe('a contact that cannot be reached is replaced by', () => {
  it.each(rows)('$name', ({ subject, contacts, now = at(10, 2), expected }) => {
    expect(standIn({ ...outage, ...subject }, contacts, now)).toEqual(expected);
  });
});
