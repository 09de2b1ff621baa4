import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testRun } from '../src/config.ts';
import { spawnProcess } from '../src/stack/service-process.ts';

const READY = `
  import { createServer } from 'node:http';
  const server = createServer((request, response) => response.end(process.env.ANSWER));
  server.listen(Number(process.env.INTERNAL_PORT), '127.0.0.1');
  console.log('listening as', process.env.ANSWER);
`;
const STOPS = `process.on('SIGTERM', () => process.exit(0));`;

async function program(name: string, code: string): Promise<string> {
  const path = join(testRun().directory, `${name}.mjs`);
  await writeFile(path, code);
  return path;
}

describe('a service as a process', () => {
  it('is ready when its start resolves, and ends cleanly', async () => {
    const service = await spawnProcess('fixture', await program('clean', READY + STOPS), { ANSWER: 'hello' });
    const response = await fetch(service.internalUrl);
    expect(await response.text()).toBe('hello');
    expect(service.logs).toContain('listening as hello');
    await service.stop();
    await expect(fetch(service.internalUrl)).rejects.toThrow('fetch failed');
  });

  it('comes back on the same port after it was killed', async () => {
    const service = await spawnProcess('fixture', await program('killed', READY + STOPS), {});
    const before = service.pid;
    expect(await service.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    await service.start();
    expect(service.pid).not.toBe(before);
    expect((await fetch(service.internalUrl)).status).toBe(200);
    await service.stop();
  });

  it('shows its last words when it dies before it is ready', async () => {
    const entry = await program('dying', `console.log('no such luck'); process.exit(3);`);
    await expect(spawnProcess('fixture', entry, {})).rejects.toThrow(/exit code 3; its last words:\nno such luck/);
  });

  it('fails the stop when it crashed during the test', async () => {
    const crash = `setTimeout(() => { console.log('crashing'); process.exit(7); }, 300);`;
    const service = await spawnProcess('fixture', await program('crashing', READY + crash), {});
    await expect(fetch(`${service.internalUrl}/wait`).then(() => service.exited)).resolves.toEqual({
      code: 7,
      signal: null,
    });
    await expect(service.stop()).rejects.toThrow(/crashed during the test and ended with exit code 7/);
  });

  it('fails the stop when it needs a signal that cannot be caught', async () => {
    const service = await spawnProcess('fixture', await program('rude', READY), {});
    await expect(service.stop()).rejects.toThrow('did not stop cleanly: it was ended by SIGTERM');
  });
});
