import { describe, expect, it } from '@jest/globals';
import { pauseUntilDue } from '@vedette/messaging';
import { BATCH, isDecisionDue, LOOK_PAUSES, mayMoreBeDue } from './decision-looks.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const inMs = (ms: number | null): Date | null => (ms === null ? null : new Date(NOW.getTime() + ms));

describe('a look for due decisions', () => {
  it.each([
    { name: 'none is planned', nextInMs: null, isDue: false, pauseMs: 1_000 },
    { name: 'one is overdue, because it failed', nextInMs: -60_000, isDue: true, pauseMs: 500 },
    { name: 'one is due at this instant', nextInMs: 0, isDue: true, pauseMs: 500 },
    { name: 'one is due in a moment', nextInMs: 1, isDue: false, pauseMs: 500 },
    { name: 'one is due within a second', nextInMs: 700, isDue: false, pauseMs: 700 },
    { name: 'one is due in an hour', nextInMs: 3_600_000, isDue: false, pauseMs: 1_000 },
  ])('if $name: finds it $isDue, and is followed by another $pauseMs ms later', ({ nextInMs, isDue, pauseMs }) => {
    expect(isDecisionDue(inMs(nextInMs), NOW)).toBe(isDue);
    expect(pauseUntilDue(inMs(nextInMs), NOW, LOOK_PAUSES)).toBe(pauseMs);
  });

  it.each([
    { name: 'nothing was due', read: 0, failed: 0, goesOn: false },
    { name: 'the batch was not full', read: BATCH - 1, failed: 0, goesOn: false },
    { name: 'the batch was full', read: BATCH, failed: 0, goesOn: true },
    { name: 'the batch was full and one of it failed', read: BATCH, failed: 1, goesOn: false },
    { name: 'all of the batch failed', read: BATCH, failed: BATCH, goesOn: false },
  ])('goes on if $name: $goesOn', ({ read, failed, goesOn }) => {
    expect(mayMoreBeDue(read, failed)).toBe(goesOn);
  });
});
