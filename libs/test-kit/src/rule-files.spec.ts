import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from './repository.ts';

/** A rule file says in its first line what it decides. */
const MARK = '// Decides ';
const ruleFiles = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') })
  .filter((file) => !file.includes('/generated/') && !file.endsWith('.spec.ts'))
  .filter((file) => readFileSync(inRepository(file), 'utf8').startsWith(MARK));

/** `@vedette/outbound/storable-text` is a rule of its own. */
const IMPURE_MODULES =
  /^(?:@nestjs\/|@prisma\/|pg$|ioredis$|got$|express$|nodemailer$|node:(?:fs|http|https|tls|dgram|child_process|timers)|@vedette\/(?:messaging|database|telemetry|service-host|outbound(?!\/storable-text$)))/;
const IMPURE_FILES = /\.(?:service|repository|controller|module)\.ts$/;
const IMPURE_CALLS =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(|\bprocess\.|\bfetch\(/;

function valueImports(source: string): string[] {
  return [...source.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gms)].map((match) => match[1] ?? '');
}

describe('rule files', () => {
  it('are found', () => {
    expect(ruleFiles.length).toBeGreaterThan(20);
  });

  it.each(ruleFiles)('%s knows no framework, store, clock or chance', (file) => {
    const source = readFileSync(inRepository(file), 'utf8');
    const imports = valueImports(source).filter((name) => IMPURE_MODULES.test(name) || IMPURE_FILES.test(name));
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect({ imports, call: IMPURE_CALLS.exec(code)?.[0] }).toEqual({ imports: [], call: undefined });
  });
});
