import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { inBenchRun, waitFor } from '@vedette/test-kit';
import { startFixture, type Fixture, type Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { percentile, say } from './support/latencies.ts';
import { cpuMsOf, pin, rssMbOf } from './support/processes.ts';

/** What one API key may have open. */
const PER_KEY = 5;
/** What an organization may have open, by its keys. */
const KEYS = 10;
const ORGANIZATIONS = 20;
const STREAMS = ORGANIZATIONS * KEYS * PER_KEY;
const IDLE_SECONDS = 20;
/** Of each organization. */
const EVENTS = 100;
/** Organizations that leave all their streams unread: 300 streams. */
const IDLERS = 6;
/** Of each of them, 100 KB each: more than the buffers of the operating system hold. */
const UNREAD_EVENTS = 80;

interface Seen {
  arrivals: number;
  readonly latenciesMs: number[];
}

interface Streamer {
  readonly tenant: Tenant;
  readonly monitorId: string;
  readonly streams: readonly IncomingMessage[];
}

async function openStream(consoleUrl: string, key: string, agent: Agent): Promise<IncomingMessage> {
  const headers = { 'x-api-key': key };
  const request = get(`${consoleUrl}/api/console/v1/events/stream`, { headers, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A stream was answered ${response.statusCode}`);
  return response.on('error', () => undefined);
}

/** An organization with a monitor, and with all streams that it may have open. */
async function streamerOn(fixture: Fixture, agent: Agent, fields: object): Promise<Streamer> {
  const tenant = await fixture.tenant();
  const { id: monitorId } = await createMonitor(tenant.api, { ...fields });
  const streams: IncomingMessage[] = [];
  for (let i = 0; i < KEYS; i += 1) {
    const { key } = await fixture.key(tenant.organizationId, { access: 'READ_ONLY' });
    const opening = Array.from({ length: PER_KEY }, () => openStream(fixture.stack.consoleUrl, key, agent));
    streams.push(...(await Promise.all(opening)));
  }
  return { tenant, monitorId, streams };
}

function listen({ streams }: Streamer, seen: Seen): void {
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const [, timestamp = ''] of text.matchAll(/"timestamp":"([^"]+)"/g)) {
        seen.arrivals += 1;
        seen.latenciesMs.push(Date.now() - Date.parse(timestamp));
      }
    });
  }
}

async function change(streamers: readonly Streamer[], times: number, fields: object = {}): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const body = { ...fields, name: `Name ${i}` };
    const answers = await Promise.all(
      streamers.map(({ tenant, monitorId }) => tenant.api.patch(`/api/v1/monitors/${monitorId}`, body)),
    );
    if (answers.some(({ status }) => status !== 200)) throw new Error('A monitor was not changed');
  }
}

async function streamersOn(fixture: Fixture, count: number, agent: Agent, fields: object): Promise<Streamer[]> {
  const streamers: Streamer[] = [];
  while (streamers.length < count) streamers.push(await streamerOn(fixture, agent, fields));
  return streamers;
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: { RATE_LIMIT_REQUESTS: '1000000', CONSOLE_RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    const { pid } = fixture.stack.service('gateway');
    pin(process.pid, '0');
    pin(pid, '1');
    const seen: Seen = { arrivals: 0, latenciesMs: [] };
    const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
    const beforeMb = rssMbOf(pid);
    const streamers = await streamersOn(fixture, ORGANIZATIONS, agent, { type: 'CRON' });
    for (const streamer of streamers) listen(streamer, seen);
    const idleFromMs = cpuMsOf(pid);
    await sleep(IDLE_SECONDS * 1_000);
    const idleMs = cpuMsOf(pid) - idleFromMs;
    say(`${STREAMS} streams on one core: ${beforeMb.toFixed(0)} MB before, ${rssMbOf(pid).toFixed(0)} MB with them`);
    say(`  a stream: ${(((rssMbOf(pid) - beforeMb) * 1024) / STREAMS).toFixed(0)} KB`);
    say(`  idle: ${((idleMs / (IDLE_SECONDS * 1_000)) * 100).toFixed(1)} % of the core`);
    const busyFromMs = cpuMsOf(pid);
    await change(streamers, EVENTS);
    await waitFor('every event at every stream', () => seen.arrivals >= EVENTS * STREAMS, { timeoutMs: 120_000 });
    const busyMs = cpuMsOf(pid) - busyFromMs;
    say(
      `  ${EVENTS} events to each: p50 ${percentile(seen.latenciesMs, 50)} ms, p99 ${percentile(seen.latenciesMs, 99)} ms after they happened`,
    );
    say(
      `  ${((busyMs * 1_000) / seen.arrivals).toFixed(1)} µs of the processor for an event of a stream; ${rssMbOf(pid).toFixed(0)} MB afterwards`,
    );
    const idlers = await streamersOn(fixture, IDLERS, agent, { method: 'POST' });
    const unreadFromMb = rssMbOf(pid);
    await change(idlers, UNREAD_EVENTS, { requestBody: 'x'.repeat(100_000) });
    say(
      `  ${IDLERS * KEYS * PER_KEY} streams more, unread, with ${UNREAD_EVENTS} events of 100 KB each: ${unreadFromMb.toFixed(0)} MB before, ${rssMbOf(pid).toFixed(0)} MB with them`,
    );
    for (const { streams } of [...streamers, ...idlers]) for (const stream of streams) stream.destroy();
  } finally {
    await fixture.stop();
  }
});
