import { ensureTools, tryTools } from '@vedette/local-stores';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './bundling/build-all.ts';
import { callerEnvironment } from './program/caller-config.ts';
import { onLauncherGone } from './program/launcher-watch.ts';
import { inRoot } from './program/paths.ts';
import { runMain } from './program/run-main.ts';
import { print, say } from './program/terminal.ts';
import { partOf } from './tests/test-parts.ts';
import { needsTools, testRuns } from './tests/test-runs.ts';
import { totalsLine, type JestReport } from './tests/test-totals.ts';

/** For Jest and its workers, which keep every module they load: collecting garbage less often saves 4 % of their time. */
const ROOMY_HEAP = ['--min-semi-space-size=16', '--initial-old-space-size=400'];

await runMain(async () => {
  const part = partOf(process.argv.slice(2));
  const given = part?.jestArgs ?? process.argv.slice(2);
  const tools = installTools();
  // Its failure is reported where it is awaited; until then, Node must not take it for an unhandled one.
  tools.catch(() => undefined);
  say('Building');
  await buildAll(say);

  const runs = given.includes('--selectProjects') ? [given] : testRuns(given);
  const directory = mkdtempSync(join(tmpdir(), 'vedette-report-'));
  const reports: JestReport[] = [];
  for (const [index, args] of runs.entries()) {
    const file = join(directory, `${index}.json`);
    if (needsTools(args)) await tools;
    const isGreen = await runJest([...args, '--passWithNoTests', '--json', '--outputFile', file], part?.variables);
    if (existsSync(file)) reports.push(JSON.parse(readFileSync(file, 'utf8')) as JestReport);
    if (!isGreen) process.exitCode = 1;
  }
  rmSync(directory, { recursive: true, force: true });
  // A run that was cut short has no report; a misspelt path finds nothing to run.
  if (reports.length < runs.length || reports.every(({ numTotalTests }) => numTotalTests === 0)) process.exitCode = 1;
  print(totalsLine(reports, runs.length - reports.length));
});

async function installTools(): Promise<void> {
  // A browser for the public pages, and Python for the receiver that the documents show.
  await ensureTools(['postgres', 'redis-server', 'nats-server', 'ping', 'chromium', 'python3'], say);
  // For the tests of the edge of compose, which are skipped where the distribution has no Caddy.
  await tryTools(['caddy'], say);
}

/** Resolves to whether it ended well; its report goes to a file, so that its own words are all that is seen. */
function runJest(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const jest = spawn(
      process.execPath,
      ['--conditions=source', ...ROOMY_HEAP, inRoot('node_modules', 'jest', 'bin', 'jest.js'), ...args],
      {
        cwd: inRoot(),
        env: { ...callerEnvironment(), ...variables },
        stdio: ['inherit', 'ignore', 'inherit'],
      },
    );
    const forward = (signal: NodeJS.Signals): void => {
      jest.kill(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
    onLauncherGone(() => {
      jest.kill('SIGTERM');
    });
    jest.once('error', reject);
    jest.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}
