import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testRun } from '../config.ts';

/**
 * A value that takes long to make and is the same for all suites of a run, in whichever process they are; callers at the
 * same time make it several times. Each gets a copy of its own, which went through JSON.
 */
export async function oncePerRun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const id = createHash('sha256').update(`${testRun().directory}\n${name}`).digest('hex').slice(0, 32);
  const path = join(testRun().directory, `${id}.json`);
  return ((await read(path)) ?? (await keep(path, await make()))) as T;
}

/** The file gets its name when it is complete. */
async function keep(path: string, value: unknown): Promise<unknown> {
  const text = JSON.stringify(value);
  const unnamed = `${path}.${randomUUID()}`;
  await writeFile(unnamed, text);
  await rename(unnamed, path);
  return JSON.parse(text) as unknown;
}

async function read(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
