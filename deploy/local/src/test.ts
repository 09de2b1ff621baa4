import { ensureTools, tryTools } from '@vedette/local-stores';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './bundling/build-all.ts';
import { onLauncherGone } from './program/launcher-watch.ts';
import { runMain } from './program/run-main.ts';
import { print, say } from './program/terminal.ts';
import { runJest, type JestRun } from './tests/run-jest.ts';
import { partOf } from './tests/test-parts.ts';
import { neededTools, testRuns, type NeededTools } from './tests/test-runs.ts';
import { totalsLine, type JestReport } from './tests/test-totals.ts';

await runMain(async () => {
  const part = partOf(process.argv.slice(2));
  const given = part?.jestArgs ?? process.argv.slice(2);
  const tools = installTools();
  say('Building');
  await buildAll(say);

  const runs = testRuns(given);
  const directory = mkdtempSync(join(tmpdir(), 'vedette-report-'));
  const files = runs.map((_, index) => join(directory, `${index}.json`));
  const ending = listenForEnd();
  for (const [index, args] of runs.entries()) {
    await tools[neededTools(args)];
    if (ending.isWanted) break;
    ending.run = runJest([...args, '--passWithNoTests', '--json', '--outputFile', files[index] ?? ''], part?.variables);
    if (!(await ending.run.isGreen)) process.exitCode = 1;
  }
  const reports = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')) as JestReport);
  rmSync(directory, { recursive: true, force: true });
  // A run that was cut short has no report; a misspelt path finds nothing to run.
  const isMissing = reports.length < runs.length || reports.every(({ numTotalTests }) => numTotalTests === 0);
  if (isMissing) process.exitCode = 1;
  print(totalsLine(reports, runs.length - reports.length));
});

/** Passes signals on to the present run; no other run begins after one. */
function listenForEnd(): { isWanted: boolean; run?: JestRun } {
  const ending: { isWanted: boolean; run?: JestRun } = { isWanted: false };
  const forward = (signal: NodeJS.Signals): void => {
    ending.isWanted = true;
    ending.run?.signal(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
  onLauncherGone(() => forward('SIGTERM'));
  return ending;
}

function installTools(): Readonly<Record<NeededTools, Promise<void>>> {
  const stores = installStores();
  const browser = stores.then(() => ensureTools(['chromium'], say));
  // A failure is reported where it is awaited; until then, Node must not take it for an unhandled one.
  for (const each of [stores, browser]) each.catch(() => undefined);
  return { none: Promise.resolve(), stores, 'stores and browser': browser };
}

async function installStores(): Promise<void> {
  // Python is for the receiver that the documents show.
  await ensureTools(['postgres', 'redis-server', 'nats-server', 'ping', 'python3'], say);
  // For the tests of the edge of compose, which are skipped where the distribution has no Caddy.
  await tryTools(['caddy'], say);
}
