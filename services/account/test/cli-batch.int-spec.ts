import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine, vedetteReading, type Json } from './command-line.ts';

let cli: CommandLine;

beforeAll(async () => {
  cli = await CommandLine.start();
});

afterAll(() => cli.stop());

async function batch(...lines: string[]): Promise<{ code: number | null; err: string; answers: Json[] }> {
  const { code, out, err } = await vedetteReading(lines, { DATABASE_URL: cli.databaseUrl }, 'batch');
  const printed = out.split('\n').filter((line) => line !== '');
  return { code, err, answers: printed.map((line) => JSON.parse(line) as Json) };
}

const line = (...words: string[]): string => JSON.stringify(words);

describe('a batch', () => {
  it('runs commands that see what those before them did, and answers each in a line', async () => {
    const { code, err, answers } = await batch(
      line('org', 'create', '--name', 'Acme "North"', '--plan', 'TEAM', '--key', 'CI'),
      line('org', 'list'),
      line('org', 'list', '--json'),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [created, ...lists] = answers;
    const organization = { id: expect.stringMatching(/^org_/), name: 'Acme "North"', plan: 'TEAM' };
    const key = { key: expect.stringMatching(/^ved_/) };
    expect(created).toMatchObject({ exitCode: 0, answer: { ...organization, key } });
    expect(lists).toHaveLength(2);
    for (const list of lists) expect(list).toMatchObject({ exitCode: 0, answer: [organization] });
  });

  it('goes on after a command that fails, and ends with exit code 1', async () => {
    const { code, err, answers } = await batch(
      line('key', 'list', '--org', 'org_gone'),
      'key list',
      line('batch'),
      line('plan', 'list'),
    );
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(answers).toEqual([
      { exitCode: 1, error: 'There is no organization "org_gone".' },
      { exitCode: 1, error: 'Line 2 must be a JSON array with the words of one command.' },
      { exitCode: 1, error: 'A batch cannot run another batch.' },
      { exitCode: 0, answer: expect.arrayContaining([expect.objectContaining({ name: 'TEAM' })]) },
    ]);
  });

  it('without a command prints nothing', async () => {
    expect(await batch()).toEqual({ code: 0, err: '', answers: [] });
  });
});
