import { describe, expect, it } from '@jest/globals';
import { pauseUntilDue } from './due-pause.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const LIMITS = { shortestMs: 50, longestMs: 1_000 };

describe('the pause before the next look', () => {
  it.each<{ name: string; inMs: number | null; pauseMs: number }>([
    { name: 'nothing is planned', inMs: null, pauseMs: 1_000 },
    { name: 'work is overdue, and could not be done', inMs: -5_000, pauseMs: 50 },
    { name: 'work is due at once', inMs: 1, pauseMs: 50 },
    { name: 'work is due at the end of the shortest pause', inMs: 50, pauseMs: 50 },
    { name: 'work is due after the shortest pause', inMs: 51, pauseMs: 51 },
    { name: 'work is due at the end of the longest pause', inMs: 1_000, pauseMs: 1_000 },
    { name: 'work is due after the longest pause', inMs: 1_001, pauseMs: 1_000 },
  ])('if $name ($inMs ms): $pauseMs ms', ({ inMs, pauseMs }) => {
    const nextAt = inMs === null ? null : new Date(NOW.getTime() + inMs);
    expect(pauseUntilDue(nextAt, NOW, LIMITS)).toBe(pauseMs);
  });
});
