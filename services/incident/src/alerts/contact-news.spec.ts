import { describe, expect, it } from '@jest/globals';
import { contactNews, type ContactNews, type ContactSettings, type Heard, type Subject } from './contact-news.ts';
import { at, DEFAULT_SETTINGS, outageSince, UNTOLD } from './subject-sample.ts';

const began = at(10, 30);
const window = { startsAt: at(10), endsAt: at(11) };
/** From 22:00 to 07:00 in Berlin, as UTC in June. */
const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
const nightEnds = new Date('2026-06-02T05:00:00.000Z');

const outage = outageSince(began);
const slow: Subject = { ...outage, kind: 'DEGRADED' };
const expiry: Subject = { ...outage, kind: 'EXPIRY', monitorType: 'SSL' };
const recovered = (endedAt: Date): Subject['ended'] => ({ at: endedAt, because: 'RECOVERED' });
const paused = (endedAt: Date): Subject['ended'] => ({ at: endedAt, because: 'PAUSED' });

const defaults = DEFAULT_SETTINGS;
const everything = { degraded: true, expiry: true, acknowledged: true };

const untold = UNTOLD;
const told: Heard = { ...untold, openedAt: began, lastAt: began };

const tell = (news: string, number = 0) => ({ kind: 'tell', news, number });
const hold = (news: string, because: string, until: Date | null) => ({ kind: 'hold', news, because, until });
const spare = (because: string) => ({ kind: 'spare', because });
const nothing: ContactNews = { kind: 'nothing' };

interface Row {
  readonly name: string;
  readonly subject?: Partial<Subject>;
  readonly settings?: Partial<ContactSettings>;
  readonly heard?: Heard;
  readonly now?: Date;
  readonly news: object;
}

function show(base: Subject, rows: readonly Row[]): void {
  it.each(rows)('$name', ({ subject, settings, heard = untold, now = began, news }) => {
    expect(contactNews({ ...base, ...subject }, { ...defaults, ...settings }, heard, now)).toEqual(news);
  });
}

