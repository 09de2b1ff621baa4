import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from '../src/program/paths.ts';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** What others wrote, the operator's command line, and what passes its options on to Jest have messages of their own. */
const OTHERS = new Set(['test', 'vedette', 'format', 'format:check', 'lint', 'jest', 'pnpm:devPreinstall', 'types']);

describe('a script of the root', () => {
  it.each(Object.keys(scripts).filter((name) => !OTHERS.has(name)))(
    'refuses an option that it does not have, with its usage and without a stack trace: %s',
    (name) => {
      const [command = '', ...args] = `${scripts[name]} --nonsense`.split(' ');
      const { status, stderr } = spawnSync(command, args, { cwd: inRoot(), encoding: 'utf8', input: '' });
      expect(stderr).toMatch(/--nonsense|which benchmark/);
      expect(stderr).toMatch(/usage: npx -y pnpm|options are|no options|npx -y pnpm bench/);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(status).toBe(1);
    },
  );
});
