import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, inBenchRun } from '@vedette/test-kit';
import { startFixture } from '../support/fixture.ts';
import { createMonitor, HTTP_MONITOR } from '../support/monitors.ts';
import { type Measured, measure } from './support/load.ts';
import { pin } from './support/processes.ts';
import { report } from './support/report.ts';

/** The client has a core to itself, so that what it costs does not blur what the servers can do. */
function pinToFirstCore(): void {
  try {
    execFileSync('taskset', ['-cp', '0', String(process.pid)], { stdio: 'ignore' });
  } catch {
    process.stdout.write('taskset is not there: the client shares its core\n');
  }
}

async function measureBareExpress(bytes: string): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
  const file = join(directory, 'monitor.json');
  await writeFile(file, bytes);
  const port = await freePort();
  const script = new URL('support/bare-express.ts', import.meta.url).pathname;
  const server = spawn(process.execPath, [script, file, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_ENV: 'production' },
  });
  try {
    await once(server.stdout, 'data');
    // It was born on the core of the client.
    if (server.pid !== undefined) pin(server.pid, '0,1');
    return await measure({
      name: 'bare Express, a monitor from memory',
      url: `http://127.0.0.1:${port}/`,
      expectedStatus: 200,
      ...(server.pid !== undefined && { servers: [server.pid] }),
    });
  } finally {
    server.kill();
    await rm(directory, { recursive: true });
  }
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'monitor'],
    env: { RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    const tenant = await fixture.tenant();
    const monitors = await Promise.all(Array.from({ length: 25 }, () => createMonitor(tenant.api)));
    const [monitor] = monitors;
    const { apiUrl } = fixture.stack;
    const headers = { 'x-api-key': tenant.key };
    pinToFirstCore();
    const results = [await measureBareExpress(JSON.stringify(monitor))];
    const loads = [
      { name: '401, no key', url: `${apiUrl}/api/v1/monitors`, expectedStatus: 401 },
      { name: '404, authenticated and limited', url: `${apiUrl}/api/v1/nothing`, headers, expectedStatus: 404 },
      {
        name: 'GET one monitor',
        url: apiUrl,
        // Readers of the same one would share its answer.
        paths: monitors.map(({ id }) => `/api/v1/monitors/${id}`),
        headers,
        expectedStatus: 200,
      },
      { name: 'GET a list of 25', url: `${apiUrl}/api/v1/monitors`, headers, expectedStatus: 200 },
      {
        name: 'POST one monitor',
        url: `${apiUrl}/api/v1/monitors`,
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...HTTP_MONITOR, type: 'CRON' }),
        expectedStatus: 201,
      },
    ];
    const servers = (['gateway', 'account', 'monitor'] as const).map((name) => fixture.stack.service(name).pid);
    for (const load of loads) results.push(await measure({ ...load, servers }));
    process.stdout.write(report(results));
  } finally {
    await fixture.stop();
  }
});
