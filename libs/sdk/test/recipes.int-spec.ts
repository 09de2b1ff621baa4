import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RecipeCall, recipeOf } from '../src/recipes/recipes.ts';
import { json, OddServer } from './support/odd-server.ts';
import { ScriptFolder } from './support/script-folder.ts';

let server: OddServer;
const folder = new ScriptFolder();

beforeAll(async () => {
  server = await OddServer.start();
});

afterAll(async () => {
  folder.remove();
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
    const file = folder.write('recipe', sdk ?? '');
    const env = { VEDETTE_API_KEY: 'ved_key' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', file], { env });
    expect(stdout).toMatch(/^\{ id: '\w+' \}\n$/);
    expect(server.received).toEqual([expect.objectContaining({ method, url, body })]);
    expect(server.received[0]?.headers['x-api-key']).toBe('ved_key');
  });
});
