import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The secret in the file, made at random when there is none yet. Only its owner can read it. */
export function keptSecret(path: string, encoding: 'hex' | 'base64' = 'hex'): string {
  if (existsSync(path)) {
    const kept = readFileSync(path, 'utf8').trim();
    if (kept !== '') return kept;
  }
  const secret = randomBytes(32).toString(encoding);
  // Written under another name first: a crash must not leave half a secret, which would lock the data that it protects.
  writeFileSync(`${path}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return secret;
}
