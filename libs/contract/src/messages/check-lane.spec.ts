import { describe, expect, it } from '@jest/globals';
import { laneOf, paceOf, SLOW_AFTER_MS, type CheckLane, type CheckPace } from './check-lane.ts';

const took = (longestAttemptMs: number, hasTimedOut = false): CheckPace => ({ longestAttemptMs, hasTimedOut });

describe('laneOf', () => {
  it.each<[string, CheckPace, CheckLane]>([
    ['a quick answer', took(20), 'FAST'],
    ['an answer just in time', took(SLOW_AFTER_MS), 'FAST'],
    ['an answer just too late', took(SLOW_AFTER_MS + 1), 'SLOW'],
    ['a long timeout', took(60_000, true), 'SLOW'],
    ['a timeout shorter than the limit', took(1_000, true), 'SLOW'],
    ['a failure at once', took(0), 'FAST'],
  ])('%s', (_name, pace, lane) => {
    expect(laneOf(pace)).toBe(lane);
  });
});

describe('paceOf', () => {
  it.each<[string, CheckPace[], CheckPace | null]>([
    ['no attempt', [], null],
    ['one attempt', [took(5)], took(5)],
    ['the longest of two', [took(5), took(7)], took(7)],
    ['the longest, and the timeout of the other', [took(1_000, true), took(1_500)], took(1_500, true)],
  ])('%s', (_name, attempts, pace) => {
    expect(paceOf(attempts)).toEqual(pace);
  });
});
