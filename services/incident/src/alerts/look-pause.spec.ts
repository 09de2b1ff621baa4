import { describe, expect, it } from '@jest/globals';
import { lookPauseMs } from './look-pause.ts';

describe('the pause before the next look for due alerts', () => {
  it.each<{ name: string; areWaiting: boolean; pauseMs: number }>([
    { name: 'alerts wait, which become due by time alone', areWaiting: true, pauseMs: 500 },
    { name: 'no alert waits, unless another process died', areWaiting: false, pauseMs: 1_000 },
  ])('if $name: $pauseMs ms', ({ areWaiting, pauseMs }) => {
    expect(lookPauseMs(areWaiting)).toBe(pauseMs);
  });
});
