import { describe, expect, it } from '@jest/globals';
import { monitorsToChange, monitorsToWatch, shownMonitors } from './contact-monitors.ts';

const now = new Date();
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
