import { describe, expect, it } from '@jest/globals';
import { sparkline } from './sparkline.ts';

describe('sparkline', () => {
  it.each([
    { name: 'nothing', values: [], path: '' },
    { name: 'nothing but gaps', values: [null, null], path: '' },
    { name: 'a line', values: [10, 20, 0], path: 'M0 5L10 0L20 10' },
    { name: 'a line with a gap', values: [10, 10, null, 5, 10], path: 'M0 0L5 0M15 5L20 0' },
    { name: 'one number between gaps', values: [null, 4, null], path: 'M10 0h2' },
    { name: 'one number alone', values: [4], path: 'M0 0h2' },
    { name: 'zeros', values: [0, 0], path: 'M0 10L20 10' },
  ])('draws $name', ({ values, path }) => {
    expect(sparkline(values, 20, 10)).toBe(path);
  });
});
