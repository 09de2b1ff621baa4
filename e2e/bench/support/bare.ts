import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vedette/test-kit';
import { type Load, type Measured, measure } from './load.ts';
import { pin } from './processes.ts';

/** A measurement and its yardstick. */
export interface Compared {
  readonly ours: Measured;
  readonly bare: Measured;
}

/** Measures a load, and bare Express with the same bytes under the same number of connections just before it. */
export async function besideBareExpress(load: Load, bytes: string): Promise<Compared> {
  const { connections } = load;
  const bare = await measureBareExpress('bare Express, the same bytes', bytes, connections ? { connections } : {});
  return { bare, ours: await measure(load) };
}

/** The yardstick: Express in a process of its own, which only sends these bytes. */
export async function measureBareExpress(
  name: string,
  bytes: string,
  load: Pick<Load, 'connections'> = {},
): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
  const file = join(directory, 'answer.json');
  await writeFile(file, bytes);
  const port = await freePort();
  const script = new URL('bare-express.ts', import.meta.url).pathname;
  const server = spawn(process.execPath, [script, file, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_ENV: 'production' },
  });
  try {
    await once(server.stdout, 'data');
    // It was born on the core of the client.
    if (server.pid !== undefined) pin(server.pid, '0,1');
    return await measure({
      ...load,
      name,
      url: `http://127.0.0.1:${port}/`,
      expectedStatus: 200,
      ...(server.pid !== undefined && { servers: [server.pid] }),
    });
  } finally {
    server.kill();
    await rm(directory, { recursive: true });
  }
}
