import { describe, expect, it } from '@jest/globals';
import { isAscii } from 'node:buffer';
import { globSync, readFileSync } from 'node:fs';
import { buildAll } from '../src/bundling/build-all.ts';
import { tryLock } from '../src/program/lock.ts';
import { inRoot, ROOT } from '../src/program/paths.ts';

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

  it('makes programs that Node keeps with one byte for each character', () => {
    const programs = globSync('services/*/bundle/*.{js,cjs}', { cwd: ROOT });
    expect(programs.length).toBeGreaterThan(20);
    expect(programs.filter((path) => !isAscii(readFileSync(inRoot(path))))).toEqual([]);
  });
});
