import { describe, expect, it } from '@jest/globals';
import { monitorsToChange, monitorsToWatch, shownMonitors } from './contact-monitors.ts';

const now = new Date();
const since = '2026-11-15T10:00:00.000Z';
const toWatch = 'all, none or ids of monitors with commas between them';
const toChange = 'all or ids of monitors with commas between them';

describe('the monitors of a contact', () => {
  it.each([
    ['all', { ok: true, value: 'ALL' }],
    ['none', { ok: true, value: 'NONE' }],
    ['mon_1', { ok: true, value: ['mon_1'] }],
    ['mon_1,mon_2', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['mon_1, mon_2,mon_1', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['ALL', { ok: false, expected: toWatch }],
    ['mon_1,', { ok: false, expected: toWatch }],
    ['mon_1,all', { ok: false, expected: toWatch }],
    ['inc_1', { ok: false, expected: toWatch }],
    ['', { ok: false, expected: toWatch }],
  ])('are read from %j when it is added', (text, reading) => {
    expect(monitorsToWatch.read(text, now)).toEqual(reading);
  });

  it.each([
    ['all', { ok: true, value: 'ALL' }],
    ['mon_1,mon_2', { ok: true, value: ['mon_1', 'mon_2'] }],
    ['none', { ok: false, expected: toChange }],
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
    expect(shownMonitors({ since, before, attached: [...attached], detached: [...detached] })).toBe(text);
  });
});
