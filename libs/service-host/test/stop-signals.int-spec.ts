import { describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

interface Program {
  readonly child: ChildProcessByStdio<null, Readable, null>;
  /** What the program logs. */
  readonly lines: Interface;
}

/** A program that prints a line when it is ready, and whose stop takes some time. */
async function start(stopMs: number, gracePeriodMs: number): Promise<Program> {
  const code = `
    import { createLogger } from '@vedette/telemetry';
    import { stopOnSignal } from './src/stop-signals.ts';
    setInterval(() => {}, 1_000);
    const stop = () => new Promise((resolve) => setTimeout(resolve, ${stopMs}));
    stopOnSignal({ logger: createLogger('spec', 'info'), gracePeriodMs: ${gracePeriodMs}, stop });
    console.log('ready');`;
  const args = ['--conditions=source', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  return { child, lines };
}

/** Sends the first signal, and the others once the stop has begun. */
async function exitAfter({ child, lines }: Program, [first, ...others]: readonly NodeJS.Signals[]): Promise<unknown[]> {
  const exited = once(child, 'exit');
  child.kill(first);
  await once(lines, 'line');
  for (const signal of others) child.kill(signal);
  return exited;
}

describe('an orderly stop', () => {
  const several: { signals: NodeJS.Signals[] }[] = [
    { signals: ['SIGTERM'] },
    { signals: ['SIGINT'] },
    { signals: ['SIGTERM', 'SIGTERM'] },
    { signals: ['SIGINT', 'SIGTERM', 'SIGINT'] },
  ];
  it.each(several)('is finished after $signals', async ({ signals }) => {
    const program = await start(500, 30_000);
    expect(await exitAfter(program, signals)).toEqual([0, null]);
  });

  it('is given up when its grace period is over', async () => {
    const program = await start(60_000, 200);
    expect(await exitAfter(program, ['SIGTERM', 'SIGTERM'])).toEqual([1, null]);
  });
});
