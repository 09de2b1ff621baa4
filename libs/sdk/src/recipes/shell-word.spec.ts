import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { shellWord } from './shell-word.ts';

const CASES: readonly { readonly name: string; readonly text: string; readonly word: string }[] = [
  { name: 'a plain word', text: 'https://example.com/a-b_c.d:8080', word: 'https://example.com/a-b_c.d:8080' },
  { name: 'nothing', text: '', word: `''` },
  { name: 'a space', text: 'a b', word: `'a b'` },
  { name: 'a query', text: '/a?b=c&d', word: `'/a?b=c&d'` },
  { name: 'a single quote', text: `it's`, word: String.raw`'it'\''s'` },
  { name: 'only single quotes', text: `''`, word: String.raw`''\'''\'''` },
  { name: 'double quotes', text: '{"a":1}', word: `'{"a":1}'` },
  { name: 'a variable', text: '$HOME', word: `'$HOME'` },
  { name: 'a command', text: '$(id) `id`', word: `'$(id) \`id\`'` },
  { name: 'a backslash', text: String.raw`a\n`, word: String.raw`'a\n'` },
  { name: 'a line break', text: 'a\nb', word: `'a\nb'` },
  { name: 'a tilde', text: '~root', word: `'~root'` },
  { name: 'history', text: '!!', word: `'!!'` },
  { name: 'globs and braces', text: '*?[a]{b,c}', word: `'*?[a]{b,c}'` },
  { name: 'the end of a command', text: 'a;b|c&d>e<f#g', word: `'a;b|c&d>e<f#g'` },
  { name: 'other alphabets', text: 'Müller 🚨', word: `'Müller 🚨'` },
];

describe('shellWord', () => {
  it.each(CASES)('writes $name', ({ text, word }) => {
    expect(shellWord(text)).toBe(word);
  });

  it('is read by a shell as it was meant', () => {
    const words = CASES.map(({ text }) => shellWord(text)).join(' ');
    const read = execFileSync('sh', ['-c', String.raw`printf '%s\0' ${words}`], { encoding: 'utf8' });
    expect(read.split('\0').slice(0, -1)).toEqual(CASES.map(({ text }) => text));
  });
});
