import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from './repository.ts';

const THE_OPENERS = ['libs/database/src/migrate.ts', 'libs/database/src/transaction.ts'];

describe('transactions', () => {
  it('are all opened in one place, apart from those of migrations', () => {
    const openers = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') })
      .filter((file) => !file.endsWith('.spec.ts') && !file.includes('/generated/'))
      .filter((file) => /\$transaction\(|\$transaction<|['"`]BEGIN\b/.test(readFileSync(inRepository(file), 'utf8')));
    expect(openers.toSorted()).toEqual(THE_OPENERS);
  });
});
