import { describe, expect, it } from '@jest/globals';
import { phaseBars } from './phase-bars.ts';

const nothing = { dns: null, connect: null, tls: null, firstByte: null, total: null };

describe('the bars', () => {
  it.each([
    { name: 'an attempt without times: none', phases: nothing, longest: 0, bars: [] },
    {
      name: 'an answer: every phase of it',
      phases: { dns: 10, connect: 20, tls: 30, firstByte: 40, total: 100 },
      longest: 200,
      bars: ['dns 10 5', 'connect 20 10', 'tls 30 15', 'firstByte 40 20'],
    },
    {
      name: 'a timeout: the time after the last phase, too',
      phases: { ...nothing, dns: 10, connect: 40, total: 100 },
      longest: 100,
      bars: ['dns 10 10', 'connect 40 40', 'rest 50 50'],
    },
    {
      name: 'an attempt with a total alone: the total',
      phases: { ...nothing, total: 80 },
      longest: 80,
      bars: ['rest 80 100'],
    },
    {
      name: 'a total that was rounded down',
      phases: { ...nothing, dns: 3, connect: 3, total: 5 },
      longest: 10,
      bars: ['dns 3 30', 'connect 3 30'],
    },
  ])('of $name', ({ phases, longest, bars }) => {
    expect(phaseBars(phases, longest).map(({ phase, ms, percent }) => `${phase} ${ms} ${percent}`)).toEqual(bars);
  });
});
