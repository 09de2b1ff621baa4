import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { buildAll } from '../src/bundling/build-all.ts';
import { tryLock } from '../src/program/lock.ts';
import { ROOT } from '../src/program/paths.ts';

describe('a build', () => {
  it('that waits for another one is told of meanwhile, and goes on when that is over', async () => {
    const other = await tryLock('build', ROOT);
    if (other.taken) throw new Error('Another build runs in this checkout');
    const told = Promise.withResolvers<string>();
    const built = buildAll(told.resolve);
    expect(await told.promise).toBe('Still building');
    other.release();
    await built;
  }, 120_000);

  it('makes a program of every service', () => {
    const programs = globSync('services/*/bundle/main.js', { cwd: ROOT });
    expect(new Set(programs.map((path) => path.split(sep)[1]))).toEqual(new Set(SERVICES));
  });
});
