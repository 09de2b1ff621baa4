import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Report } from '../while-telling.ts';
import { LocalError } from '../local-error.ts';
import { storeUser, type SystemUser } from './store-user.ts';

export interface StoreDirectory {
  /** The real directory; differs from the requested one if the store's user cannot enter that. */
  readonly path: string;
  readonly user: SystemUser | undefined;
}

/** Makes the directory of one store, private to the user that the store runs as. Its parent is taken to be ours too. */
export function openStoreDirectory(wanted: string, report: Report): StoreDirectory {
  const parent = dirname(wanted);
  mkdirSync(dirname(parent), { recursive: true });
  if (!existsSync(parent)) mkdirSync(parent, { mode: 0o700 });
  const user = storeUser(wanted);
  if (user === undefined) return { path: ownDirectory(wanted), user };

  // Others may enter but not list the directory; its other files have their own permissions.
  chmodSync(parent, statSync(parent).mode | 0o011);
  const path = canEnter(parent, user) ? wanted : elsewhere(wanted, user, report);
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew) chownSync(path, user.uid, user.gid);
  else if (statSync(path).uid !== user.uid) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, path]);
  return { path: realpathSync(path), user };
}

/** Writes a file that the store's user alone can read, and returns its path. */
export function writeFor(directory: StoreDirectory, name: string, lines: readonly string[]): string {
  const path = join(directory.path, name);
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (directory.user !== undefined) chownSync(path, directory.user.uid, directory.user.gid);
  return path;
}

function ownDirectory(wanted: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    accessSync(wanted, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(wanted);
  } catch (error) {
    const mend = `start as the user who made it, or run \`sudo rm -rf ${dirname(wanted)}\` to start afresh`;
    throw new LocalError(`${wanted} cannot be written to by this user: ${mend}.`, { cause: error });
  }
}

/** Directories that users could enter; a test run starts hundreds of stores in one directory. */
const entered = new Set<string>();

/** Tried as that user, because access lists and mounts matter besides file modes. */
function canEnter(directory: string, user: SystemUser): boolean {
  const way = `${user.uid}:${user.gid} ${directory}`;
  if (entered.has(way)) return true;
  const { status } = spawnSync('test', ['-x', directory], { uid: user.uid, gid: user.gid, cwd: '/' });
  if (status === 0) entered.add(way);
  return status === 0;
}

/**
 * The store's user cannot enter a checkout under /root. The data is then stored in /var/lib, and the requested
 * directory is a link to it. Deleting the link starts from scratch, just like deleting a directory with the data.
 */
function elsewhere(wanted: string, user: SystemUser, report: Report): string {
  if (lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() === true) return readlinkSync(wanted);
  if (lstatSync(wanted, { throwIfNoEntry: false }) !== undefined) {
    throw new LocalError(
      `The user ${user.name} can no longer enter ${dirname(wanted)}: run \`chmod o+x\` on the directories above it.`,
    );
  }
  const path = `/var/lib/vedette-${basename(wanted)}-${randomBytes(4).toString('hex')}`;
  symlinkSync(path, wanted);
  report(`${wanted} is a link to ${path}, because the user ${user.name} cannot enter ${dirname(wanted)}`);
  return path;
}
