import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { runBatch } from './cli/batch.ts';
import type { BatchAnswer, Context } from './cli/command.ts';
import { readCliConfig, readConsoleUrl, readDoctorSettings, readRequestConfig } from './cli/config.ts';
import { Connections } from './cli/connections.ts';
import { outputFailureSentence } from './cli/failure.ts';
import { entries } from './commands/entries.ts';
import { execute, runCommandLine } from './cli/run.ts';

// A reader that closes the pipe early (| head) is not a failure of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`${outputFailureSentence(error)}\n`);
  process.exit(1);
});

const version = readVersion();

void runCommandLine(process.argv.slice(2), entries, newContext(batch), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
}).then((code) => (process.exitCode = code));

function batch(): AsyncIterable<BatchAnswer> {
  const lines = createInterface({ input: process.stdin });
  return runBatch(lines, async (args) => (await execute(args, entries, newContext(undefined))).outcome);
}

/** For one command. */
function newContext(batchOf: Context['batch']): Context {
  return {
    connections: new Connections(readCliConfig, readRequestConfig),
    version,
    now: new Date(),
    operator: { kind: 'operator', user: userInfo().username },
    consoleUrl: readConsoleUrl,
    doctorSettings: readDoctorSettings,
    batch: batchOf,
  };
}

/** Of the package that this program is part of, in the checkout and in the image. */
function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
