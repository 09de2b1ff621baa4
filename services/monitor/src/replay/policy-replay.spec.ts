import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MONITOR_TYPES } from '@vedette/contract';
import type { StateRule } from '../states/monitor-state.ts';
import { isReplayable, replayPolicy, type StateLine, type ReplayedCheck } from './policy-replay.ts';

const rule = (change: Partial<StateRule> = {}): StateRule => ({
  type: 'HTTP',
  degradedThresholdMs: 100,
  degradedThresholdMode: 'LAST',
  degradedSamples: 2,
  sslExpiryThresholdDays: 2,
  ...change,
});

/** A check a minute: its latency; `x` failed, `?` could not judge. */
const checks = (text: string, epoch = 1, from = 0): ReplayedCheck[] =>
  text.split(' ').map((word, index) => ({
    at: (from + index) * 60_000,
    epoch,
    verdict: word === 'x' ? 'FAILED' : word === '?' ? 'UNOBSERVED' : 'SUCCEEDED',
    responseMs: word === 'x' || word === '?' ? null : Number(word),
  }));

const line = (minute: number, state: StateLine['state']): StateLine => ({ at: minute * 60_000, state });
const shown = (lines: readonly StateLine[]): string =>
  lines.map(({ at, state }) => `${at / 60_000} ${state}`).join(', ');

describe('a replay', () => {
  it.each<{ name: string; rule?: Partial<StateRule>; checks: ReplayedCheck[]; record?: StateLine[]; states: string }>([
    { name: 'of no check is empty', checks: [], states: '' },
    {
      name: 'enters DEGRADED with the last sample that is needed',
      checks: checks('50 200 200 50'),
      states: '0 UP, 2 DEGRADED, 3 UP',
    },
    { name: 'needs more than the threshold', checks: checks('100 100 100'), states: '0 UP' },
    {
      name: 'needs as many samples as the policy says',
      rule: { degradedSamples: 3 },
      checks: checks('200 200'),
      states: '0 UP',
    },
    {
      name: 'without a threshold is never slow',
      rule: { degradedThresholdMs: null },
      checks: checks('9999 9999'),
      states: '0 UP',
    },
    {
      name: 'of failures is DOWN, and a failure adds no sample',
      checks: checks('200 x 200'),
      states: '0 UP, 1 DOWN, 2 DEGRADED',
    },
    { name: 'takes no notice of checks that could not judge', checks: checks('200 ? 200'), states: '0 UP, 2 DEGRADED' },
    {
      name: 'by percentile',
      rule: { degradedThresholdMode: 'P95', degradedSamples: 3 },
      checks: checks('50 50 200 50'),
      states: '0 UP, 2 DEGRADED',
    },
    {
      name: 'forgets samples with a new epoch',
      checks: [...checks('200 200'), ...checks('200 200', 2, 2)],
      states: '0 UP, 1 DEGRADED, 2 UP, 3 DEGRADED',
    },
    {
      name: 'keeps pauses, and counts no check that ends in one',
      checks: [...checks('200 200 200'), ...checks('50', 2, 9)],
      record: [line(0, 'UP'), line(2, 'PAUSED'), line(8, 'PENDING'), line(9, 'UP')],
      states: '0 UP, 1 DEGRADED, 2 PAUSED, 8 PENDING, 9 UP',
    },
    {
      name: 'keeps gaps in observation, and drops states that the old policy decided',
      checks: [...checks('50 50'), ...checks('50', 1, 9)],
      record: [line(0, 'DEGRADED'), line(3, 'UNOBSERVED'), line(9, 'DEGRADED'), line(10, 'PAUSED')],
      states: '0 UP, 3 UNOBSERVED, 9 UP, 10 PAUSED',
    },
  ])('$name', ({ rule: change, checks: given, record = [], states }) => {
    expect(shown(replayPolicy(rule(change), given, record))).toBe(states);
  });

  it('never enters the state that it is in, and goes forward in time', () => {
    const word = fc.oneof(fc.constant('x'), fc.constant('?'), fc.integer({ min: 1, max: 200 }).map(String));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 1, max: 5 }), (words, degradedSamples) => {
        const lines = replayPolicy(rule({ degradedSamples }), checks(words.join(' ')), []);
        for (const [index, { at, state }] of lines.entries()) {
          const before = lines[index - 1];
          expect(before?.state).not.toBe(state);
          expect(before?.at ?? -1).toBeLessThan(at);
        }
      }),
    );
  });
});

it('can be made of monitors whose checks have a latency', () => {
  expect(MONITOR_TYPES.filter(isReplayable)).toEqual(['HTTP', 'KEYWORD', 'PING', 'PORT', 'DNS', 'SSL']);
});
