import { describe, expect, it } from '@jest/globals';
import { parseStatusRanges, statusRanges } from './status-ranges.ts';

describe('status codes', () => {
  it.each([
    { codes: [], text: '' },
    { codes: [200], text: '200' },
    { codes: [200, 201, 202, 204], text: '200–202, 204' },
    { codes: [301, 200, 302, 200], text: '200, 301–302' },
  ])('$codes are written as "$text"', ({ codes, text }) => {
    expect(statusRanges(codes)).toBe(text);
    expect(parseStatusRanges(text)).toEqual([...new Set(codes)].toSorted((one, other) => one - other));
  });

  it.each([
    { text: '200-202', codes: [200, 201, 202] },
    { text: ' 200 ,, 301 ', codes: [200, 301] },
    { text: 'ok', codes: ['ok'] },
    { text: '300-200', codes: ['300-200'] },
    { text: '2000', codes: ['2000'] },
  ])('"$text" is read as $codes', ({ text, codes }) => {
    expect(parseStatusRanges(text)).toEqual(codes);
  });
});
