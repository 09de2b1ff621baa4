import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRepository } from '../repository.ts';

/** A rule file says in its first line what it decides. */
const HEAD = '// Decides ';
/** The same words in another form; without this pattern, such a file would not be checked. */
const OTHER_HEAD = /^\s*\/(?:\/|\*)[\s*/]*decides?\b/i;

const sources = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') }).filter(
  (file) => !file.includes('/generated/') && !file.endsWith('.spec.ts'),
);
const ruleFiles = sources.filter((file) => read(file).startsWith(HEAD));

/** `storable-text` and `webhook-signature` of `@vedette/outbound` are rules of their own. */
const IMPURE_MODULES =
  /^(?:@nestjs\/|@prisma\/|pg$|ioredis$|got$|express$|nodemailer$|node:(?:fs|http|https|tls|dgram|dns|child_process|worker_threads|timers)|@vedette\/(?:messaging|database|telemetry|service-host|outbound(?!\/(?:storable-text|webhook-signature)$)))/;
/** Not even for a type: it belongs to the rule that decides on it. */
const IMPURE_FILES = /\.(?:service|repository|controller|module)\.ts$/;
const IMPURE_CALLS =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\(|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(|\bprocess\.|\bfetch\(|\bimport\(/;

function read(file: string): string {
  return readFileSync(inRepository(file), 'utf8');
}

function importsOf(source: string): { readonly path: string; readonly isOfTypes: boolean }[] {
  return [...source.matchAll(/^import (type )?[^;]*? from '([^']+)';/gms)].map(([, type, path = '']) => ({
    path,
    isOfTypes: type !== undefined,
  }));
}

describe('rule files', () => {
  it('are found', () => {
    expect(ruleFiles.length).toBeGreaterThan(100);
  });

  it(`begin with "${HEAD}", and in no other form`, () => {
    const others = sources.filter((file) => !ruleFiles.includes(file) && OTHER_HEAD.test(read(file)));
    expect(others).toEqual([]);
  });

  it.each(ruleFiles)('%s knows no framework, store, clock or chance', (file) => {
    const source = read(file);
    const imports = importsOf(source)
      .filter(({ path, isOfTypes }) => IMPURE_FILES.test(path) || (!isOfTypes && IMPURE_MODULES.test(path)))
      .map(({ path }) => path);
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect({ imports, call: IMPURE_CALLS.exec(code)?.[0] }).toEqual({ imports: [], call: undefined });
  });

  it.each(ruleFiles)('%s has its table of cases beside it', (file) => {
    const table = file.replace(/\.ts$/, '.spec.ts');
    expect(existsSync(inRepository(table)) ? table : 'no such file').toBe(table);
    expect(read(table)).toContain(`from './${basename(file)}'`);
  });
});
