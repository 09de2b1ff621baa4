import { describe, expect, it } from '@jest/globals';
import { contactNews, type Subject, type ContactSettings } from './contact-news.ts';
import {
  began,
  hold,
  night,
  nightEnds,
  outage,
  paused,
  recovered,
  suppress,
  tell,
  window,
  type NewsRow,
} from './contact-news-sample.ts';
import { DEFAULT_SETTINGS, UNTOLD, at } from './subject-sample.ts';

function show(base: Subject, rows: readonly NewsRow[]): void {
  it.each(rows)('$name', ({ subject, settings, heard = UNTOLD, now = began, news }) => {
    expect(contactNews({ ...base, ...subject }, { ...DEFAULT_SETTINGS, ...settings }, heard, now)).toEqual(news);
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
    { name: 'not when a pause ended it', subject: { ended: paused(at(10, 35)) }, news: suppress('PAUSED') },
    { name: 'not inside a window', subject: { spans: [window] }, news: hold('OPENED', 'MAINTENANCE', at(11)) },
    { name: 'when its window has ended', subject: { spans: [window] }, now: at(11), news: tell('OPENED') },
    {
      name: 'not when it came and went inside a window',
      subject: { spans: [window], ended: recovered(at(10, 50)) },
      now: at(10, 50),
      news: suppress('MAINTENANCE'),
    },
    {
      name: 'not when it recovers as its window ends',
      subject: { spans: [window], ended: recovered(at(11)) },
      now: at(11),
      news: suppress('MAINTENANCE'),
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
      news: suppress('PARENT_DOWN'),
    },
    {
      name: 'not once it is acknowledged',
      subject: { acknowledgedAt: at(10, 31) },
      settings: { delayMinutes: 5 },
      now: at(10, 31),
      news: suppress('ACKNOWLEDGED'),
    },
    { name: 'not before its delay', settings: { delayMinutes: 5 }, news: hold('OPENED', 'DELAY', at(10, 35)) },
    { name: 'after its delay', settings: { delayMinutes: 5 }, now: at(10, 35), news: tell('OPENED') },
    {
      name: 'not when it ended before its delay',
      subject: { ended: recovered(at(10, 34)) },
      settings: { delayMinutes: 5 },
      now: at(10, 40),
      news: suppress('DELAY'),
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
      news: suppress('QUIET_HOURS'),
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
      news: suppress('QUIET_HOURS'),
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
    { name: 'acknowledged', subject: { acknowledgedAt: at(10, 31) }, settings, news: suppress('ACKNOWLEDGED') },
    { name: 'delay', settings, news: hold('OPENED', 'DELAY', at(12, 30)) },
    {
      name: 'quiet hours',
      settings: { ...settings, delayMinutes: 0 },
      news: hold('OPENED', 'QUIET_HOURS', at(23, 59)),
    },
  ]);
});
