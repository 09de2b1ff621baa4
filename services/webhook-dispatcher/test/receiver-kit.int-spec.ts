import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort, inRepository, waitFor } from '@vedette/test-kit';
import { startSuite, type Suite } from './suite.ts';

let suite: Suite;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  suite = await startSuite();
});

afterEach(() => {
  for (const each of processes.splice(0)) each.kill();
});

afterAll(() => suite.stop());

const directory = inRepository('services/webhook-dispatcher');

/** The code from the README. */
function kit(language: string): string {
  const text = readFileSync(join(directory, 'README.md'), 'utf8');
  const blocks = text.matchAll(new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 'gs'));
  return [...blocks].map(([, code]) => code).join('\n\n');
}

/** Runs a receiver of the kit as a user would, and collects its output. */
function run(command: string, args: readonly string[], secret: string, port: number): string[] {
  const child = spawn(command, args, {
    cwd: directory,
    env: { ...pathOnly(), WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  processes.push(child);
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  return lines;
}

function pathOnly(): Record<string, string> {
  // oxlint-disable-next-line node/no-process-env -- where the interpreters are
  return { PATH: process.env['PATH'] ?? '' };
}

describe('the receiver’s kit', () => {
  it.each([
    ['Node', process.execPath, ['--input-type=module', '-e', kit('js')]],
    ['Python', 'python3', ['-c', kit('python')]],
  ])('in %s verifies what we send and nothing else', async (_name, command, args) => {
    const organization = suite.organization();
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await organization.createEndpoint(url);
    const lines = run(command, args, secret, port);
    await waitFor('the receiver to listen', async () => {
      const response = await fetch(url, { method: 'POST', body: 'x', headers: forged });
      return response.status === 401;
    });
    const tested = await organization.call('testWebhookEndpoint', { id });
    expect(tested).toMatchObject({ state: 'SUCCEEDED', lastResponseStatus: 204 });
    await organization.call('rotateWebhookEndpointSecret', { id });
    const event = await organization.publish('monitor.up', { name: 'Büro ☎' });
    await waitFor('the event', () => lines.length === 2);
    expect(lines).toEqual([`webhook.test ${tested.eventId}`, `monitor.up ${event}`]);
  });
});

const forged = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
  'webhook-signature': 'v1,c2lnbmVkIGJ5IHNvbWVib2R5IGVsc2U=',
};
