import { describe, expect, it } from '@jest/globals';
import { choice, nameText, quoted } from './option.ts';

const now = new Date(0);

describe('an option that takes a name', () => {
  const rows: { name: string; text: string; ok: boolean }[] = [
    { name: 'empty', text: '', ok: false },
    { name: 'one character', text: 'a', ok: true },
    { name: '120 characters', text: 'a'.repeat(120), ok: true },
    { name: '121 characters', text: 'a'.repeat(121), ok: false },
    { name: '120 characters of two units each', text: '🛰'.repeat(120), ok: true },
    { name: 'letters of any script and quotes', text: 'Müller & "Söhne" 株式会社', ok: true },
    { name: 'a line feed', text: 'a\nb', ok: false },
    { name: 'an escape sequence', text: '\u001B[31mred', ok: false },
    { name: 'delete', text: 'a\u007F', ok: false },
    { name: 'a C1 control', text: 'a\u0085', ok: false },
    { name: 'a line separator', text: 'a\u2028b', ok: false },
    { name: 'half a surrogate pair', text: 'a\uD83D', ok: false },
  ];
  it.each(rows)('$name', ({ text, ok }) => {
    expect(nameText.read(text, now)).toEqual(
      ok ? { ok: true, value: text } : { ok: false, expected: '1 to 120 characters, none of them a control character' },
    );
  });
});

describe('an option that takes one of several words', () => {
  const reader = choice(['ACTIVE', 'PAST_DUE', 'CANCELED']);
  const rows: { text: string; expected?: string }[] = [
    { text: 'ACTIVE' },
    { text: 'CANCELED' },
    { text: 'active', expected: 'ACTIVE, PAST_DUE or CANCELED, not "active"' },
    { text: '', expected: 'ACTIVE, PAST_DUE or CANCELED, not ""' },
    { text: 'a\nb', expected: 'ACTIVE, PAST_DUE or CANCELED, not "a\\nb"' },
  ];
  it.each(rows)('$text', ({ text, expected }) => {
    expect(reader.read(text, now)).toEqual(
      expected === undefined ? { ok: true, value: text } : { ok: false, expected },
    );
  });
});

describe('what was typed, in a sentence', () => {
  const rows = [
    { text: 'x', shown: '"x"' },
    { text: 'a\nb', shown: String.raw`"a\nb"` },
    { text: 'a'.repeat(60), shown: `"${'a'.repeat(60)}"` },
    { text: 'a'.repeat(61), shown: `"${'a'.repeat(60)}…"` },
  ];
  it.each(rows)('$text', ({ text, shown }) => {
    expect(quoted(text)).toBe(shown);
  });
});
