import { describe, expect, it } from '@jest/globals';
import { matching, movedTo } from './palette-match.ts';

const entries = ['Overview', 'Monitors', 'New monitor', 'API keys', 'Audit log'].map((text) => ({ text }));

describe('the palette', () => {
  it.each([
    { typed: '', is: ['Overview', 'Monitors', 'New monitor', 'API keys', 'Audit log'] },
    { typed: 'mon', is: ['Monitors', 'New monitor'] },
    { typed: ' MONITOR  n', is: ['Monitors', 'New monitor'] },
    { typed: 'new mon', is: ['New monitor'] },
    { typed: 'log', is: ['Audit log'] },
    { typed: 'nothing', is: [] },
  ])('finds $is for $typed', ({ typed, is }) => {
    expect(matching(entries, typed).map(({ text }) => text)).toEqual(is);
  });
});

describe('an arrow key in the palette', () => {
  it.each([
    { index: 0, by: 1, count: 3, is: 1 },
    { index: 2, by: 1, count: 3, is: 0 },
    { index: 0, by: -1, count: 3, is: 2 },
    { index: 0, by: 1, count: 0, is: 0 },
  ])('leads from $index by $by of $count to $is', ({ index, by, count, is }) => {
    expect(movedTo(index, by, count)).toBe(is);
  });
});
