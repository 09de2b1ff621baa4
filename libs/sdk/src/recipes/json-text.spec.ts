import { describe, expect, it } from '@jest/globals';
import { jsonText } from './json-text.ts';

const CASES: readonly { name: string; value: unknown; text: string }[] = [
  { name: 'a text, with what JSON escapes', value: 'a "b"\n', text: String.raw`"a \"b\"\n"` },
  { name: 'nothing', value: null, text: 'null' },
  { name: 'an object without fields', value: {}, text: '{}' },
  { name: 'a list without items', value: [], text: '[]' },
  { name: 'one field a line', value: { a: 1, b: { c: true } }, text: '{\n  "a": 1,\n  "b": {\n    "c": true\n  }\n}' },
  {
    name: 'a short list of plain values on one line',
    value: { a: [200, null, 'x'] },
    text: '{\n  "a": [200, null, "x"]\n}',
  },
  { name: 'a list of objects with one item a line', value: [{}, {}], text: '[\n  {},\n  {}\n]' },
  { name: 'a list of 72 characters on one line', value: ['x'.repeat(68)], text: `["${'x'.repeat(68)}"]` },
  { name: 'a longer list with one item a line', value: ['x'.repeat(69)], text: `[\n  "${'x'.repeat(69)}"\n]` },
];

describe('JSON for people', () => {
  it.each(CASES)('writes $name', ({ value, text }) => {
    expect(jsonText(value)).toBe(text);
    expect(JSON.parse(text)).toEqual(value);
  });
});
