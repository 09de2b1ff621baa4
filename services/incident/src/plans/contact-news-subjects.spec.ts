import { describe, expect, it } from '@jest/globals';
import { contactNews, type Subject } from './contact-news.ts';
import {
  began,
  everything,
  expiry,
  hold,
  night,
  nightEnds,
  nothing,
  outage,
  recovered,
  slow,
  suppress,
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
      news: suppress('DELAY'),
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
      news: suppress('UNCONFIRMED'),
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
      news: suppress('ACKNOWLEDGED'),
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
