import { expect, it } from '@jest/globals';
import { oncePerRun } from '@vedette/test-kit';
import { randomUUID } from 'node:crypto';

it('makes a value once for callers at the same time and later, and gives each a copy', async () => {
  const name = randomUUID();
  let made = 0;
  const make = async (): Promise<{ made: number }> => ({ made: (made += 1) });
  const given = await Promise.all([oncePerRun(name, make), oncePerRun(name, make), oncePerRun(name, make)]);
  given.push(await oncePerRun(name, make));
  expect(given).toEqual(given.map(() => ({ made: 1 })));
  expect(new Set(given).size).toBe(given.length);
  expect(await oncePerRun(randomUUID(), make)).toEqual({ made: 2 });
});

it('tries again after a failure', async () => {
  const name = randomUUID();
  await expect(oncePerRun(name, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await oncePerRun(name, async () => 'whole')).toBe('whole');
});
