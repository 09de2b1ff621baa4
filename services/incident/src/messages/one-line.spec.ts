import { describe, expect, it } from '@jest/globals';
import { oneLine } from './one-line.ts';

describe('a name in a sentence', () => {
  it.each([
    { name: 'is kept', text: 'Shop 1', line: 'Shop 1' },
    { name: 'is kept in its own script', text: 'متجر نورث ويند 24', line: 'متجر نورث ويند 24' },
    { name: 'keeps emoji that are joined of several', text: 'Shop 👩\u200D🚀', line: 'Shop 👩\u200D🚀' },
    { name: 'breaks no line', text: 'Shop\r\nBcc: all@example.com\t2', line: 'Shop Bcc: all@example.com 2' },
    { name: 'breaks no line by a separator of Unicode', text: 'Shop\u20281', line: 'Shop 1' },
    { name: 'has no control character', text: 'Shop\u001B[31m', line: 'Shop [31m' },
    { name: 'turns nothing around', text: 'Shop \u202Enwod si\u202C 1', line: 'Shop nwod si 1' },
    { name: 'opens no part of another direction', text: '\u2067Shop\u2066', line: 'Shop' },
    { name: 'is never empty', text: '\u202E \n', line: 'Unnamed' },
  ])('$name', ({ text, line }) => {
    expect(oneLine(text)).toBe(line);
  });
});
