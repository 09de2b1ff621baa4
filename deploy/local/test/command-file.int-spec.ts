import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandFile } from '../src/stack/command-file.ts';
import { inRoot } from '../src/program/paths.ts';

const execute = promisify(execFile);

/** Of one command, with the shell that starts it: a person takes a shorter time for none at all. */
const MOST_SECONDS = 0.3;

let base: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vedette-command-'));
});

afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** A checkout with what the command line needs of it. */
async function makeCheckout(name: string): Promise<string> {
  const checkout = join(base, name);
  await mkdir(join(checkout, 'deploy', 'local'), { recursive: true });
  await copyFile(inRoot('deploy', 'local', 'vedette.sh'), join(checkout, 'deploy', 'local', 'vedette.sh'));
  await symlink(inRoot('node_modules'), join(checkout, 'node_modules'));
  await symlink(inRoot('services'), join(checkout, 'services'));
  return checkout;
}

async function writeCommand(state: string, checkout: string): Promise<string> {
  await mkdir(state, { recursive: true });
  const file = join(state, 'vedette');
  await writeFile(file, commandFile(state, checkout), { mode: 0o700 });
  return file;
}

async function run(file: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin' } });
  return stdout;
}

/** User and system time of the command and of everything that it starts. */
async function processorSeconds(file: string, ...args: readonly string[]): Promise<number> {
  const { stdout } = await execute('/bin/sh', ['-c', '"$@" >/dev/null; times', 'sh', file, ...args], {
    env: { PATH: '/usr/bin:/bin' },
  });
  const ofChildren = stdout.trim().split('\n')[1] ?? '';
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}

const VERSION = /^\d+\.\d+\.\d+\n$/;

describe('the executable in the folder of a stack', () => {
  it.each([
    { where: 'inside the checkout', checkout: 'plain', state: 'plain/.vedette' },
    { where: 'deeper inside', checkout: 'deep', state: 'deep/stacks/second' },
    { where: 'in a checkout with blanks and quotes', checkout: `it's "a" $place`, state: `it's "a" $place/.vedette` },
    { where: 'outside the checkout', checkout: `it's outside`, state: 'elsewhere/a state' },
    { where: 'in the folder above', checkout: 'above/checkout', state: 'above' },
  ])('runs $where', async ({ checkout, state }) => {
    const file = await writeCommand(join(base, state), await makeCheckout(checkout));
    expect(await run(file, '--version')).toMatch(VERSION);
  });

  it('runs through a link that stands in the search path', async () => {
    const checkout = await makeCheckout('linked');
    const link = join(base, 'vedette');
    await symlink(await writeCommand(join(checkout, '.vedette'), checkout), link);
    expect(await run(link, '--version')).toMatch(VERSION);
  });

  it('moves with its checkout', async () => {
    const checkout = await makeCheckout('before');
    const file = await writeCommand(join(checkout, '.vedette'), checkout);
    await rename(checkout, join(base, 'after'));
    expect(await run(join(base, 'after', '.vedette', 'vedette'), '--version')).toMatch(VERSION);
    await expect(run(file, '--version')).rejects.toThrow('ENOENT');
  });

  it('says in one sentence that its checkout has moved away', async () => {
    const checkout = await makeCheckout('gone');
    const file = await writeCommand(join(base, 'stays'), checkout);
    await rename(checkout, join(base, 'gone-elsewhere'));
    await expect(run(file, '--version')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `There is no checkout of Vedette at ${checkout}: start this stack once from where it is now.\n`,
    });
  });

  it('needs a stack for anything but help and its version', async () => {
    const checkout = await makeCheckout('stopped');
    const file = await writeCommand(join(checkout, '.vedette'), checkout);
    expect(await run(file)).toContain('Usage: vedette');
    expect(await run(file, 'key', '--help')).toContain('Usage: vedette key');
    await expect(run(file, 'org', 'list')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No local stack is running: start it with `npx -y pnpm start`, or set DATABASE_URL.\n',
    });
  });

  it.each(['--version', '--help'])(`takes less than ${MOST_SECONDS} s of processor time for %s`, async (word) => {
    const file = join(base, 'plain', '.vedette', 'vedette');
    const times = [await processorSeconds(file, word), await processorSeconds(file, word)];
    expect(Math.min(...times)).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeLessThan(MOST_SECONDS);
  });
});
