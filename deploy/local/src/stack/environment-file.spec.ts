import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { formatEnvironment, parseEnvironment } from './environment-file.ts';

const rows = [
  { name: 'an address, unquoted', value: 'http://127.0.0.1:8080', text: 'X=http://127.0.0.1:8080\n' },
  { name: 'a query, quoted', value: 'postgresql://a:b@h/d?x=1&y=2', text: "X='postgresql://a:b@h/d?x=1&y=2'\n" },
  { name: 'a blank', value: 'a b', text: "X='a b'\n" },
  { name: 'a quote', value: "it's $HOME", text: `X='it'\\''s $HOME'\n` },
  { name: 'nothing', value: '', text: 'X=\n' },
];

describe('the environment file', () => {
  it.each(rows)('holds $name', ({ value, text }) => {
    expect(formatEnvironment({ X: value })).toBe(text);
    expect(parseEnvironment(text)).toEqual({ X: value });
  });

  it.each(rows)('gives a shell that sources it $name', ({ value, text }) => {
    const { stdout } = spawnSync('sh', ['-c', `${text}printf %s "$X"`], { encoding: 'utf8' });
    expect(stdout).toBe(value);
  });

  it('keeps many variables apart, and passes over what is none', () => {
    const environment = { VEDETTE_URL: 'http://127.0.0.1:8080', DATABASE_URL: 'postgresql://a@b/c' };
    expect(parseEnvironment(`# a comment\n\n${formatEnvironment(environment)}`)).toEqual(environment);
  });
});
