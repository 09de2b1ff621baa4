import { expect, it } from '@jest/globals';
import { longestSilenceMs, observationGap, type Gap, type Observed } from './observation-gap.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const observed: Observed = {
  type: 'HTTP',
  intervalSeconds: 60,
  timeoutSeconds: 10,
  state: 'UP',
  since: at(-9_000),
  observedAt: at(0),
};
const NONE: Gap = { kind: 'none' };

it('allows two intervals, two attempts and half a minute', () => {
  expect(longestSilenceMs(observed)).toBe(170_000);
});

it.each<{ name: string; change?: Partial<Observed>; until: Date; gap: Gap }>([
  { name: 'below the limit', until: at(169), gap: NONE },
  { name: 'at the limit', until: at(170), gap: NONE },
  {
    name: 'above the limit, since the last result',
    until: new Date(at(170).getTime() + 1),
    gap: { kind: 'since', at: at(0) },
  },
  { name: 'a newer state is the latest news', change: { since: at(100) }, until: at(200), gap: NONE },
  { name: 'since a newer state', change: { since: at(100) }, until: at(300), gap: { kind: 'since', at: at(100) } },
  {
    name: 'DOWN is a state to observe too',
    change: { state: 'DOWN' },
    until: at(300),
    gap: { kind: 'since', at: at(0) },
  },
  { name: 'DEGRADED too', change: { state: 'DEGRADED' }, until: at(300), gap: { kind: 'since', at: at(0) } },
  { name: 'PENDING is unobserved by itself', change: { state: 'PENDING' }, until: at(9_999), gap: NONE },
  { name: 'PAUSED is unobserved by itself', change: { state: 'PAUSED' }, until: at(9_999), gap: NONE },
  { name: 'a cron job reports by itself', change: { type: 'CRON' }, until: at(9_999), gap: NONE },
  { name: 'on record already', change: { observedAt: null }, until: at(1), gap: { kind: 'open' } },
])('$name', ({ change, until, gap }) => {
  expect(observationGap({ ...observed, ...change }, until)).toEqual(gap);
});
