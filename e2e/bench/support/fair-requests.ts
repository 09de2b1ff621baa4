import { spawn } from 'node:child_process';
import { once } from 'node:events';
import got from 'got';
import { startFixture, type Fixture, type Tenant } from '../../support/fixture.ts';
import { createMonitor } from '../../support/monitors.ts';

const MEASURED_MS = 8_000;
const KEYS = 20;
const FLOODS = [20, 100, 400];
const MONITORS = 25;

interface Latency {
  readonly requests: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** One tenant reads its monitors one after the other, alone and beside another one's flood of lists from many keys. */
export async function benchRequests(): Promise<string> {
  const fixture = await startFixture({
    services: ['gateway', 'monitor'],
    env: { RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    const busy = await fixture.tenant({ plan: 'SCALE' });
    const calm = await fixture.tenant({ plan: 'SCALE' });
    const [ids] = await Promise.all([calm, busy].map((tenant) => createMonitors(tenant)));
    const keys = await Promise.all(Array.from({ length: KEYS }, () => fixture.key(busy.organizationId)));
    const read = (): Promise<Latency> => readFor(fixture, calm, ids ?? []);
    await read();
    const alone = await read();
    const lines = [line('alone', alone, alone)];
    for (const connections of FLOODS) {
      const flood = await startFlood(
        fixture,
        keys.map(({ key }) => key),
        connections,
      );
      lines.push(line(`beside ${connections} connections`, await read(), alone));
      flood.kill();
    }
    return `Reading one monitor at a time, beside another tenant's lists with ${KEYS} keys\n${lines.join('')}\n`;
  } finally {
    await fixture.stop();
  }
}

async function createMonitors(tenant: Tenant): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: MONITORS }, () => createMonitor(tenant.api, { type: 'CRON' })));
  return made.map(({ id }) => id);
}

async function readFor({ stack }: Fixture, { key }: Tenant, ids: readonly string[]): Promise<Latency> {
  const tookMs: number[] = [];
  let errors = 0;
  const until = performance.now() + MEASURED_MS;
  for (let i = 0; performance.now() < until; i += 1) {
    const startedAt = performance.now();
    const url = `${stack.apiUrl}/api/v1/monitors/${ids[i % ids.length] ?? ''}`;
    const { statusCode } = await got(url, {
      headers: { 'x-api-key': key },
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    if (statusCode !== 200) errors += 1;
    tookMs.push(performance.now() - startedAt);
  }
  const sorted = tookMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  return { requests: sorted.length, errors, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function startFlood({ stack }: Fixture, keys: readonly string[], connections: number) {
  const script = new URL('request-flood.ts', import.meta.url).pathname;
  // Its processor time is another machine's: it takes only what everybody else leaves.
  const command = [
    '-n',
    '19',
    process.execPath,
    script,
    `${stack.apiUrl}/api/v1/monitors`,
    String(connections),
    ...keys,
  ];
  const flood = spawn('nice', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(flood.stdout, 'data');
  return flood;
}

function line(name: string, { requests, errors, p50Ms, p99Ms }: Latency, alone: Latency): string {
  const ratio = `${(p50Ms / alone.p50Ms).toFixed(2)} and ${(p99Ms / alone.p99Ms).toFixed(2)} times alone`;
  const figures = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  return `  ${name.padEnd(24)} ${figures}; ${ratio}; ${requests} requests, ${errors} errors\n`;
}
