import { describe, expect, it } from '@jest/globals';
import { dayTone } from './uptime-days.ts';

const NOTHING = { up: 0, degraded: 0, down: 0, pending: 0, paused: 0, unobserved: 0, maintenance: 0 };

describe('the tone of a day', () => {
  it.each([
    { name: 'up all day', seconds: { up: 86_400 }, tone: 'good' },
    { name: 'down for a second', seconds: { up: 80_000, degraded: 6_399, down: 1 }, tone: 'bad' },
    { name: 'slow for a second', seconds: { up: 86_399, degraded: 1 }, tone: 'slow' },
    { name: 'up beside a pause', seconds: { up: 1, paused: 86_399 }, tone: 'good' },
    { name: 'neither up nor down', seconds: { pending: 1, paused: 1, unobserved: 1, maintenance: 1 }, tone: 'none' },
  ])('$name', ({ seconds, tone }) => {
    expect(dayTone({ seconds: { ...NOTHING, ...seconds } })).toBe(tone);
  });
});
