import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OddServer } from './support/odd-server.ts';
import { readmeSnippets } from './support/readme.ts';
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

describe('the README', () => {
  it('shows a listener that hears what happens', async () => {
    server.answers((response) => {
      const event = { type: 'monitor.created', data: { monitor: { name: 'Job' } } };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`id: 1\ndata: ${JSON.stringify(event)}\n\n`);
    });
    const file = folder.write('listener', readmeSnippets()[2] ?? '');
    const child = spawn(process.execPath, ['--conditions=source', file], {
      env: { VEDETTE_CONSOLE_URL: server.url, VEDETTE_API_KEY: 'ved_key' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface(child.stdout), 'line')) as string[];
      expect(line).toBe('Job is new');
      expect(server.received).toEqual([
        expect.objectContaining({ method: 'GET', url: '/api/console/v1/events/stream' }),
      ]);
    } finally {
      child.kill();
    }
  });
});
