import { describe, expect, it } from '@jest/globals';
import { pauseAfterMs, poll } from './poll.ts';

describe('the pause between two probes', () => {
  it.each([
    { name: 'is short at first', waitedMs: 0, pauseMs: 25 },
    { name: 'stays short in a short wait', waitedMs: 250, pauseMs: 25 },
    { name: 'is a tenth of a longer wait', waitedMs: 600, pauseMs: 60 },
    { name: 'grows no further after a second', waitedMs: 60_000, pauseMs: 100 },
  ])('$name', ({ waitedMs, pauseMs }) => {
    expect(pauseAfterMs(waitedMs)).toBe(pauseMs);
  });
});

describe('poll', () => {
  it('returns the first answer', async () => {
    const answers = [undefined, undefined, false];
    await expect(poll(async () => answers.shift(), { timeoutMs: 10_000, intervalMs: 1 })).resolves.toBe(false);
  });

  it('gives up when the time is over', async () => {
    await expect(poll(async () => undefined, { timeoutMs: 30 })).resolves.toBeUndefined();
  });
});