describe('an outage that a contact has not been told of', () => {
  show(outage, [
    { name: 'is told', news: tell('OPENED') },
    { name: 'is told when we hear of it late', now: at(15), news: tell('OPENED') },
    { name: 'is told when its clock runs ahead of ours', subject: { startedAt: at(10, 31) }, news: tell('OPENED') },
    { name: 'is told with its end still to come', subject: { ended: recovered(at(10, 35)) }, news: tell('OPENED') },
    { name: 'is told even if it lasted no time', subject: { ended: recovered(began) }, news: tell('OPENED') },
    {
      name: 'not to a contact that is not attached',
      settings: { isAttached: false },
      news: hold('OPENED', 'NOT_ATTACHED', null),
    },
    {
      name: 'not of another type of monitor',
      settings: { monitorTypes: ['PING'] },
      news: hold('OPENED', 'TYPE', null),
    },
    { name: 'of one of its types', settings: { monitorTypes: ['PING', 'HTTP'] }, news: tell('OPENED') },
    { name: 'not while it is paused', subject: { isPaused: true }, news: hold('OPENED', 'PAUSED', null) },
    { name: 'not when a pause ended it', subject: { ended: paused(at(10, 35)) }, news: spare('PAUSED') },
    { name: 'not inside a window', subject: { spans: [window] }, news: hold('OPENED', 'MAINTENANCE', at(11)) },
    { name: 'when its window has ended', subject: { spans: [window] }, now: at(11), news: tell('OPENED') },
    {
      name: 'not when it came and went inside a window',
      subject: { spans: [window], ended: recovered(at(10, 50)) },
      now: at(10, 50),
      news: spare('MAINTENANCE'),
    },
    {
      name: 'not when it recovers as its window ends',
      subject: { spans: [window], ended: recovered(at(11)) },
      now: at(11),
      news: spare('MAINTENANCE'),
    },
    {
      name: 'when it outlasted its window',
      subject: { spans: [window], ended: recovered(at(11, 0, 1)) },
      now: at(15),
      news: tell('OPENED'),
    },
    {
      name: 'when it began before a window in which we hear of it',
      subject: { startedAt: at(9, 59, 59), spans: [window] },
      news: tell('OPENED'),
    },
    {
      name: 'not while its parent is down',
      subject: { parent: { kind: 'down' } },
      news: hold('OPENED', 'PARENT_DOWN', null),
    },
    {
      name: 'not while its parent is checked',
      subject: { parent: { kind: 'asked', until: at(10, 30, 10) } },
      news: hold('OPENED', 'PARENT_DOWN', at(10, 30, 10)),
    },
    {
      name: 'when no answer came about its parent',
      subject: { parent: { kind: 'asked', until: at(10, 30, 10) } },
      now: at(10, 30, 10),
      news: tell('OPENED'),
    },
    {
      name: 'when its parent turned out to be up',
      subject: { parent: { kind: 'up', knownAt: at(10, 30, 2) } },
      now: at(10, 30, 2),
      news: tell('OPENED'),
    },
    {
      name: 'not when it ended while its parent was down',
      subject: { parent: { kind: 'down' }, ended: recovered(at(10, 40)) },
      news: spare('PARENT_DOWN'),
    },
    {
      name: 'not once it is acknowledged',
      subject: { acknowledgedAt: at(10, 31) },
      settings: { delayMinutes: 5 },
      now: at(10, 31),
      news: spare('ACKNOWLEDGED'),
    },
    { name: 'not before its delay', settings: { delayMinutes: 5 }, news: hold('OPENED', 'DELAY', at(10, 35)) },
    { name: 'after its delay', settings: { delayMinutes: 5 }, now: at(10, 35), news: tell('OPENED') },
    {
      name: 'not when it ended before its delay',
      subject: { ended: recovered(at(10, 34)) },
      settings: { delayMinutes: 5 },
      now: at(10, 40),
      news: spare('DELAY'),
    },
    {
      name: 'after a delay that counts from the end of its window',
      subject: { spans: [window] },
      settings: { delayMinutes: 5 },
      now: at(11),
      news: hold('OPENED', 'DELAY', at(11, 5)),
    },
    {
      name: 'after a delay that counts from the answer about its parent',
      subject: { parent: { kind: 'up', knownAt: at(10, 40) } },
      settings: { delayMinutes: 5 },
      now: at(10, 40),
      news: hold('OPENED', 'DELAY', at(10, 45)),
    },
    {
      name: 'not when its delay ends inside a window',
      subject: { startedAt: at(9, 58), spans: [window] },
      settings: { delayMinutes: 5 },
      news: hold('OPENED', 'MAINTENANCE', at(11)),
    },
    {
      name: 'not in quiet hours',
      subject: { startedAt: at(21) },
      settings: { quietHours: night },
      now: at(21),
      news: hold('OPENED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'not when it becomes known in quiet hours, although it began before',
      subject: { startedAt: at(19, 59) },
      settings: { quietHours: night },
      now: at(20, 0, 1),
      news: hold('OPENED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'not when it began before quiet hours, and its end becomes known in them',
      subject: { startedAt: at(19, 58), ended: recovered(at(19, 59)) },
      settings: { quietHours: night },
      now: at(20, 0, 1),
      news: spare('QUIET_HOURS'),
    },
    {
      name: 'when quiet hours are over',
      subject: { startedAt: at(21) },
      settings: { quietHours: night },
      now: nightEnds,
      news: tell('OPENED'),
    },
    {
      name: 'not when it ended in quiet hours',
      subject: { startedAt: at(21), ended: recovered(at(22)) },
      settings: { quietHours: night },
      now: nightEnds,
      news: spare('QUIET_HOURS'),
    },
    {
      name: 'not when its delay ends in quiet hours',
      subject: { startedAt: at(19, 58) },
      settings: { quietHours: night, delayMinutes: 5 },
      now: at(20, 3),
      news: hold('OPENED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'not when quiet hours end inside a window',
      subject: { startedAt: at(21), spans: [{ startsAt: at(23), endsAt: at(30) }] },
      settings: { quietHours: night },
      now: nightEnds,
      news: hold('OPENED', 'MAINTENANCE', at(30)),
    },
  ]);
});

describe('of two reasons the first in this order counts', () => {
  const every: Partial<Subject> = {
    isPaused: true,
    spans: [window],
    parent: { kind: 'down' },
    acknowledgedAt: at(10, 31),
  };
  const settings: Partial<ContactSettings> = {
    delayMinutes: 120,
    quietHours: { from: '00:00', to: '23:59', timezone: 'UTC' },
  };
  show(outage, [
    {
      name: 'not attached',
      subject: every,
      settings: { ...settings, isAttached: false, monitorTypes: [] },
      news: hold('OPENED', 'NOT_ATTACHED', null),
    },
    { name: 'type', subject: every, settings: { ...settings, monitorTypes: [] }, news: hold('OPENED', 'TYPE', null) },
    { name: 'paused', subject: every, settings, news: hold('OPENED', 'PAUSED', null) },
    {
      name: 'maintenance',
      subject: { ...every, isPaused: false },
      settings,
      news: hold('OPENED', 'MAINTENANCE', at(11)),
    },
    {
      name: 'parent down',
      subject: { ...every, isPaused: false, spans: [] },
      settings,
      news: hold('OPENED', 'PARENT_DOWN', null),
    },
    { name: 'acknowledged', subject: { acknowledgedAt: at(10, 31) }, settings, news: spare('ACKNOWLEDGED') },
    { name: 'delay', settings, news: hold('OPENED', 'DELAY', at(12, 30)) },
    {
      name: 'quiet hours',
      settings: { ...settings, delayMinutes: 0 },
      news: hold('OPENED', 'QUIET_HOURS', at(23, 59)),
    },
  ]);
});

describe('an outage that a contact was told of', () => {
  const acknowledged = { acknowledgedAt: at(10, 40) };
  const hears = { notifyOn: everything };
  show(outage, [
    { name: 'is not told twice', heard: told, news: hold('REMINDED', 'DELAY', at(11, 30)) },
    {
      name: 'is not repeated if the contact wants none',
      settings: { remindEveryMinutes: null },
      heard: told,
      now: at(23),
      news: nothing,
    },
    { name: 'is repeated', heard: told, now: at(11, 30), news: tell('REMINDED', 1) },
    {
      name: 'is repeated again',
      heard: { ...told, lastAt: at(11, 30), reminders: 1 },
      now: at(12, 30),
      news: tell('REMINDED', 2),
    },
    { name: 'is not repeated once it is acknowledged', subject: acknowledged, heard: told, now: at(15), news: nothing },
    {
      name: 'is not repeated inside a window',
      subject: { spans: [{ startsAt: at(11), endsAt: at(12) }] },
      heard: told,
      now: at(11, 30),
      news: hold('REMINDED', 'MAINTENANCE', at(12)),
    },
    {
      name: 'is repeated at once when the window is over',
      subject: { spans: [{ startsAt: at(11), endsAt: at(12) }] },
      heard: told,
      now: at(12),
      news: tell('REMINDED', 1),
    },
    {
      name: 'is not repeated in quiet hours',
      settings: { quietHours: night },
      heard: told,
      now: at(21),
      news: hold('REMINDED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'is not repeated while its parent is down',
      subject: { parent: { kind: 'down' } },
      heard: told,
      now: at(11, 30),
      news: hold('REMINDED', 'PARENT_DOWN', null),
    },
    {
      name: 'is not repeated while it is checked whether it goes on without its parent',
      subject: { parent: { kind: 'asked', until: at(11, 30, 5) } },
      settings: { quietHours: { from: '11:00', to: '12:00', timezone: 'UTC' } },
      heard: told,
      now: at(11, 30),
      news: hold('REMINDED', 'PARENT_DOWN', at(11, 30, 5)),
    },
    {
      name: 'is not repeated in a window while its parent is checked',
      subject: { parent: { kind: 'asked', until: at(11, 30, 5) }, spans: [{ startsAt: at(11), endsAt: at(12) }] },
      heard: told,
      now: at(11, 30),
      news: hold('REMINDED', 'MAINTENANCE', at(12)),
    },
    {
      name: 'is repeated when it is known that its parent is up',
      subject: { parent: { kind: 'up', knownAt: at(11, 30) } },
      heard: told,
      now: at(11, 30),
      news: tell('REMINDED', 1),
    },
    {
      name: 'is not repeated to a detached contact',
      settings: { isAttached: false },
      heard: told,
      now: at(11, 30),
      news: hold('REMINDED', 'NOT_ATTACHED', null),
    },
    {
      name: 'is told to be acknowledged',
      subject: acknowledged,
      settings: hears,
      heard: told,
      now: at(10, 40),
      news: tell('ACKNOWLEDGED'),
    },
    {
      name: 'is told to be acknowledged while its parent is down',
      subject: { ...acknowledged, parent: { kind: 'down' } },
      settings: hears,
      heard: told,
      now: at(10, 40),
      news: tell('ACKNOWLEDGED'),
    },
    {
      name: 'is told to be acknowledged while its parent is checked',
      subject: { ...acknowledged, parent: { kind: 'asked', until: at(10, 40, 5) } },
      settings: hears,
      heard: told,
      now: at(10, 40),
      news: tell('ACKNOWLEDGED'),
    },
    {
      name: 'is told once to be acknowledged',
      subject: acknowledged,
      settings: hears,
      heard: { ...told, hasAcknowledgement: true },
      now: at(10, 40),
      news: nothing,
    },
    {
      name: 'is not told to be acknowledged in quiet hours',
      subject: acknowledged,
      settings: { ...hears, quietHours: night },
      heard: told,
      now: at(21),
      news: hold('ACKNOWLEDGED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'is told to be over',
      subject: { ended: recovered(at(12)) },
      heard: told,
      now: at(12),
      news: tell('RESOLVED'),
    },
    {
      name: 'is told to be over, and no longer acknowledged',
      subject: { ...acknowledged, ended: recovered(at(12)) },
      settings: hears,
      heard: told,
      now: at(12),
      news: tell('RESOLVED'),
    },
    {
      name: 'is told once to be over',
      subject: { ended: recovered(at(12)) },
      heard: { ...told, hasEnd: true },
      now: at(12),
      news: nothing,
    },
    {
      name: 'is told to be over inside a window',
      subject: { spans: [{ startsAt: at(11), endsAt: at(13) }], ended: recovered(at(12)) },
      heard: told,
      now: at(12),
      news: tell('RESOLVED'),
    },
    {
      name: 'is told to be over to a detached contact',
      subject: { ended: recovered(at(12)) },
      settings: { isAttached: false },
      heard: told,
      now: at(12),
      news: tell('RESOLVED'),
    },
    {
      name: 'is told to be over when quiet hours are over',
      subject: { ended: recovered(at(21)) },
      settings: { quietHours: night },
      heard: told,
      now: at(21),
      news: hold('RESOLVED', 'QUIET_HOURS', nightEnds),
    },
    {
      name: 'is told to be over after quiet hours',
      subject: { ended: recovered(at(21)) },
      settings: { quietHours: night },
      heard: told,
      now: nightEnds,
      news: tell('RESOLVED'),
    },
    {
      name: 'is not told any more when its monitor is paused',
      subject: { ended: paused(at(12)) },
      heard: told,
      now: at(12),
      news: nothing,
    },
  ]);
});

describe('a slow period', () => {
  const wants = { notifyOn: everything };
  show(slow, [
    { name: 'is told to those who want it', now: at(10, 35), news: hold('OPENED', 'TYPE', null) },
    { name: 'is told after five minutes', settings: wants, news: hold('OPENED', 'DELAY', at(10, 35)) },
    { name: 'is told when it goes on', settings: wants, now: at(10, 35), news: tell('OPENED') },
    {
      name: 'is told without the delay that waits for acknowledgements',
      settings: { ...wants, delayMinutes: 60 },
      now: at(10, 35),
      news: tell('OPENED'),
    },
    {
      name: 'is not told when it is over before',
      subject: { ended: recovered(at(10, 34)) },
      settings: wants,
      now: at(10, 36),
      news: spare('DELAY'),
    },
    { name: 'is not repeated', settings: wants, heard: told, now: at(23), news: nothing },
    {
      name: 'is told to be over',
      subject: { ended: recovered(at(12)) },
      settings: wants,
      heard: told,
      now: at(12),
      news: tell('RESOLVED'),
    },
  ]);
});

describe('an expiry', () => {
  show(expiry, [
    { name: 'is told', news: tell('OPENED') },
    {
      name: 'is told to those who want it',
      settings: { notifyOn: { ...everything, expiry: false } },
      news: hold('OPENED', 'TYPE', null),
    },
    { name: 'is told without a delay', settings: { delayMinutes: 60 }, news: tell('OPENED') },
    {
      name: 'is not told in quiet hours',
      subject: { startedAt: at(21) },
      settings: { quietHours: night },
      now: at(21),
      news: hold('OPENED', 'QUIET_HOURS', nightEnds),
    },
    { name: 'is told once', heard: told, now: at(23), news: nothing },
  ]);
});

describe('a contact whose owner has not confirmed it', () => {
  const unconfirmed = { isConfirmed: false };
  show(outage, [
    {
      name: 'is held until that changes',
      settings: unconfirmed,
      news: hold('OPENED', 'UNCONFIRMED', null),
    },
    {
      name: 'is not told of what has ended',
      subject: { ended: recovered(at(10, 40)) },
      settings: unconfirmed,
      now: at(10, 40),
      news: spare('UNCONFIRMED'),
    },
    {
      name: 'has every other reason first: not attached',
      settings: { ...unconfirmed, isAttached: false },
      news: hold('OPENED', 'NOT_ATTACHED', null),
    },
    {
      name: 'has every other reason first: acknowledged',
      subject: { acknowledgedAt: at(10, 31) },
      settings: unconfirmed,
      now: at(10, 31),
      news: spare('ACKNOWLEDGED'),
    },
    {
      name: 'has every other reason first: its delay',
      settings: { ...unconfirmed, delayMinutes: 10 },
      news: hold('OPENED', 'DELAY', at(10, 40)),
    },
    {
      name: 'has every other reason first: quiet hours',
      subject: { startedAt: at(23) },
      settings: { ...unconfirmed, quietHours: night },
      now: at(23),
      news: hold('OPENED', 'QUIET_HOURS', nightEnds),
    },
  ]);
});
