import { describe, expect, it } from '@jest/globals';
import type { LatencyStep } from '@vedette/contract';
import { stepsOf } from './latency-steps.ts';

const at = (text: string): Date => new Date(text);
const range = (from: string, to: string) => ({ from: at(from), to: at(to) });
const KEPT_FROM = at('2026-03-01T00:00:00Z');

describe('the steps of a range', () => {
  it.each<[string, string, string, LatencyStep, number, string, string]>([
    ['a day', '2026-04-01T00:00Z', '2026-04-02T00:00Z', 'auto', 60, '2026-04-01T00:00Z', '2026-04-02T00:00Z'],
    [
      'the most minutes',
      '2026-04-01T00:00Z',
      '2026-04-02T09:20Z',
      'auto',
      60,
      '2026-04-01T00:00Z',
      '2026-04-02T09:20Z',
    ],
    [
      'a minute more',
      '2026-04-01T00:00Z',
      '2026-04-02T09:21Z',
      'auto',
      3_600,
      '2026-04-01T00:00Z',
      '2026-04-02T10:00Z',
    ],
    ['30 days', '2026-03-02T00:00Z', '2026-04-01T00:00Z', 'auto', 3_600, '2026-03-02T00:00Z', '2026-04-01T00:00Z'],
    ['90 days', '2026-01-01T00:00Z', '2026-04-01T00:00Z', 'auto', 86_400, '2026-01-01T00:00Z', '2026-04-01T00:00Z'],
    [
      'a day whose checks are gone',
      '2026-02-01T00:00Z',
      '2026-02-02T00:00Z',
      'auto',
      3_600,
      '2026-02-01T00:00Z',
      '2026-02-02T00:00Z',
    ],
    [
      'the first that are kept',
      '2026-03-01T00:00Z',
      '2026-03-02T00:00Z',
      'auto',
      60,
      '2026-03-01T00:00Z',
      '2026-03-02T00:00Z',
    ],
    [
      'parts of steps at both ends',
      '2026-04-01T10:59:59.999Z',
      '2026-04-01T12:00:00.001Z',
      '3600',
      3_600,
      '2026-04-01T10:00Z',
      '2026-04-01T13:00Z',
    ],
    [
      'a local day on which clocks go forward: two days in UTC',
      '2026-03-29T00:00:00+01:00',
      '2026-03-30T00:00:00+02:00',
      '86400',
      86_400,
      '2026-03-28T00:00Z',
      '2026-03-30T00:00Z',
    ],
    ['one moment', '2026-04-01T10:30Z', '2026-04-01T10:30:00.001Z', '60', 60, '2026-04-01T10:30Z', '2026-04-01T10:31Z'],
  ])('%s', (_, from, to, wanted, seconds, first, last) => {
    expect(stepsOf(range(from, to), wanted, KEPT_FROM)).toEqual({
      kind: 'steps',
      steps: { seconds, ...range(first, last) },
    });
  });

  it.each<[LatencyStep, string, number]>([
    ['60', '2026-04-02T09:20:00.001Z', 2_001],
    ['3600', '2026-06-23T08:00:00.001Z', 2_001],
  ])('of %s s are refused when they are too many', (wanted, to, points) => {
    expect(stepsOf(range('2026-04-01T00:00:00Z', to), wanted, KEPT_FROM)).toEqual({
      kind: 'refused',
      faults: [{ path: 'step', message: `step ${wanted} gives ${points} points in this range; the limit is 2000` }],
    });
  });
});
