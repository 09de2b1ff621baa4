import { describe, expect, it } from '@jest/globals';
import { FAULTS, type FaultName } from './faults.ts';
import { planOf } from './plan.ts';

const kinds = Object.entries(FAULTS).map(([name, { touches, weight }]) => ({
  name: name as FaultName,
  touches,
  weight,
}));
const seeds = Array.from({ length: 50 }, (_, i) => i);

describe('the plan of a run', () => {
  it('is the same for the same seed, and another one for another seed', () => {
    expect(planOf(7, 40, kinds, 'kill')).toEqual(planOf(7, 40, kinds, 'kill'));
    expect(planOf(7, 40, kinds, 'kill')).not.toEqual(planOf(8, 40, kinds, 'kill'));
  });

  it.each([1, 2, 20, 300])('has %i faults if so many are wanted', (faults) => {
    for (const seed of seeds) expect(planOf(seed, faults, kinds, 'kill').flat()).toHaveLength(faults);
  });

  it('begins with a single kill', () => {
    for (const seed of seeds) expect(planOf(seed, 20, kinds, 'kill')[0]).toEqual(['kill']);
  });

  it('injects two faults at once, and never two that take the same thing away', () => {
    const rounds = seeds.flatMap((seed) => planOf(seed, 20, kinds, 'kill'));
    expect(rounds.some((round) => round.length === 2)).toBe(true);
    for (const round of rounds) {
      const touched = round.map((name) => FAULTS[name].touches);
      expect(new Set(touched).size).toBe(round.length);
      if (round.length > 1) expect(touched).not.toContain('everything');
    }
  });

  it('draws every kind in a run of 60', () => {
    for (const seed of seeds) expect(new Set(planOf(seed, 60, kinds, 'kill').flat()).size).toBe(kinds.length);
  });
});
