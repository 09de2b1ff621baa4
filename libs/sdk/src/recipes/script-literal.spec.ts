import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scriptLiteral } from './script-literal.ts';

const context = createContext();

function evaluated(literal: string): string {
  return runInContext(`JSON.stringify(${literal})`, context) as string;
}

describe('scriptLiteral', () => {
  it.each<{ name: string; value: unknown; literal: string }>([
    { name: 'null', value: null, literal: 'null' },
    { name: 'a number', value: -1.5, literal: '-1.5' },
    { name: 'a boolean', value: false, literal: 'false' },
    { name: 'a text', value: 'Shop', literal: `'Shop'` },
    { name: 'nothing', value: '', literal: `''` },
    { name: 'quotes', value: `it's "so"`, literal: String.raw`'it\'s "so"'` },
    { name: 'a backslash before a quote', value: String.raw`\"`, literal: String.raw`'\\"'` },
    { name: 'a line break', value: 'a\nb', literal: String.raw`'a\nb'` },
    { name: 'line breaks of Unicode', value: '\u2028\u2029', literal: String.raw`'\u2028\u2029'` },
    { name: 'a template', value: '${a}`', literal: "'${a}`'" },
    { name: 'half a character', value: '\uD83D', literal: String.raw`'\ud83d'` },
    { name: 'no fields', value: {}, literal: '{}' },
    { name: 'no items', value: [], literal: '[]' },
    { name: 'fields', value: { name: 'Shop', port: 80 }, literal: `{ name: 'Shop', port: 80 }` },
    { name: 'names that are no identifiers', value: { 'X-A': 1, '1': 2 }, literal: `{ '1': 2, 'X-A': 1 }` },
    { name: 'the name of the prototype', value: JSON.parse('{"__proto__":1}'), literal: `{ ['__proto__']: 1 }` },
    { name: 'lists', value: { ids: ['a', 'b'] }, literal: `{ ids: ['a', 'b'] }` },
    {
      name: 'what is long, on several lines',
      value: { name: 'n'.repeat(60), url: 'u'.repeat(60), list: [{ a: 1 }] },
      literal: `{\n  name: '${'n'.repeat(60)}',\n  url: '${'u'.repeat(60)}',\n  list: [{ a: 1 }],\n}`,
    },
  ])('writes $name', ({ value, literal }) => {
    expect(scriptLiteral(value)).toBe(literal);
    expect(evaluated(literal)).toBe(JSON.stringify(value));
  });

  it('means the same value, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(evaluated(scriptLiteral(value))).toBe(JSON.stringify(value));
      }),
    );
  });
});
