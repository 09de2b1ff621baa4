import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { callerEnvironment } from './caller-config.ts';
import { parseEnvironment } from './environment-file.ts';
import { ENVIRONMENT_FILE, inRoot } from './paths.ts';

// Runs the operator's command line against the local stack. Every import here slows down every command.

const cli = inRoot('services', 'account', 'bundle', 'cli.js');
const args = process.argv.slice(2);
const given = callerEnvironment();
const isHelp = args.length === 0 || args.some((word) => word === '--help' || word === '-h' || word === 'help');
const isStackKnown = given['DATABASE_URL'] !== undefined || existsSync(ENVIRONMENT_FILE);

if (isStackKnown || isHelp) {
  if (existsSync(cli) || build()) run();
  else process.exitCode = 1;
} else {
  process.stderr.write('No local stack is running: start it with `npx -y pnpm start`, or set DATABASE_URL.\n');
  process.exitCode = 1;
}

/** Standard output belongs to the command: it may be JSON for a program. */
function build(): boolean {
  const script = inRoot('deploy', 'local', 'src', 'build.ts');
  return spawnSync(process.execPath, ['--conditions=source', script], { stdio: ['ignore', 2, 2] }).status === 0;
}

function run(): never {
  const local = existsSync(ENVIRONMENT_FILE) ? parseEnvironment(readFileSync(ENVIRONMENT_FILE, 'utf8')) : {};
  const environment = given['DATABASE_URL'] === undefined ? { ...given, ...local } : given;
  // In place of this process, so that signals, exit code and terminal are its own and nothing waits here.
  if (process.execve === undefined) process.exit(spawned(environment));
  return process.execve(process.execPath, [process.execPath, cli, ...args], environment);
}

function spawned(environment: Readonly<Record<string, string>>): number {
  return spawnSync(process.execPath, [cli, ...args], { env: environment, stdio: 'inherit' }).status ?? 1;
}
