import { LocalError, type Report } from '@vedette/local-stores';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../program/paths.ts';
import type { Commands } from './commands.ts';

/** Every comparison of this checkout uses the same place, so that the next one clears what a killed one has left. */
const PLACE = join(tmpdir(), `vedette-against-${createHash('sha256').update(ROOT).digest('hex').slice(0, 12)}`);

/** The full name of a commit. */
export function commitNamed(name: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`).trim();
  } catch {
    throw new LocalError(`There is no commit ${name} in this checkout.`);
  }
}

/** Checks a commit out beside this checkout, with what it depends on. */
export async function checkOut(commit: string, report: Report, commands: Commands): Promise<string> {
  removeCheckout();
  report(`Checking out ${commit} into ${PLACE}`);
  git('worktree', 'add', '--quiet', '--detach', PLACE, commit);
  report('Installing what it depends on');
  await commands.output(PLACE, ['npx', '-y', 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline']);
  return PLACE;
}

export function removeCheckout(): void {
  if (existsSync(PLACE)) rmSync(PLACE, { recursive: true, force: true });
  git('worktree', 'prune');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
