import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { type RecipeCall, recipeOf } from '../src/recipes.ts';
import { json, OddServer } from './support/odd-server.ts';

let server: OddServer;
const directory = mkdtempSync(join(tmpdir(), 'vedette-recipes-'));

beforeAll(async () => {
  server = await OddServer.start();
  mkdirSync(join(directory, 'node_modules', '@vedette'), { recursive: true });
  symlinkSync(inRepository('libs/sdk'), join(directory, 'node_modules', '@vedette', 'sdk'));
});

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await server.stop();
});

describe('the script of a recipe', () => {
  it.each<{ name: string; call: RecipeCall; answer: unknown; method: string; url: string; body: string }>([
    {
      name: 'a change with every kind of text',
      call: { method: 'monitors.update', ids: ['mon_1'], body: { name: `'"\${a}\`\\ Ü🚨\u2028\n`, port: null } },
      answer: { id: 'mon_1' },
      method: 'PATCH',
      url: '/api/v1/monitors/mon_1',
      body: JSON.stringify({ name: `'"\${a}\`\\ Ü🚨\u2028\n`, port: null }),
    },
    {
      name: 'a list',
      call: { method: 'incidents.list', query: { state: 'ONGOING' } },
      answer: { data: [{ id: 'inc_1' }], pagination: { limit: 100, offset: 0, total: 1 } },
      method: 'GET',
      url: '/api/v1/incidents?state=ONGOING&limit=100&offset=0',
      body: '',
    },
  ])('sends what it shows: $name', async ({ call, answer, method, url, body }) => {
    server.answers(json(200, answer));
    const { sdk } = recipeOf(call, { baseUrl: server.url, consoleUrl: 'http://unused' });
    const file = join(directory, 'recipe.mts');
    writeFileSync(file, sdk ?? '');
    const env = { VEDETTE_API_KEY: 'ved_key' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', file], { env });
    expect(stdout).toMatch(/^\{ id: '\w+' \}\n$/);
    expect(server.received).toEqual([expect.objectContaining({ method, url, body })]);
    expect(server.received[0]?.headers['x-api-key']).toBe('ved_key');
  });
});
