import { describe, expect, it } from '@jest/globals';
import { phaseBars } from './phase-bars.ts';

const nothing = { dns: null, connect: null, tls: null, firstByte: null, total: null };

describe('phaseBars', () => {
  it.each([
    { name: 'nothing at all', phases: nothing, longest: 0, bars: [] },
    {
      name: 'an answer: every phase of it',
      phases: { dns: 10, connect: 20, tls: 30, firstByte: 40, total: 100 },
      longest: 200,
      bars: ['dns 10 5', 'connect 20 10', 'tls 30 15', 'firstByte 40 20'],
    },
    {
      name: 'a timeout: what was waited for in vain',
      phases: { ...nothing, dns: 10, connect: 40, total: 100 },
      longest: 100,
      bars: ['dns 10 10', 'connect 40 40', 'rest 50 50'],
    },
    { name: 'nothing but the total', phases: { ...nothing, total: 80 }, longest: 80, bars: ['rest 80 100'] },
    {
      name: 'a total that was rounded down',
      phases: { ...nothing, dns: 3, connect: 3, total: 5 },
      longest: 10,
      bars: ['dns 3 30', 'connect 3 30'],
    },
  ])('$name', ({ phases, longest, bars }) => {
    expect(phaseBars(phases, longest).map(({ phase, ms, percent }) => `${phase} ${ms} ${percent}`)).toEqual(bars);
  });
});
