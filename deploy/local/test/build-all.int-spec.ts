import { describe, expect, it } from '@jest/globals';
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
});
