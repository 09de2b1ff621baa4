import { spawn } from 'node:child_process';
import { callerEnvironment } from '../program/caller-config.ts';
import { inRoot } from '../program/paths.ts';

export interface JestRun {
  /** Whether it ended well. */
  readonly isGreen: Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
}

/** Its report goes to a file, so that its own words are all that is seen. */
export function runJest(args: readonly string[], variables: Readonly<Record<string, string>> = {}): JestRun {
  const jest = spawn(
    process.execPath,
    ['--conditions=source', inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args],
    {
      cwd: inRoot(),
      env: { ...callerEnvironment(), ...variables },
      stdio: ['inherit', 'ignore', 'inherit'],
    },
  );
  const isGreen = new Promise<boolean>((resolve, reject) => {
    jest.once('error', reject);
    jest.once('exit', (code) => {
      resolve(code === 0);
    });
  });
  return { isGreen, signal: (signal) => jest.kill(signal) };
}
