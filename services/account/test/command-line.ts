import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { createPool } from '@vedette/database';
import { createDatabase, inRepository, type TestDatabase } from '@vedette/test-kit';
import type { Pool } from 'pg';
import type { Context } from '../src/cli/command.ts';
import { Connections } from '../src/cli/connections.ts';
import { entries } from '../src/commands/entries.ts';
import { runCommandLine } from '../src/cli/run.ts';

const PROGRAM = inRepository('services/account/bundle/cli.js');

export interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export type Json = Record<string, unknown>;

/** How the command line prints an instant. */
export const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Runs the command line in a process of its own, with this environment alone. */
export function vedetteIn(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Printed> {
  return vedetteReading([], env, ...args);
}

/** The same with this input. */
export async function vedetteReading(
  lines: readonly string[],
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Printed> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env });
  // It may have ended already: most commands read nothing.
  child.stdin.on('error', () => undefined);
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** The same with its standard output in a file. */
export async function vedetteInto(
  file: string,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Omit<Printed, 'out'>> {
  const output = await open(file, 'w');
  try {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env, stdio: ['ignore', output.fd, 'pipe'] });
    const ended = once(child, 'close') as Promise<[number | null]>;
    const [err, [code]] = await Promise.all([child.stderr === null ? '' : text(child.stderr), ended]);
    return { code, err };
  } finally {
    await output.close();
  }
}

/** The command line on a database of its own, while no service runs. */
export class CommandLine {
  readonly #database: TestDatabase;
  readonly pool: Pool;

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.pool = createPool({ url: database.url, service: 'test', maxConnections: 2, onError: () => undefined });
  }

  static async start(): Promise<CommandLine> {
    return new CommandLine(await createDatabase({ migrations: ['services/account'] }));
  }

  get databaseUrl(): string {
    return this.#database.url;
  }

  async stop(): Promise<void> {
    await this.pool.end();
    await this.#database.drop();
  }

  run(...args: string[]): Promise<Printed> {
    return vedetteIn({ DATABASE_URL: this.databaseUrl }, ...args);
  }

  runInto(file: string, ...args: string[]): Promise<Omit<Printed, 'out'>> {
    return vedetteInto(file, { DATABASE_URL: this.databaseUrl }, ...args);
  }

  /** The JSON output of a command that succeeds. */
  async answer(...args: string[]): Promise<unknown> {
    const { code, out, err } = await this.run(...args, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^[^\n]+\n$/);
    return JSON.parse(out);
  }

  /** Like `run`, in this process, which takes a tenth of the processor time. */
  async #runHere(...args: string[]): Promise<Printed> {
    const printed = { out: '', err: '' };
    const context: Context = {
      connections: new Connections(() => ({ databaseUrl: this.databaseUrl }), notSet),
      version: 'test',
      now: new Date(),
      operator: { kind: 'operator', user: userInfo().username },
      consoleUrl: notSet,
      doctorSettings: notSet,
      batch: undefined,
    };
    const code = await runCommandLine(args, entries, context, {
      out: (more) => (printed.out += more),
      err: (more) => (printed.err += more),
    });
    return { code, ...printed };
  }

  /** Runs a command that a test does not look at, but needs the result of. */
  async prepare(...args: string[]): Promise<Json> {
    const { code, out, err } = await this.#runHere(...args, '--json');
    const answer: unknown = code === 0 ? JSON.parse(out) : undefined;
    if (!isJson(answer)) throw new Error(`${args.join(' ')}: ${err}`);
    return answer;
  }

  async object(...args: string[]): Promise<Json> {
    const answer = await this.answer(...args);
    if (!isJson(answer)) throw new Error(`${args.join(' ')} did not print an object`);
    return answer;
  }

  async list(...args: string[]): Promise<Json[]> {
    const answer = await this.answer(...args);
    if (!Array.isArray(answer)) throw new Error(`${args.join(' ')} did not print a list`);
    return answer.filter(isJson);
  }

  async newOrganization(): Promise<string> {
    const { id } = await this.prepare('org', 'create', '--name', 'Acme');
    return String(id);
  }

  async newApiKey(org: string): Promise<string> {
    const { id } = await this.prepare('key', 'create', '--org', org, '--name', 'CI', '--access', 'FULL');
    return String(id);
  }

  /** What the operator did, and to what. */
  async auditOf(org: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ line: string }>(
      `SELECT operation || ' ' || resource_id AS line FROM account.audit_log
       WHERE organization_id = $1 AND actor = $2 ORDER BY at, id`,
      [org, `operator:${userInfo().username}`],
    );
    return rows.map(({ line }) => line);
  }
}

function notSet(): never {
  throw new Error('This variable is not set');
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
