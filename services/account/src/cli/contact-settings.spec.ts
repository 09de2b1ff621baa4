import { describe, expect, it } from '@jest/globals';
import type { ContactSettings } from '@vedette/contract';
import {
  monitorsToChange,
  monitorsToWatch,
  settingOptions,
  settingsOf,
  shownMonitors,
  shownSettings,
} from './contact-settings.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
const defaults: ContactSettings = {
  notifyOn: ['EXPIRY'],
  monitorTypes: null,
  remindEveryMinutes: 60,
  delayMinutes: 0,
  quietHours: null,
  expiryDays: [3, 14],
};

describe('a setting of a contact', () => {
  it.each([
    { option: 'notify-on', text: 'nothing', value: [] },
    { option: 'notify-on', text: 'ACKNOWLEDGED,ACKNOWLEDGED', value: ['ACKNOWLEDGED'] },
    { option: 'notify-on', text: 'EXPIRY, DEGRADED', value: ['EXPIRY', 'DEGRADED'] },
    { option: 'monitor-types', text: 'all', value: null },
    { option: 'monitor-types', text: 'HTTP, PING', value: ['HTTP', 'PING'] },
    { option: 'remind-every', text: 'never', value: null },
    { option: 'remind-every', text: '5', value: 5 },
    { option: 'remind-every', text: '1440', value: 1440 },
    { option: 'delay', text: '0', value: 0 },
    { option: 'delay', text: '120', value: 120 },
    { option: 'quiet-hours', text: 'none', value: null },
    { option: 'quiet-hours', text: '22:00-07:00@Europe/Berlin', value: night },
    { option: 'expiry-days', text: '1', value: [1] },
    { option: 'expiry-days', text: '365, 30,30', value: [365, 30] },
  ] as const)('$option reads $text', ({ option, text, value }) => {
    expect(settingOptions[option].read(text, now)).toEqual({ ok: true, value });
  });

  it.each([
    {
      option: 'notify-on',
      text: 'DOWN',
      expected: 'nothing, or EXPIRY, DEGRADED or ACKNOWLEDGED with commas between them, not "DOWN"',
    },
    { option: 'monitor-types', text: 'HTTP,FTP', expected: expect.stringContaining('not "HTTP,FTP"') },
    { option: 'remind-every', text: '4', expected: '5 to 1440 minutes, not "4"' },
    { option: 'remind-every', text: '1441', expected: '5 to 1440 minutes, not "1441"' },
    { option: 'delay', text: '121', expected: '0 to 120 minutes, not "121"' },
    { option: 'delay', text: 'soon', expected: '0 to 120 minutes, not "soon"' },
    { option: 'quiet-hours', text: '22:00-07:00', expected: expect.stringContaining('22:00-07:00@Europe/Berlin') },
    { option: 'quiet-hours', text: '24:00-07:00@UTC', expected: expect.stringContaining('not "24:00-07:00@UTC"') },
    { option: 'quiet-hours', text: '22:00-07:60@UTC', expected: expect.stringContaining('not') },
    { option: 'quiet-hours', text: '22:00-07:00-08:00@UTC', expected: expect.stringContaining('not') },
    { option: 'quiet-hours', text: '22:00-07:00@UTC@UTC', expected: expect.stringContaining('not') },
    {
      option: 'expiry-days',
      text: '0',
      expected: 'at most 10 numbers from 1 to 365 with commas between them, not "0"',
    },
    { option: 'expiry-days', text: '366', expected: expect.stringContaining('not "366"') },
    { option: 'expiry-days', text: '', expected: expect.stringContaining('not') },
    { option: 'expiry-days', text: '1,2,3,4,5,6,7,8,9,10,11', expected: expect.stringContaining('not') },
  ] as const)('$option refuses $text', ({ option, text, expected }) => {
    expect(settingOptions[option].read(text, now)).toEqual({ ok: false, expected });
  });
});

