import { launch } from '@vedette/local-stores';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { callerEnvironment } from '../program/caller-config.ts';
import { inRoot } from '../program/paths.ts';

/** For Jest and its workers, which keep every module they load: collecting garbage less often saves 4 % of their time. */
const ROOMY_HEAP = ['--min-semi-space-size=16', '--initial-old-space-size=400'];
/** So it gets about a tenth of a processor that others want as well. */
const NICENESS = '5';

export interface JestRun {
  /** Whether it ended well. */
  readonly isGreen: Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
}

/** Its report goes to a file, so that its own words are all that is seen. */
export function runJest(args: readonly string[], variables: Readonly<Record<string, string>> = {}): JestRun {
  const jest = spawn(process.execPath, commandOf(args), {
    cwd: inRoot(),
    env: { ...callerEnvironment(), ...variables },
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  const isGreen = new Promise<boolean>((resolve, reject) => {
    jest.once('error', reject);
    jest.once('exit', (code) => {
      resolve(code === 0);
    });
  });
  return { isGreen, signal: (signal) => jest.kill(signal) };
}

/** Like `runJest`, with what other processes leave of the processors. Its words are shown together at its end. */
export async function runJestBehindOthers(args: readonly string[]): Promise<JestRun> {
  const jest = await launch({
    command: 'nice',
    args: ['-n', NICENESS, process.execPath, ...commandOf(args)],
    env: callerEnvironment(),
    cwd: inRoot(),
    stopSignal: 'SIGTERM',
    output: 'pipe',
  });
  // Linux may divide processors among sessions first, and among the processes of each one by their niceness after that.
  await writeFile(`/proc/${jest.pid}/autogroup`, NICENESS).catch(() => undefined);
  jest.stdout?.resume();
  const words = jest.stderr === null ? '' : text(jest.stderr);
  const isGreen = jest.exited.then(async ({ code }) => {
    process.stderr.write(await words);
    return code === 0;
  });
  return { isGreen, signal: (signal) => jest.signal(signal) };
}

function commandOf(args: readonly string[]): string[] {
  return ['--conditions=source', ...ROOMY_HEAP, inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args];
}
