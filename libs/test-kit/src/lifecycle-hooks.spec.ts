import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from './repository.ts';

const HOOK =
  /\b(?:onModuleInit|onModuleDestroy|onApplicationBootstrap|beforeApplicationShutdown|onApplicationShutdown)\b/;

describe('what services run in the background', () => {
  it('starts and stops in the order of the lifecycle, never in hooks of its own', () => {
    const files = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') });
    const offenders = files
      .filter((file) => !file.includes('/generated/') && !file.endsWith('.spec.ts'))
      .filter((file) => HOOK.test(readFileSync(inRepository(file), 'utf8')));
    expect(files.length).toBeGreaterThan(100);
    expect(offenders).toEqual([]);
  });
});