describe('the settings of a command', () => {
  const nothing = {
    'notify-on': undefined,
    'monitor-types': undefined,
    'remind-every': undefined,
    delay: undefined,
    'quiet-hours': undefined,
    'expiry-days': undefined,
  };

  it('are those that were written', () => {
    expect(settingsOf(nothing)).toEqual({});
    expect(settingsOf({ ...nothing, 'remind-every': null, 'quiet-hours': null })).toEqual({
      remindEveryMinutes: null,
      quietHours: null,
    });
    const all = {
      'notify-on': ['ACKNOWLEDGED' as const],
      'monitor-types': ['HTTP' as const],
      'remind-every': 5,
      delay: 0,
      'quiet-hours': night,
      'expiry-days': [30],
    };
    expect(settingsOf(all)).toEqual({
      notifyOn: ['ACKNOWLEDGED'],
      monitorTypes: ['HTTP'],
      remindEveryMinutes: 5,
      delayMinutes: 0,
      quietHours: night,
      expiryDays: [30],
    });
  });
});

describe('settings as a person reads them', () => {
  it.each([
    { settings: defaults, shown: 'also EXPIRY, 14 and 3 days before an expiry, reminders every 60 min' },
    {
      settings: {
        notifyOn: ['ACKNOWLEDGED' as const],
        monitorTypes: ['HTTP' as const, 'PING' as const],
        remindEveryMinutes: null,
        delayMinutes: 5,
        quietHours: night,
        expiryDays: [14, 3],
      },
      shown: 'also ACKNOWLEDGED, only HTTP and PING, no reminders, after 5 min, quiet 22:00-07:00 Europe/Berlin',
    },
  ])('$shown', ({ settings, shown }) => {
    expect(shownSettings(settings)).toBe(shown);
  });
});

const SINCE = '2026-11-15T10:00:00.000Z';
const TO_WATCH = 'all, none or ids of monitors with commas between them';
const TO_CHANGE = 'all or ids of monitors with commas between them';

describe('the monitors of a contact', () => {
  it.each([
    ['all', { ok: true, value: 'ALL' }],
    ['none', { ok: true, value: 'NONE' }],
    ['mon_1', { ok: true, value: ['mon_1'] }],
    ['mon_1,mon_2', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['mon_1, mon_2,mon_1', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['ALL', { ok: false, expected: TO_WATCH }],
    ['mon_1,', { ok: false, expected: TO_WATCH }],
    ['mon_1,all', { ok: false, expected: TO_WATCH }],
    ['inc_1', { ok: false, expected: TO_WATCH }],
    ['', { ok: false, expected: TO_WATCH }],
  ])('are read from %j when it is added', (text, reading) => {
    expect(monitorsToWatch.read(text, now)).toEqual(reading);
  });

  it.each([
    ['all', { ok: true, value: 'ALL' }],
    ['mon_1,mon_2', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['none', { ok: false, expected: TO_CHANGE }],
  ])('are read from %j when it is attached or detached', (text, reading) => {
    expect(monitorsToChange.read(text, now)).toEqual(reading);
  });

  it.each([
    { before: 'ALL', attached: [], detached: [], text: 'all' },
    { before: 'ALL', attached: ['mon_9'], detached: ['mon_1', 'mon_2'], text: 'all but mon_1 and mon_2' },
    { before: 'NONE', attached: [], detached: [], text: 'new ones' },
    { before: 'NONE', attached: ['mon_1', 'mon_2'], detached: [], text: 'mon_1, mon_2 and new ones' },
    { before: 'NONE', attached: ['mon_1'], detached: ['mon_2'], text: 'mon_1 and new ones but mon_2' },
  ] as const)('are shown as "$text"', ({ before, attached, detached, text }) => {
    expect(shownMonitors({ since: SINCE, before, attached: [...attached], detached: [...detached] })).toBe(text);
  });
});
