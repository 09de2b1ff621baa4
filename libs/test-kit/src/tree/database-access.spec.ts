import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const OPENERS = ['libs/database/src/apply-migration.ts', 'libs/database/src/transaction.ts'];

function sourcesWith(pattern: RegExp, where: string): string[] {
  return globSync(`${where}/*/src/**/*.ts`, { cwd: inRepository('') })
    .filter((file) => !file.endsWith('.spec.ts') && !file.includes('/generated/'))
    .filter((file) => pattern.test(readFileSync(inRepository(file), 'utf8')))
    .toSorted();
}

describe('access to the database', () => {
  it('opens transactions in one place, apart from those of migrations', () => {
    expect(sourcesWith(/\$transaction\(|\$transaction<|['"`]BEGIN\b/, '{services,libs}')).toEqual(OPENERS);
  });

  it('changes data of services through their mutations alone', () => {
    expect(sourcesWith(/\b(?:transaction|prismaTransaction)\b[^;]* from '@vedette\/database'/, 'services')).toEqual([]);
  });

  it('has its SQL in repositories alone', () => {
    const withSql = sourcesWith(
      /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE \w+\.\w+)\b|\$(?:query|execute)Raw/,
      'services',
    );
    expect(withSql.filter((file) => !file.endsWith('.repository.ts'))).toEqual([]);
  });
});
