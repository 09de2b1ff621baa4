import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@vedette/test-kit';
import { type Load, type Measured, measureInTurn } from './load.ts';
import { runScript } from './processes.ts';

/** A measurement and its yardstick. */
export interface Compared {
  readonly ours: Measured;
  readonly bare: Measured;
}

/** Measures a load in turn with bare Express, which only sends these bytes to as many connections. */
export async function besideBareExpress(load: Load, bytes: string): Promise<Compared> {
  const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
  const file = join(directory, 'answer.json');
  await writeFile(file, bytes);
  const port = await freePort();
  const { child: server } = await runScript('bare-express.ts', [file, String(port)]);
  try {
    const { connections } = load;
    const yardstick: Load = {
      name: 'bare Express, the same bytes',
      url: `http://127.0.0.1:${port}/`,
      expectedStatus: 200,
      ...(connections !== undefined && { connections }),
    };
    const [bare, ours] = await measureInTurn([yardstick, load]);
    if (bare === undefined || ours === undefined) throw new Error('Nothing was measured');
    return { bare, ours };
  } finally {
    server.kill();
    await rm(directory, { recursive: true });
  }
}
