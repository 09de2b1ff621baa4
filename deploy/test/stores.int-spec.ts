import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NATS_USERS } from '@vedette/contract';
import { NATS_OPERATOR } from '@vedette/contract/nats-users';
import { findTool, launch, reservePort, SERVICES, type ToolName } from '@vedette/local-stores';
import { createDatabase, inRepository, waitFor, type TestDatabase } from '@vedette/test-kit';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { passwordVariable, userFiles } from '../nats/users.ts';
import { declarations } from './support/service-variables.ts';

const execute = promisify(execFile);

const read = (path: string): Promise<string> => readFile(inRepository(`deploy/${path}`), 'utf8');

function tool(name: ToolName): string {
  const path = findTool(name);
  if (path === undefined) throw new Error(`${name} is missing`);
  return path;
}

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vedette-stores-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('nats.conf', () => {
  it('is valid for the oldest supported server without the one line that its comment names', async () => {
    const text = await read('nats/nats.conf');
    const { stdout } = await execute(tool('nats-server'), ['--version']);
    const [, minor = '0'] = /v2\.(\d+)/.exec(stdout) ?? [];
    const config = join(directory, 'nats.conf');
    const known = Number(minor) >= 10 ? text : text.replace(/^ *sync_interval:.*\n/m, '');
    await writeFile(config, known.replace('/data', join(directory, 'jetstream')));
    await writeFile(join(directory, 'users.conf'), await read('nats/users.conf'));
    const passwords = [...NATS_USERS, NATS_OPERATOR].map((user) => [passwordVariable(user), 'vp_secret'] as const);
    const checked = execute(tool('nats-server'), ['-t', '--config', config], { env: Object.fromEntries(passwords) });
    await expect(checked).resolves.toHaveProperty('stderr', expect.stringContaining('is valid'));
  });
});

describe('the users of NATS', () => {
  it.each(Object.entries(userFiles()))('are in %s as the contract has them', async (path, text) => {
    expect(await readFile(inRepository(path), 'utf8')).toBe(text);
  });
});

describe('redis.conf', () => {
  it('starts a server that keeps nothing on disk and evicts what expires first', async () => {
    const port = await reservePort();
    const config = join(directory, 'redis.conf');
    await writeFile(config, (await read('redis/redis.conf')).replace('port 6379', `port ${port}\ndir ${directory}`));
    const redis = await launch({
      command: tool('redis-server'),
      args: [config, '--requirepass', 'secret'],
      env: {},
      stopSignal: 'SIGTERM',
      output: 'pipe',
    });
    try {
      const answer = await waitFor('Redis to answer', () =>
        converse(port, 'AUTH secret\r\nCONFIG GET maxmemory-policy\r\nCONFIG GET save\r\nQUIT\r\n'),
      );
      expect(answer).toContain('volatile-ttl');
      expect(answer).toContain('$4\r\nsave\r\n$0\r\n');
    } finally {
      await redis.stop(5_000);
    }
  });
});

describe('postgresql.conf', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('names settings that the oldest supported server knows, with values that it takes', async () => {
    const settings = [...(await read('postgres/postgresql.conf')).matchAll(/^(\w+) = '?([^'\n]*?)'?$/gm)];
    expect(settings.length).toBeGreaterThan(20);
    const { rows } = await client.query<{ name: string; vartype: string; enumvals: string[] | null }>(
      'SELECT name, vartype, enumvals FROM pg_settings',
    );
    const faults = settings.flatMap(([, name = '', value = '']) => {
      const setting = rows.find((row) => row.name.toLowerCase() === name);
      if (setting === undefined) return [`${name} is unknown`];
      const isRight = {
        bool: /^(?:on|off)$/.test(value),
        enum: setting.enumvals?.includes(value) ?? false,
        integer: /^\d+(?:kB|MB|GB|ms|s|min)?$/.test(value),
        real: /^\d+(?:\.\d+)?$/.test(value),
        string: value !== '',
      }[setting.vartype];
      return isRight === true ? [] : [`${name} cannot be ${value}`];
    });
    expect(faults).toEqual([]);
  });

  it('has connections for two replicas of every service that keeps a schema, and for a third during a rollout', async () => {
    const [, connections] = /^max_connections = (\d+)$/m.exec(await read('postgres/postgresql.conf')) ?? [];
    const pools = SERVICES.flatMap((service) =>
      Object.values(declarations[service])
        .filter(({ name }) => name === 'DATABASE_MAX_CONNECTIONS')
        .map(({ fallback }) => Number(fallback)),
    );
    expect(pools.length).toBeGreaterThan(0);
    expect(Number(connections)).toBeGreaterThanOrEqual(3 * pools.reduce((sum, pool) => sum + pool, 0));
  });
});

function converse(port: number, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(words));
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(heard));
  });
}
