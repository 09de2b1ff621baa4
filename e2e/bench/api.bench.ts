import { inBenchRun } from '@vedette/test-kit';
import { startFixture } from '../support/fixture.ts';
import { createMonitor, HTTP_MONITOR } from '../support/monitors.ts';
import { signedIn } from '../support/sdk-clients.ts';
import { besideBareExpress, type Compared } from './support/bare.ts';
import type { Load } from './support/load.ts';
import { pin } from './support/processes.ts';
import { comparison } from './support/report.ts';

/** One of the two contracts, with the credential that its clients present. */
interface Door {
  readonly name: string;
  readonly baseUrl: string;
  readonly headers: Record<string, string>;
}

/** The same requests for each door. */
function loadsOf(door: Door, monitorIds: readonly string[]): Load[] {
  const { name: by, baseUrl, headers } = door;
  const path = new URL(baseUrl).pathname;
  return [
    { name: `401, without a ${by}`, url: `${baseUrl}/monitors`, expectedStatus: 401 },
    { name: `404, authenticated and limited, by ${by}`, url: `${baseUrl}/nothing`, headers, expectedStatus: 404 },
    {
      name: `GET one monitor, by ${by}`,
      url: baseUrl,
      // Readers of the same one would share its answer.
      paths: monitorIds.map((id) => `${path}/monitors/${id}`),
      headers,
      expectedStatus: 200,
    },
    { name: `GET a list of 25, by ${by}`, url: `${baseUrl}/monitors`, headers, expectedStatus: 200 },
    {
      name: `POST one monitor, by ${by}`,
      url: `${baseUrl}/monitors`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...HTTP_MONITOR, type: 'CRON' }),
      expectedStatus: 201,
    },
  ];
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'monitor'],
    env: { RATE_LIMIT_REQUESTS: '1000000', CONSOLE_RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  try {
    const tenant = await fixture.tenant();
    const monitors = await Promise.all(Array.from({ length: 25 }, () => createMonitor(tenant.api)));
    const ids = monitors.map(({ id }) => id);
    const person = await signedIn(fixture, tenant.organizationId, 'MEMBER');
    const key: Door = {
      name: 'key',
      baseUrl: `${fixture.stack.apiUrl}/api/v1`,
      headers: { 'x-api-key': tenant.key },
    };
    const session: Door = {
      name: 'session',
      baseUrl: `${fixture.stack.consoleUrl}/api/console/v1`,
      headers: { cookie: person.cookie() },
    };
    // The client has a core to itself, so that what it costs does not blur what the servers can do.
    pin(process.pid, '0');
    const monitor = JSON.stringify(monitors[0]);
    const servers = (['gateway', 'account', 'monitor'] as const).map((name) => fixture.stack.service(name).pid);
    const bySession = loadsOf(session, ids);
    const loads = loadsOf(key, ids).flatMap((byKey, index) => [byKey, bySession[index] ?? []].flat());
    const results: Compared[] = [];
    for (const load of loads) results.push(await besideBareExpress({ ...load, servers }, monitor));
    process.stdout.write(comparison('beside bare Express with a monitor from memory', results));
  } finally {
    await fixture.stop();
  }
});
