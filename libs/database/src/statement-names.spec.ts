import { describe, expect, it } from '@jest/globals';
import { StatementNames } from './statement-names.ts';

describe('the name of a statement', () => {
  it('is the same for the same text, and differs for another one', () => {
    const names = new StatementNames();
    expect(names.of('SELECT 1')).toBe(names.of('SELECT 1'));
    expect(names.of('SELECT 1')).not.toBe(names.of('SELECT 2'));
  });

  it('is short enough for PostgreSQL, however long the text is', () => {
    expect(new StatementNames().of('SELECT 1'.repeat(1_000)).length).toBeLessThan(64);
  });

  it('is empty for further texts when there are too many', () => {
    const names = new StatementNames();
    const first = names.of('SELECT 0');
    for (let number = 1; number < 500; number += 1) expect(names.of(`SELECT ${number}`)).not.toBe('');
    expect(names.of('SELECT 500')).toBe('');
    expect(names.of('SELECT 0')).toBe(first);
  });
});
