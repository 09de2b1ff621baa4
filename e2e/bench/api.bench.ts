import { execFileSync } from 'node:child_process';
import { inBenchRun } from '@vedette/test-kit';
import { startFixture } from '../support/fixture.ts';
import { createMonitor, HTTP_MONITOR } from '../support/monitors.ts';
import { measureBareExpress } from './support/bare.ts';
import { measure } from './support/load.ts';
import { report } from './support/report.ts';

/** The client has a core to itself, so that what it costs does not blur what the servers can do. */
function pinToFirstCore(): void {
  try {
    execFileSync('taskset', ['-cp', '0', String(process.pid)], { stdio: 'ignore' });
  } catch {
    process.stdout.write('taskset is not there: the client shares its core\n');
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
    const results = [await measureBareExpress('bare Express, a monitor from memory', JSON.stringify(monitor))];
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
