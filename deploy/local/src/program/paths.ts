import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stateDirectory } from './caller-config.ts';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

/** Everything that a stack keeps between starts; deleting it starts afresh. */
export const STATE = stateDirectory(ROOT);

export const ENVIRONMENT_FILE = join(STATE, 'env');

/** The executable that runs the operator's command line on the stack. */
export const COMMAND_FILE = join(STATE, 'vedette');

export function inRoot(...parts: readonly string[]): string {
  return join(ROOT, ...parts);
}

/** As a person in the current directory would write it. */
export function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}
