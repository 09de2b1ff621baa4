import { describe, expect, it } from '@jest/globals';
import { contactNews, type Subject } from './contact-news.ts';
import {
  began,
  everything,
  hold,
  night,
  nightEnds,
  nothing,
  outage,
  paused,
  recovered,
  tell,
  told,
  type NewsRow,
} from './contact-news-sample.ts';
import { DEFAULT_SETTINGS, UNTOLD, at } from './subject-sample.ts';

function show(base: Subject, rows: readonly NewsRow[]): void {
  it.each(rows)('$name', ({ subject, settings, heard = UNTOLD, now = began, news }) => {
    expect(contactNews({ ...base, ...subject }, { ...DEFAULT_SETTINGS, ...settings }, heard, now)).toEqual(news);
  });
}

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
