import { expect, it } from '@jest/globals';
import { oncePerRun } from '@vedette/test-kit';
import { randomUUID } from 'node:crypto';

it('makes a value once for all later callers, and gives each a copy', async () => {
  const name = randomUUID();
  let made = 0;
  const make = async (): Promise<{ made: number }> => ({ made: (made += 1) });
  const given = [await oncePerRun(name, make)];
  given.push(...(await Promise.all([oncePerRun(name, make), oncePerRun(name, make)])));
  expect(given).toEqual(given.map(() => ({ made: 1 })));
  expect(new Set(given).size).toBe(given.length);
  expect(await oncePerRun(randomUUID(), make)).toEqual({ made: 2 });
});

it('gives callers at the same time the same value', async () => {
  const name = randomUUID();
  const given = await Promise.all([1, 2, 3].map(() => oncePerRun(name, async () => ({ made: true }))));
  expect(given).toEqual(given.map(() => ({ made: true })));
});

it('tries again after a failure', async () => {
  const name = randomUUID();
  await expect(oncePerRun(name, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await oncePerRun(name, async () => 'whole')).toBe('whole');
});
