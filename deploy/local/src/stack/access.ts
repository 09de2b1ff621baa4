import { LocalError } from '@vedette/local-stores';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerEnvironment } from '../program/caller-config.ts';
import type { Environment } from './environment-file.ts';
import { inRoot, STATE } from '../program/paths.ts';
import { runScript } from '../program/run-program.ts';

export interface KeptKey {
  readonly id: string;
  readonly key: string;
}

/** The organization of the first start and its keys; the database has only their hashes. */
export interface Access {
  /** The database that holds the keys; another database does not know them. */
  readonly database: string;
  readonly organizationId: string;
  readonly full: KeptKey;
  readonly readOnly: KeptKey;
}

/** The owner of the organization; no mail is sent to this address. */
export const OWNER = 'owner@localhost';

const FILE = join(STATE, 'keys.json');

/** The keys of an earlier start when they still work, and new ones otherwise. */
export async function ensureAccess(databaseUrl: string, isPrivate: boolean): Promise<Access> {
  const database = isPrivate ? 'private' : fingerprint(databaseUrl);
  const kept = readKept();
  const usable = kept?.database === database ? await activeKeys(databaseUrl, kept.organizationId) : undefined;
  const organizationId =
    kept === undefined || usable === undefined ? await createOrganization(databaseUrl) : kept.organizationId;
  const keep = async (key: KeptKey | undefined, name: string, access: string): Promise<KeptKey> =>
    key !== undefined && usable?.has(key.id) === true ? key : createKey(databaseUrl, organizationId, name, access);
  const access = {
    database,
    organizationId,
    full: await keep(kept?.full, 'Local, full access', 'FULL'),
    readOnly: await keep(kept?.readOnly, 'Local, read-only', 'READ_ONLY'),
  };
  writeFileSync(`${FILE}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${FILE}.new`, FILE);
  return access;
}

/** A link by which the owner signs in once; undefined if the operator has removed the owner since. */
export async function ownerLink(stack: Environment): Promise<string | undefined> {
  const { DATABASE_URL = '', VEDETTE_CONSOLE_URL = '', VEDETTE_ORGANIZATION_ID = '' } = stack;
  const args = ['person', 'link', '--email', OWNER, '--org', VEDETTE_ORGANIZATION_ID];
  const { code, stdout } = await runCommandLine(DATABASE_URL, args, { CONSOLE_PUBLIC_URL: VEDETTE_CONSOLE_URL });
  return code === 0 ? (JSON.parse(stdout) as { url: string }).url : undefined;
}

function readKept(): Access | undefined {
  if (!existsSync(FILE)) return undefined;
  try {
    const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Partial<Access>;
    const { database, organizationId, full, readOnly } = kept;
    const isWhole =
      database !== undefined && organizationId !== undefined && full !== undefined && readOnly !== undefined;
    return isWhole ? { database, organizationId, full, readOnly } : undefined;
  } catch {
    return undefined;
  }
}

/** Ids of the organization's keys that work, or undefined when the organization is not in this database. */
async function activeKeys(databaseUrl: string, organizationId: string): Promise<ReadonlySet<string> | undefined> {
  const { code, stdout } = await runCommandLine(databaseUrl, ['key', 'list', '--org', organizationId]);
  if (code !== 0) return undefined;
  const keys = JSON.parse(stdout) as readonly { id: string; status: string }[];
  return new Set(keys.filter(({ status }) => status === 'ENABLED').map(({ id }) => id));
}

async function createOrganization(databaseUrl: string): Promise<string> {
  const { id } = await create<{ id: string }>(databaseUrl, ['org', 'create', '--name', 'Local', '--plan', 'SCALE']);
  const owner = ['--email', OWNER, '--name', 'Owner', '--role', 'OWNER'];
  await create(databaseUrl, ['person', 'add', '--org', id, ...owner]);
  return id;
}

async function createKey(databaseUrl: string, organization: string, name: string, access: string): Promise<KeptKey> {
  const args = ['key', 'create', '--org', organization, '--name', name, '--access', access];
  const { id, key } = await create<KeptKey>(databaseUrl, args);
  return { id, key };
}

async function create<T>(databaseUrl: string, args: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await runCommandLine(databaseUrl, args);
  if (code !== 0) throw new LocalError(`\`vedette ${args.slice(0, 2).join(' ')}\` failed: ${stderr.trim()}`);
  return JSON.parse(stdout) as T;
}

function runCommandLine(databaseUrl: string, args: readonly string[], variables: Environment = {}) {
  return runScript(inRoot('services', 'account', 'bundle', 'cli.js'), [...args, '--json'], {
    env: { ...callerEnvironment(), ...variables, DATABASE_URL: databaseUrl },
  });
}

function fingerprint(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16);
}
