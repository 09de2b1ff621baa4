import { dyingWithUs, findTool } from '@vedette/local-stores';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatusPage } from '@vedette/contract';
import { freePort, inBenchRun, waitFor } from '@vedette/test-kit';
import got from 'got';
import { MonitorPeer } from '@vedette/test-kit/monitor-peer';
import { startFixture, type Fixture } from '../support/fixture.ts';
import { measureInTurn } from './support/load.ts';
import { pin, runScript } from './support/processes.ts';
import { ratioOf, report } from './support/report.ts';

const COMPONENTS = 50;
const SLUG = 'bench';
const ENCODING = { 'accept-encoding': 'gzip, deflate, br' };

/** A page with a past: every fifth component had trouble now and then. */
async function publishPage(fixture: Fixture, peer: MonitorPeer): Promise<Uint8Array> {
  const tenant = await fixture.tenant();
  const monitors = Array.from({ length: COMPONENTS }, (_, index) =>
    peer.add(tenant.organizationId, `Component ${index + 1}`),
  );
  for (const [index, id] of monitors.entries()) {
    const date = new Date(Date.now() - (index + 3) * 86_400_000).toISOString().slice(0, 10);
    if (index % 5 === 0) peer.days.set(`${id} ${date}`, { upSeconds: 80_000, downSeconds: 6_400 });
  }
  const components = monitors.map((monitorId, index) => ({ monitorId, group: `Group ${1 + (index % 5)}` }));
  const { status } = await tenant.api.post<StatusPage>('/api/v1/status-pages', {
    name: 'Bench',
    slug: SLUG,
    components,
  });
  if (status !== 201) throw new Error(`The page was not created: ${status}`);
  const url = `${fixture.stack.statusUrl}/${SLUG}`;
  await waitFor('the page with its uptime', async () => (await got(url).text()).includes('min down'));
  return got(url, { headers: ENCODING, decompress: false }).buffer();
}

async function startNginx(directory: string, port: number): Promise<ChildProcess> {
  const nginx = findTool('nginx');
  if (nginx === undefined) throw new Error('nginx is missing');
  const configuration = join(directory, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off;
    worker_processes 1;
    pid ${directory}/nginx.pid;
    error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 100000000;
      open_file_cache max=10;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
      server {
        listen 127.0.0.1:${port};
        root ${directory};
        location = / { try_files /page.br =404; default_type text/html; add_header content-encoding br; }
      }
    }`,
  );
  const [command, ...args] = dyingWithUs([nginx, '-p', directory, '-c', configuration], 'SIGTERM');
  const server = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await waitFor(
    'nginx',
    async () => (await got(`http://127.0.0.1:${port}/`, { decompress: false })).statusCode === 200,
  );
  return server;
}

await inBenchRun(async () => {
  const fixture = await startFixture({
    services: ['gateway', 'status-page'],
    env: { RATE_LIMIT_REQUESTS: '1000000', LOG_LEVEL: 'warn' },
  });
  const peer = await MonitorPeer.start(fixture.stack.natsUrl);
  const servers: ChildProcess[] = [];
  try {
    const bytes = await publishPage(fixture, peer);
    const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
    // nginx's worker runs as another user when it is started by root.
    await chmod(directory, 0o755);
    const file = join(directory, 'page.br');
    await writeFile(file, bytes);
    const [barePort, nginxPort] = [await freePort(), await freePort()];
    servers.push((await runScript('bare-express.ts', [file, String(barePort)])).child);
    servers.push(await startNginx(directory, nginxPort));
    process.stdout.write(`${COMPONENTS} components, ${bytes.length} bytes as they are sent (Brotli)\n`);
    // The client has a core to itself, so that what it costs does not blur what the servers can do.
    pin(process.pid, '0');
    const loads = [
      { name: 'bare Express, the same bytes from memory', url: `http://127.0.0.1:${barePort}/` },
      {
        name: 'a status page',
        url: `${fixture.stack.statusUrl}/${SLUG}`,
        servers: [fixture.stack.service('status-page').pid],
      },
      { name: 'nginx, the same bytes as a file', url: `http://127.0.0.1:${nginxPort}/` },
    ].map((load) => Object.assign(load, { headers: ENCODING, expectedStatus: 200 }));
    const results = await measureInTurn(loads);
    process.stdout.write(report(results));
    const [bare, page, nginx] = results;
    if (bare === undefined || page === undefined || nginx === undefined) throw new Error('Nothing was measured');
    const [ofBare, ofNginx] = [bare, nginx].map((other) => ratioOf(page, other).toFixed(2));
    process.stdout.write(`a status page: ${ofBare} of bare Express, ${ofNginx} of nginx\n`);
  } finally {
    for (const server of servers) server.kill();
    await peer.stop();
    await fixture.stop();
  }
});
