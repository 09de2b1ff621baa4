import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The absolute path of a file that is given from the root of the repository. */
export function inRepository(path: string): string {
  return `${ROOT}${path}`;
}
