import { describe, expect, it } from '@jest/globals';
import { lookPauseMs, lookStep, type LookStep } from './alert-looks.ts';

describe('a look for due alerts', () => {
  it.each<{ name: string; freeChannels: number; isTold: boolean; step: LookStep }>([
    { name: 'claims what somebody has told of', freeChannels: 1, isTold: true, step: 'claim' },
    { name: 'asks first if nobody has', freeChannels: 8, isTold: false, step: 'ask-whether-alerts-wait' },
    { name: 'waits without a free place, told or not', freeChannels: 0, isTold: false, step: 'wait' },
    { name: 'keeps for later what it is told of without a free place', freeChannels: 0, isTold: true, step: 'wait' },
  ])('$name', ({ freeChannels, isTold, step }) => {
    expect(lookStep(freeChannels, isTold)).toBe(step);
  });

  it.each<{ name: string; areWaiting: boolean; pauseMs: number }>([
    { name: 'alerts wait, which become due by time alone', areWaiting: true, pauseMs: 500 },
    { name: 'no alert waits, unless another process died', areWaiting: false, pauseMs: 1_000 },
  ])('is followed by the next one after $pauseMs ms if $name', ({ areWaiting, pauseMs }) => {
    expect(lookPauseMs(areWaiting)).toBe(pauseMs);
  });
});
