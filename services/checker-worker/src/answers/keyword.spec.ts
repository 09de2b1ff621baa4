import { describe, expect, it } from '@jest/globals';
import { KeywordSearch } from './keyword-search.ts';
import { keywordFault } from './keyword.ts';

const isIn = (text: string): boolean => {
  const search = new KeywordSearch('welcome', undefined);
  search.add(Buffer.from(text));
  return search.look();
};

describe('keywordFault', () => {
  it.each<[string, 'EXISTS' | 'NOT_EXISTS', string, boolean, string | null]>([
    ['there, as it should', 'EXISTS', 'all is welcome here', false, null],
    ['not there', 'EXISTS', 'nothing', false, 'Keyword "welcome" is not in the response'],
    ['in another case', 'EXISTS', 'WELCOME', false, 'Keyword "welcome" is not in the response'],
    [
      'not in the part that was read',
      'EXISTS',
      'x',
      true,
      'Keyword "welcome" is not in the first 2 MiB of the response',
    ],
    ['in the part that was read', 'EXISTS', 'welcome', true, null],
    ['there, as it should not', 'NOT_EXISTS', 'welcome', false, 'Keyword "welcome" is in the response'],
    ['not there, as it should', 'NOT_EXISTS', 'nothing', false, null],
    ['nothing at all', 'EXISTS', '', false, 'Keyword "welcome" is not in the response'],
  ])('%s', (_name, keywordMatch, text, isTruncated, fault) => {
    expect(keywordFault({ keyword: 'welcome', keywordMatch }, isIn(text), isTruncated)).toBe(fault);
  });

  it('cuts no character of a long keyword in two', () => {
    const target = { keyword: '😀'.repeat(101), keywordMatch: 'EXISTS' as const };
    expect(keywordFault(target, false, false)).toBe(`Keyword "${'😀'.repeat(100)}…" is not in the response`);
  });

  it('shortens a long keyword in its sentence', () => {
    const target = { keyword: 'k'.repeat(101), keywordMatch: 'EXISTS' as const };
    expect(keywordFault(target, false, false)).toBe(`Keyword "${'k'.repeat(100)}…" is not in the response`);
  });
});
