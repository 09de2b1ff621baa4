import { describe, expect, it } from '@jest/globals';
import { visibleRows } from './visible-rows.ts';

describe('the rows of a long table that are drawn', () => {
  it.each([
    { name: 'an empty table', top: 100, rows: 0, first: 0, end: 0 },
    { name: 'a table that fits', top: 100, rows: 5, first: 0, end: 5 },
    { name: 'the beginning of a long table', top: 100, rows: 10_000, first: 0, end: 30 },
    { name: 'the middle of a long table', top: -40_000, rows: 10_000, first: 988, end: 1_032 },
    { name: 'the end of a long table', top: -399_200, rows: 10_000, first: 9_968, end: 10_000 },
    { name: 'a table that has become shorter', top: -40_000, rows: 50, first: 50, end: 50 },
  ])('in $name', ({ top, rows, first, end }) => {
    expect(visibleRows({ top, height: 800 }, 40, rows)).toEqual({ first, end });
  });
});
