import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { inBenchRun, waitFor } from '@vedette/test-kit';
import { startFixture, type Fixture, type Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { signedIn } from '../support/sdk-clients.ts';
import { percentile, say } from './support/latencies.ts';
import { cpuMsOf, pin, rssMbOf } from './support/processes.ts';

const STREAMS = 1_000;
/** What one API key and one organization may have open. */
const PER_KEY = 5;
const PER_ORGANIZATION = 50;
const IDLE_SECONDS = 20;
const EVENTS = 100;

interface Seen {
  arrivals: number;
  readonly latenciesMs: number[];
}

async function openStream(consoleUrl: string, key: string, agent: Agent, seen: Seen): Promise<IncomingMessage> {
  const headers = { 'x-api-key': key };
  const request = get(`${consoleUrl}/api/console/v1/events/stream`, { headers, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
  response.setEncoding('utf8').on('data', (text: string) => {
    for (const [, timestamp = ''] of text.matchAll(/"timestamp":"([^"]+)"/g)) {
      seen.arrivals += 1;
      seen.latenciesMs.push(Date.now() - Date.parse(timestamp));
    }
  });
  response.on('error', () => undefined);
  return response;
}

async function keysOf(fixture: Fixture, organizationId: string): Promise<string[]> {
  const { vedette } = await signedIn(fixture, organizationId, 'ADMIN');
  const keys: string[] = [];
  for (let i = 0; i < PER_ORGANIZATION / PER_KEY; i += 1) {
    keys.push((await vedette.keys.create({ name: `Reader ${i}`, access: 'READ_ONLY', expiresAt: null })).secret);
  }
  return keys;
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: { RATE_LIMIT_REQUESTS: '1000000', CONSOLE_RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    const { consoleUrl } = fixture.stack;
    const tenants = await Promise.all(Array.from({ length: STREAMS / PER_ORGANIZATION }, () => fixture.tenant()));
    const monitors = await Promise.all(tenants.map(({ api }) => createMonitor(api, { type: 'CRON' })));
    const keys: string[] = [];
    for (const { organizationId } of tenants) keys.push(...(await keysOf(fixture, organizationId)));
    const { pid } = fixture.stack.service('gateway');
    pin(process.pid, '0');
    pin(pid, '1');
    const seen: Seen = { arrivals: 0, latenciesMs: [] };
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
    const beforeMb = rssMbOf(pid);
    const streams: IncomingMessage[] = [];
    for (const key of keys) {
      const opened = Array.from({ length: PER_KEY }, () => openStream(consoleUrl, key, agent, seen));
      streams.push(...(await Promise.all(opened)));
    }
    const idleFromMs = cpuMsOf(pid);
    await sleep(IDLE_SECONDS * 1_000);
    const idleMs = cpuMsOf(pid) - idleFromMs;
    say(
      `${streams.length} streams on one core: ${beforeMb.toFixed(0)} MB before, ${rssMbOf(pid).toFixed(0)} MB with them`,
    );
    say(`  a stream: ${(((rssMbOf(pid) - beforeMb) * 1024) / streams.length).toFixed(0)} KB`);
    say(`  idle: ${((idleMs / (IDLE_SECONDS * 1_000)) * 100).toFixed(1)} % of the core`);
    const busyFromMs = cpuMsOf(pid);
    for (let i = 0; i < EVENTS; i += 1) {
      const rename = ({ api }: Tenant, index: number): Promise<unknown> =>
        api.patch(`/api/v1/monitors/${monitors[index]?.id ?? ''}`, { name: `Name ${i}` });
      await Promise.all(tenants.map(rename));
    }
    await waitFor('every event at every stream', () => seen.arrivals >= EVENTS * STREAMS, { timeoutMs: 120_000 });
    const busyMs = cpuMsOf(pid) - busyFromMs;
    say(
      `  ${EVENTS} events to each: p50 ${percentile(seen.latenciesMs, 50)} ms, p99 ${percentile(seen.latenciesMs, 99)} ms after they happened`,
    );
    say(
      `  ${((busyMs * 1_000) / seen.arrivals).toFixed(1)} µs of the processor for an event of a stream; ${rssMbOf(pid).toFixed(0)} MB afterwards`,
    );
    for (const stream of streams) stream.destroy();
  } finally {
    await fixture.stop();
  }
});
