import { ensureTools, tryTools } from '@vedette/local-stores';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './bundling/build-all.ts';
import { onLauncherGone } from './program/launcher-watch.ts';
import { runMain } from './program/run-main.ts';
import { print, say } from './program/terminal.ts';
import { runJest, runJestBehindOthers, type JestRun } from './tests/run-jest.ts';
import { partOf } from './tests/test-parts.ts';
import { neededTools, testRuns, type NeededTools } from './tests/test-runs.ts';
import { totalsLine, type JestReport } from './tests/test-totals.ts';

await runMain(async () => {
  const part = partOf(process.argv.slice(2));
  const given = part?.jestArgs ?? process.argv.slice(2);
  const tools = installTools();
  say('Building');
  await buildAll(say);

  const runs = given.includes('--selectProjects') ? [{ args: given, isBehindOthers: false }] : testRuns(given);
  const directory = mkdtempSync(join(tmpdir(), 'vedette-report-'));
  const files = runs.map((_, index) => join(directory, `${index}.json`));
  const started: JestRun[] = [];
  const end = endOf(started);
  for (const [index, { args, isBehindOthers }] of runs.entries()) {
    await tools[neededTools(args)];
    if (end.isWanted) break;
    const all = [...args, '--passWithNoTests', '--json', '--outputFile', files[index] ?? ''];
    const run = isBehindOthers ? await runJestBehindOthers(all) : runJest(all, part?.variables);
    started.push(run);
    if (!isBehindOthers) await run.isGreen;
  }
  const areGreen = await Promise.all(started.map(({ isGreen }) => isGreen));
  const reports = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, 'utf8')) as JestReport);
  rmSync(directory, { recursive: true, force: true });
  // A run that was cut short has no report; a misspelt path finds nothing to run.
  const isMissing = reports.length < runs.length || reports.every(({ numTotalTests }) => numTotalTests === 0);
  if (isMissing || areGreen.includes(false)) process.exitCode = 1;
  print(totalsLine(reports, runs.length - reports.length));
});

/** Passes signals on; no other run begins after one. */
function endOf(started: readonly JestRun[]): { readonly isWanted: boolean } {
  const end = { isWanted: false };
  const forward = (signal: NodeJS.Signals): void => {
    end.isWanted = true;
    for (const run of started) run.signal(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
  onLauncherGone(() => forward('SIGTERM'));
  return end;
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
