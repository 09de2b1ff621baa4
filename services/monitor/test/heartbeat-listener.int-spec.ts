import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { becomes, newJob, pingAt, tokenOf } from './support/cron-jobs.ts';
import { listenerUrl } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let url: string;
beforeAll(async () => {
  suite = await startSuite();
  url = await listenerUrl(suite.service);
  dawdling = dawdle();
  // The test that waits for it reports its failure.
  dawdling.catch(() => undefined);
});
afterAll(() => suite.stop());

interface Exchange {
  readonly answer: string;
  readonly livedMs: number;
}

/** Sends the bytes unchanged, and resolves when the server has closed the connection. */
function exchange(bytes: string): Promise<Exchange> {
  const startedAt = performance.now();
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve({ answer, livedMs: performance.now() - startedAt });
    });
  });
}

/** Takes 15 s, so it begins before all tests. */
let dawdling: Promise<[headers: Exchange, body: Exchange]>;

async function dawdle(): Promise<[headers: Exchange, body: Exchange]> {
  const job = await newJob(suite.organization());
  return Promise.all([
    exchange('GET / HTTP/1.1\r\nHost: he'),
    exchange(`POST /${tokenOf(job)} HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nbegun`),
  ]);
}

describe('a ping', () => {
  it('to anything else is not found, or not allowed', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    for (const end of ['/256', '/x', '/start/', '/']) expect(await pingAt(url, job, end)).toBe(404);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/${'x'.repeat(32)}`)).status).toBe(404);
    const refused = await fetch(`${url}/${tokenOf(job)}`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    await organization.delete(job.id);
    expect(await pingAt(url, job)).toBe(404);
  });

  it('with 20 MB of output is stored and answered after the first of them, and its connection ended', async () => {
    const organization = suite.organization();
    const job = await newJob(organization);
    const { answer } = await exchange(
      `POST /${tokenOf(job)} HTTP/1.1\r\nHost: here\r\nContent-Length: 20000000\r\n\r\n${'x'.repeat(20_000_000)}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n[^]*OK\n$/);
    await becomes(organization, job, 'UP');
  });

  it('that dawdles is cut off after 10 s in its headers and after 15 s in its body', async () => {
    const [headers, body] = await dawdling;
    expect([headers, body].map(({ answer }) => answer.split(' ')[1])).toEqual(['408', '408']);
    expect(headers.livedMs).toBeLessThan(13_000);
    expect(body.livedMs).toBeLessThan(18_000);
  }, 40_000);
});
