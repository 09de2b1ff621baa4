import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

/** Everything that a checkout keeps between starts; deleting it starts afresh. */
export const STATE = join(ROOT, '.vedette');

export const ENVIRONMENT_FILE = join(STATE, 'env');

export function inRoot(...parts: readonly string[]): string {
  return join(ROOT, ...parts);
}
