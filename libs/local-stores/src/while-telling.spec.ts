import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { whileTelling } from './while-telling.ts';

/** The longest silence that a user is left in. */
const LONGEST_SILENCE_MS = 5_000;

describe('a long piece of work', () => {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
    lines.splice(0);
  });

  it('is told of at least every five seconds, and no longer when it is done', async () => {
    const work = Promise.withResolvers<string>();
    const done = whileTelling(report, 'Still at it', () => work.promise);
    for (let told = 1; told <= 3; told += 1) {
      jest.advanceTimersByTime(LONGEST_SILENCE_MS);
      expect(lines.length).toBeGreaterThanOrEqual(told);
    }
    expect(new Set(lines)).toEqual(new Set(['Still at it']));
    work.resolve('done');
    expect(await done).toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('that fails is not told of any more, and fails as it did', async () => {
    const failed = whileTelling(report, 'Still at it', () => Promise.reject(new Error('no room')));
    await expect(failed).rejects.toThrow('no room');
    expect(jest.getTimerCount()).toBe(0);
  });
});
