import { describe, expect, it } from '@jest/globals';
import { assert, property, string, uint8Array } from 'fast-check';
import { storableBody, storableInstant, storableLine, storableText } from './storable-text.ts';

describe('storableText', () => {
  it.each<[string, string, number, string]>([
    ['text as it is', 'Grüße 😀\n\tok', 20, 'Grüße 😀\n\tok'],
    ['U+0000', 'a\0b', 20, 'a\uFFFDb'],
    ['a lone high surrogate', 'a\uD83Db', 20, 'a\uFFFDb'],
    ['a lone low surrogate', 'a\uDE00b', 20, 'a\uFFFDb'],
    ['an escape sequence', 'a\u001B[31mb', 20, 'a\uFFFD[31mb'],
    ['DEL and C1', 'a\u007F\u0085\u009Fb', 20, 'a\uFFFD\uFFFD\uFFFDb'],
    ['what turns the direction', 'a\u202Eb\u2066c', 20, 'a\uFFFDb\uFFFDc'],
    ['separators of lines', 'a\u2028b\u2029c', 20, 'a\uFFFDb\uFFFDc'],
    ['as much as it may have', 'abcde', 5, 'abcde'],
    ['more than it may have', 'abcdef', 5, 'abcd…'],
    ['a pair at the limit', 'abc😀f', 5, 'abc…'],
    ['a pair before the limit', 'ab😀fg', 5, 'ab😀…'],
  ])('takes %s', (_name, text, maxLength, stored) => {
    expect(storableText(text, maxLength)).toBe(stored);
  });

  it('makes any text storable, once and for all', () => {
    const any = string({ unit: 'binary', maxLength: 600 });
    assert(
      property(any, (text) => {
        const stored = storableText(text, 100);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain('\0');
        expect(stored.length).toBeLessThanOrEqual(100);
        expect(storableText(stored, 100)).toBe(stored);
        expect(storableLine(text)).toMatch(/^[^\n\r\t\0]{0,500}$/u);
      }),
    );
  });

  it('makes text of any bytes', () => {
    assert(
      property(uint8Array({ maxLength: 300 }), (bytes) => {
        const stored = storableBody(bytes, 100);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain('\0');
        expect(stored.length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

it('storableLine puts everything into one line of 500 characters', () => {
  expect(storableLine('a\r\nb\tc')).toBe('a  b c');
  expect(storableLine('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`);
});

it.each<[string, Date | null, boolean]>([
  ['today', new Date('2026-11-15T00:00:00Z'), true],
  ['the last that has four digits', new Date('9999-12-31T23:59:59.999Z'), true],
  ['the first', new Date('0001-01-01T00:00:00Z'), true],
  ['one of the year 10000', new Date('+010000-01-01T00:00:00Z'), false],
  ['one of the year 0', new Date('0000-12-31T00:00:00Z'), false],
  ['no instant at all', new Date(Number.NaN), false],
  ['none', null, false],
])('storableInstant takes %s', (_name, instant, isKept) => {
  expect(storableInstant(instant)).toBe(isKept ? instant : null);
});
