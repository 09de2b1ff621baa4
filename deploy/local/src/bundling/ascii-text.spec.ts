import { describe, expect, it } from '@jest/globals';
import { runInNewContext } from 'node:vm';
import { asciiText } from './ascii-text.ts';

describe('a program in ASCII', () => {
  it.each([
    { name: 'a string', program: `'µ – 😀'` },
    { name: 'a template', program: '`${1 + 1} – µ`' },
    { name: 'a pattern', program: '/^[µ…]+$/.test("…µ") && /^.$/u.test("😀") && !/^[😀]$/u.test("😁")' },
    { name: 'a name', program: 'const größe = 2; größe + 1' },
    { name: 'a comment', program: '/* – */ 5 // …' },
    { name: 'an escape of its own', program: String.raw`'\u2013\\'` },
  ])('does the same: $name', ({ program }) => {
    const text = asciiText(program);
    expect(text).toMatch(/^[ -~]+$/);
    expect(runInNewContext(text)).toBe(runInNewContext(program));
  });

  it.each([
    { name: 'after a backslash', program: String.raw`/\–/` },
    { name: 'in a raw template', program: 'String.raw`a–b`' },
  ])('is refused if an escape would mean another text: $name', ({ program }) => {
    expect(() => asciiText(program)).toThrow('has no equal in ASCII');
  });
});
