import { describe, expect, it } from '@jest/globals';
import { isIdempotencyKey } from './idempotency-key.ts';

describe('isIdempotencyKey', () => {
  it.each([
    { name: 'one character', text: 'a', expected: true },
    { name: 'every kind of character', text: 'azAZ09._:-', expected: true },
    { name: '200 characters', text: 'k'.repeat(200), expected: true },
    { name: '201 characters', text: 'k'.repeat(201), expected: false },
    { name: 'nothing', text: '', expected: false },
    { name: 'a space', text: 'a b', expected: false },
    { name: 'a slash', text: 'a/b', expected: false },
    { name: 'a letter beyond ASCII', text: 'ä', expected: false },
    { name: 'a line break at the end', text: 'a\n', expected: false },
  ])('$name: $expected', ({ text, expected }) => {
    expect(isIdempotencyKey(text)).toBe(expected);
  });
});
