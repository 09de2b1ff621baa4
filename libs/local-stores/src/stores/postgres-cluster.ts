import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareEnvironment } from '../config.ts';
import { postgresInstallations, type PostgresInstallation } from '../tools/find-tool.ts';
import { keptSecret } from '../kept-secret.ts';
import { dyingWithUs } from './launch.ts';
import { LocalError } from '../local-error.ts';
import { scramVerifier } from './scram-verifier.ts';
import type { StoreDirectory } from './store-directory.ts';

export interface Cluster {
  readonly program: string;
  readonly data: string;
  readonly password: string;
  /** The last server on it had no orderly stop. */
  readonly hasCrashed: boolean;
}

export const SUPERUSER = 'vedette';

/**
 * Iterations make guessing a password slow, and every connection with it: the default of 4,096 takes 4 ms of a processor.
 * Nobody guesses a random password of 256 bits.
 */
const SCRAM_ITERATIONS = 1;

/** Prepares the database cluster in the directory: creates a missing one, and cleans up after a crash. */
export async function openCluster(directory: StoreDirectory, durable: boolean): Promise<Cluster> {
  const data = join(directory.path, 'data');
  const passwordFile = join(directory.path, 'password');
  const password = keptSecret(passwordFile);
  if (directory.user !== undefined) chownSync(passwordFile, directory.user.uid, directory.user.gid);

  const installation = chooseInstallation(versionOf(data), directory.path);
  if (versionOf(data) === undefined) await makeCluster(installation, directory, data, password, durable);
  const hasCrashed = removeStalePid(data);
  return { program: installation.program, data, password, hasCrashed };
}

function versionOf(data: string): string | undefined {
  const file = join(data, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Only the major version that wrote the data can read it. */
function chooseInstallation(version: string | undefined, directory: string): PostgresInstallation {
  const installations = postgresInstallations();
  const fitting = installations.find((each) => version === undefined || each.version === version);
  if (fitting !== undefined) return fitting;
  if (installations.length === 0) {
    throw new LocalError('PostgreSQL is missing: run `sudo apt-get install -y postgresql`.');
  }
  throw new LocalError(
    `The data in ${directory} was written by PostgreSQL ${version ?? ''}, which is not installed: run \`sudo apt-get install -y postgresql-${version ?? ''}\`, or delete ${directory} to start afresh.`,
  );
}

/** Created under another name and then renamed, so that a killed start leaves no incomplete cluster. */
async function makeCluster(
  installation: PostgresInstallation,
  directory: StoreDirectory,
  data: string,
  password: string,
  durable: boolean,
): Promise<void> {
  const partial = `${data}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const verifierFile = join(directory.path, 'verifier');
  writeFileSync(verifierFile, scramVerifier(password, randomBytes(16), SCRAM_ITERATIONS), { mode: 0o600 });
  if (directory.user !== undefined) chownSync(verifierFile, directory.user.uid, directory.user.gid);
  // This locale sorts strings in the same order on every machine, whatever its language.
  const args = ['-D', partial, '-U', SUPERUSER, '--pwfile', verifierFile, '--auth', 'scram-sha-256']
    .concat(['--encoding', 'UTF8', '--locale', 'C', '--no-instructions'])
    .concat(durable ? [] : ['--no-sync']);
  const [command, ...words] = dyingWithUs([join(installation.bin, 'initdb'), ...args], 'SIGTERM', directory.user);
  const child = spawn(command, words, {
    cwd: directory.path,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  rmSync(verifierFile);
  if (code !== 0) throw new LocalError(`PostgreSQL could not make its files in ${partial}: ${errors.trim()}.`);
  renameSync(partial, data);
}

/**
 * After a crash or a reboot the pid in the file may belong to another process; PostgreSQL would take that process for a
 * running server and refuse to start. A real server of this data has this directory as its working directory. Returns
 * whether there was such a file.
 */
function removeStalePid(data: string): boolean {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (workingDirectoryOf(pid) === data) {
    throw new LocalError(
      `PostgreSQL already runs on ${data} as process ${pid}: stop that one first (\`kill -INT ${pid}\`).`,
    );
  }
  rmSync(file);
  return true;
}

function workingDirectoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
