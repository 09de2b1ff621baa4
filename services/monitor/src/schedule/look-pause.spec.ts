import { describe, expect, it } from '@jest/globals';
import type { CheckLane } from '@vedette/contract';
import { pauseBeforeLook } from './look-pause.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

describe('the pause of the schedule', () => {
  it.each<{ name: string; lane: CheckLane; inMs: number | null; pauseMs: number }>([
    { name: 'nothing is planned', lane: 'FAST', inMs: null, pauseMs: 250 },
    { name: 'a check is due, for which there is no place', lane: 'FAST', inMs: -5_000, pauseMs: 50 },
    { name: 'the same in the slow lane', lane: 'SLOW', inMs: -5_000, pauseMs: 100 },
    { name: 'a check is due at once', lane: 'FAST', inMs: 1, pauseMs: 50 },
    { name: 'a check is due after the shortest pause', lane: 'FAST', inMs: 51, pauseMs: 51 },
    { name: 'a check is due within the longest pause', lane: 'SLOW', inMs: 200, pauseMs: 200 },
    { name: 'a check is due after the longest pause', lane: 'SLOW', inMs: 251, pauseMs: 250 },
  ])('if $name ($lane, $inMs ms): $pauseMs ms', ({ lane, inMs, pauseMs }) => {
    const nextAt = inMs === null ? null : new Date(NOW.getTime() + inMs);
    expect(pauseBeforeLook(lane, nextAt, NOW)).toBe(pauseMs);
  });
});
