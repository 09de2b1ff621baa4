import { describe, expect, it } from '@jest/globals';
import { newestOfEach } from './newest-of-each.ts';

const said = (id: string, sequence: number, text = ''): { id: string; sequence: number; text: string } => ({
  id,
  sequence,
  text,
});

describe('the newest of each thing', () => {
  it.each([
    { name: 'is nothing of nothing', all: [], newest: [] },
    { name: 'is the only one', all: [said('a', 3)], newest: [said('a', 3)] },
    { name: 'has the highest sequence, in any order', all: [said('a', 4), said('a', 3)], newest: [said('a', 4)] },
    { name: 'is the last of equals', all: [said('a', 0, 'x'), said('a', 0, 'y')], newest: [said('a', 0, 'y')] },
    {
      name: 'is found for each by itself',
      all: [said('a', 1), said('b', 9), said('a', 2)],
      newest: [said('a', 2), said('b', 9)],
    },
  ])('$name', ({ all, newest }) => {
    expect(newestOfEach(all, ({ id }) => id)).toEqual(newest);
  });
});
