import { describe, expect, it } from '@jest/globals';
import type { Observed } from './observation-gap.ts';
import { currentRecord, recordChange, type RecordedChange, type RecordedState } from './state-record.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
const heard: Observed = {
  type: 'HTTP',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  state: 'UP',
  since: ago(9_000),
  observedAt: ago(30),
};
const silent: Observed = { ...heard, observedAt: ago(1_000) };
const silence = { at: ago(1_000), state: 'UNOBSERVED' };

it.each<{ name: string; current: Observed; enters?: 'PAUSED'; changesLimit: boolean; expected: RecordedChange }>([
  {
    name: 'a new state is a line',
    current: heard,
    enters: 'PAUSED',
    changesLimit: false,
    expected: { lines: [{ at: NOW, state: 'PAUSED' }], endsUnobserved: false },
  },
  {
    name: 'a gap before it is another',
    current: silent,
    enters: 'PAUSED',
    changesLimit: true,
    expected: { lines: [silence, { at: NOW, state: 'PAUSED' }] as never, endsUnobserved: false },
  },
  {
    name: 'no new state, no line',
    current: silent,
    changesLimit: false,
    expected: { lines: [], endsUnobserved: false },
  },
  {
    name: 'another limit keeps a gap by the old one',
    current: silent,
    changesLimit: true,
    expected: { lines: [silence] as never, endsUnobserved: true },
  },
  {
    name: 'another limit without a gap keeps nothing',
    current: heard,
    changesLimit: true,
    expected: { lines: [], endsUnobserved: false },
  },
  {
    name: 'a gap on record is kept once',
    current: { ...silent, observedAt: null },
    changesLimit: true,
    expected: { lines: [], endsUnobserved: false },
  },
])('$name', ({ current, enters, changesLimit, expected }) => {
  expect(recordChange(current, enters, changesLimit, NOW)).toEqual(expected);
});

describe('the record of states now', () => {
  const record: RecordedState[] = [{ at: ago(9_000), state: 'UP' }];
  it.each<{ name: string; current: Observed; more: RecordedState[] }>([
    { name: 'is the record of a monitor that is observed', current: heard, more: [] },
    { name: 'ends with a gap since the last result', current: silent, more: [{ at: ago(1_000), state: 'UNOBSERVED' }] },
    { name: 'has a gap that is on record already', current: { ...heard, observedAt: null }, more: [] },
    { name: 'has no gap while the monitor is paused', current: { ...silent, state: 'PAUSED' }, more: [] },
  ])('$name', ({ current, more }) => {
    expect(currentRecord(current, record, NOW)).toEqual([...record, ...more]);
  });
});
