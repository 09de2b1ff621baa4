import { describe, expect, it } from '@jest/globals';
import { MONITOR_STATES } from '@vedette/contract';
import { stateTones } from './tone.ts';

describe('the look of a state', () => {
  it('is that of something wrong for DOWN alone', () => {
    expect(MONITOR_STATES.filter((state) => stateTones[state] === 'bad')).toEqual(['DOWN']);
  });
});
