import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const TEST_FILE = /`([\w./-]+\.(?:e2e-|int-)?spec\.ts)`/g;

/** The rows of the only table, without its head. */
const threats = readFileSync(inRepository('SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [, threat = '', , shownBy = ''] = line.split('|').map((cell) => cell.trim());
    return { threat, tests: [...shownBy.matchAll(TEST_FILE)].map(([, file = '']) => file) };
  });

describe('the threat model', () => {
  it('is found', () => {
    expect(threats.length).toBeGreaterThan(10);
  });

  it.each(threats)('names the tests that show it: $threat', ({ tests }) => {
    expect(tests).not.toEqual([]);
    expect(tests.filter((file) => !existsSync(inRepository(file)))).toEqual([]);
  });
});
