import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, freePort, inRepository, type TestDatabase } from '@vedette/test-kit';
import { CommandLine, vedetteIn, type Json } from './command-line.ts';

let cli: CommandLine;
let emptyDatabase: TestDatabase;

beforeAll(async () => {
  [cli, emptyDatabase] = await Promise.all([CommandLine.start(), createDatabase()]);
});

afterAll(async () => {
  await Promise.all([cli.stop(), emptyDatabase.drop()]);
});

describe('plans', () => {
  it('are listed with all they allow', async () => {
    expect(await cli.answer('plan', 'list')).toEqual([
      {
        name: 'FREE',
        monitors: 10,
        fastestIntervalSeconds: 300,
        statusPages: 1,
        webhookEndpoints: 1,
        maintenanceWindows: 10,
      },
      {
        name: 'TEAM',
        monitors: 100,
        fastestIntervalSeconds: 60,
        statusPages: 5,
        webhookEndpoints: 10,
        maintenanceWindows: 100,
      },
      {
        name: 'SCALE',
        monitors: 100_000,
        fastestIntervalSeconds: 30,
        statusPages: 1_000,
        webhookEndpoints: 1_000,
        maintenanceWindows: 5_000,
      },
    ]);
  });
});

describe('for a person', () => {
  it('a new key is shown with the warning that it is the only time', async () => {
    const org = await cli.newOrganization();
    const { code, out } = await cli.run('key', 'create', '--org', org, '--name', 'CI', '--access', 'FULL');
    expect(code).toBe(0);
    expect(out).toMatch(/^key: +ved_[0-9A-Za-z]{38}$/m);
    expect(out).toContain('it will not be shown again');
  });

  it('lists are tables', async () => {
    const { out } = await cli.run('plan', 'list');
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'MONITORS', 'FASTEST INTERVAL', 'STATUS PAGES', 'WEBHOOK ENDPOINTS', 'MAINTENANCE WINDOWS'],
      ['FREE', '10', '300 s', '1', '1', '10'],
      ['TEAM', '100', '60 s', '5', '10', '100'],
      ['SCALE', '100000', '30 s', '1000', '1000', '5000'],
      [''],
    ]);
  });

  it('help needs neither a database nor an environment', async () => {
    const lines = [[], ['--help'], ['key'], ['key', '--help'], ['key', 'create', '--help'], ['org', 'update', '-h']];
    const printed = await Promise.all(lines.map((args) => vedetteIn({}, ...args)));
    for (const { code, out, err } of printed) {
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('Usage: vedette');
    }
  });
});

describe('the version', () => {
  it('is that of the package', async () => {
    const manifest = JSON.parse(await readFile(inRepository('services/account/package.json'), 'utf8')) as Json;
    const version = String(manifest['version']);
    expect(await vedetteIn({}, '--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(await cli.answer('--version')).toEqual({ version });
  });
});

describe('an error is one sentence on standard error, nothing on standard output, and exit code 1', () => {
  const create = ['key', 'create', '--name', 'CI', '--access', 'FULL'];
  const person = (command: string) => ['person', command, '--org', 'org_gone', '--email', 'ada@example.com'];
  const rows: { args: string[]; sentence: string }[] = [
    {
      args: ['keys'],
      sentence:
        'There is no command "keys": it must be status, doctor, org, plan, person, key, contact, audit, parked or batch.',
    },
    { args: ['org', 'list', '--all'], sentence: "error: unknown option '--all'" },
    { args: create, sentence: "error: required option '--org <ID>' not specified" },
    { args: ['key', 'list', '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: [...create, '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: ['audit', 'list', '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: ['person', 'list', '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    { args: [...person('add'), '--name', 'Ada', '--role', 'OWNER'], sentence: 'There is no organization "org_gone".' },
    { args: person('link'), sentence: 'There is no organization "org_gone".' },
    { args: person('remove'), sentence: 'There is no organization "org_gone".' },
    { args: ['contact', 'list', '--org', 'org_gone'], sentence: 'There is no organization "org_gone".' },
    {
      args: ['contact', 'add', '--org', 'org_gone', '--type', 'EMAIL', '--to', 'ops@example.com'],
      sentence: 'There is no organization "org_gone".',
    },
    { args: ['key', 'disable', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['key', 'enable', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['key', 'revoke', 'key_gone'], sentence: 'There is no key "key_gone".' },
    { args: ['org', 'update', 'org_gone', '--plan', 'TEAM'], sentence: 'There is no organization "org_gone".' },
    { args: ['org', 'update', 'org_gone'], sentence: 'vedette org update needs --plan, --subscription or both.' },
    {
      args: ['org', 'update', 'org_gone', '--plan', 'GOLD'],
      sentence: 'There is no plan "GOLD": it must be FREE, TEAM or SCALE.',
    },
    {
      args: ['org', 'create', '--name', 'Acme', '--plan', 'GOLD'],
      sentence: 'There is no plan "GOLD": it must be FREE, TEAM or SCALE.',
    },
    {
      args: ['org', 'create', '--name', 'Acme', '--subscription', 'TRIAL'],
      sentence: '--subscription must be ACTIVE, PAST_DUE or CANCELED, not "TRIAL".',
    },
    {
      args: ['org', 'create', '--name', 'a\nb'],
      sentence: '--name must be 1 to 120 characters, none of them a control character.',
    },
  ];
  it.each(rows)('vedette $args', async ({ args, sentence }) => {
    const expected = { code: 1, out: '', err: `${sentence}\n` };
    expect(await Promise.all([cli.run(...args), cli.run(...args, '--json')])).toEqual([expected, expected]);
  });

  it('of an answer that cannot be written', async () => {
    const err = 'The answer cannot be written to standard output: ENOSPC: no space left on device, write.\n';
    expect(await cli.runInto('/dev/full', 'org', 'list')).toEqual({ code: 1, err });
  });

  it('without DATABASE_URL', async () => {
    const err = 'DATABASE_URL is required: PostgreSQL that holds the schema of the account service.\n';
    expect(await vedetteIn({}, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });

  it('with a database that is not migrated', async () => {
    const err = 'The database is not migrated for this version: start the stack or run its migrations first.\n';
    expect(await vedetteIn({ DATABASE_URL: emptyDatabase.url }, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });

  it('with nobody at the address', async () => {
    const url = `postgresql://user:hunter2@127.0.0.1:${await freePort()}/vedette`;
    const err = 'PostgreSQL cannot be reached (ECONNREFUSED): is the stack running?\n';
    expect(await vedetteIn({ DATABASE_URL: url }, 'org', 'list')).toEqual({ code: 1, out: '', err });
  });
});
