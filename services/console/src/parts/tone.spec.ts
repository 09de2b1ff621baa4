import { describe, expect, it } from '@jest/globals';
import { MONITOR_STATES } from '@vedette/contract';
import { STATE_TONES } from './tone.ts';

describe('the look of a state', () => {
  it('is that of something wrong for DOWN alone', () => {
    expect(MONITOR_STATES.filter((state) => STATE_TONES[state] === 'bad')).toEqual(['DOWN']);
  });
});
