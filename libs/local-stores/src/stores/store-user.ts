import { readFileSync, statSync } from 'node:fs';
import { LocalError } from '../local-error.ts';

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that the stores run as; undefined means the caller. PostgreSQL refuses to run as root, and the other two do
 * not need root either. Data that already belongs to an ordinary user stays with that user.
 */
export function storeUser(directory: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const user = systemUser('postgres') ?? systemUser('nobody');
  if (user === undefined) {
    throw new LocalError('PostgreSQL must not run as root, and there is no user postgres: run `useradd -r postgres`.');
  }
  return user;
}

function systemUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}
