import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { callerEnvironment } from './config.ts';
import { findOnPath, findTool, TOOLS, type ToolName } from './find-tool.ts';
import { installScript, mendingCommand } from './install-script.ts';
import { LocalError } from './local-error.ts';

export type Report = (line: string) => void;

const PROGRESS_EVERY_MS = 2_000;

/** Makes sure that the named programs are on this machine, and installs those that are not. */
export async function ensureTools(names: readonly ToolName[], report: Report): Promise<void> {
  const missing = names.filter((name) => findTool(name) === undefined);
  if (missing.length === 0) return;

  const titles = joinWords(missing.map((name) => TOOLS[name].title));
  const are = missing.length === 1 ? 'is' : 'are';
  const mend = mendingCommand(missing);
  const aptGet = findOnPath(['apt-get']);
  if (aptGet === undefined) {
    throw new LocalError(
      `${titles} ${are} missing, and there is no apt-get to install from: install ${titles} by hand.`,
    );
  }
  const root = rootCommand();
  if (root === undefined) {
    throw new LocalError(`${titles} ${are} missing, and installing needs root: run \`${mend}\`, then start again.`);
  }

  report(`Installing ${titles} from the distribution's packages (once; this takes a minute)`);
  const failure = await install(root, installScript(missing), report);
  if (failure !== undefined) {
    throw new LocalError(`${titles} could not be installed (${failure}): run \`${mend}\`, then start again.`);
  }
  const absent = missing.filter((name) => findTool(name) === undefined);
  if (absent.length > 0) {
    const still = joinWords(absent.map((name) => TOOLS[name].title));
    throw new LocalError(`${still} cannot be found although the packages are installed: run \`${mend}\` and look why.`);
  }
}

/** The prefix that runs a command as root, or undefined when that is not possible without a password. */
function rootCommand(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath(['sudo']);
  if (sudo === undefined) return undefined;
  return spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n'] : undefined;
}

/** Resolves with the reason of the failure, or undefined when all went well. */
async function install(root: readonly string[], script: string, report: Report): Promise<string | undefined> {
  const [command, ...args] = [...root, 'sh', '-c', script];
  const child = spawn(command, args, { env: callerEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const errors: string[] = [];
  let reportedAt = performance.now();
  createInterface(child.stdout).on('line', (line) => {
    // Reports progress now and then only, because the installer prints a hundred such lines.
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS || !/^(Setting up|Unpacking|Get:)/.test(line)) return;
    reportedAt = performance.now();
    report(`  ${line}`);
  });
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      errors.push(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
  if (code === 0) return undefined;
  const reason = errors.findLast((line) => line.startsWith('E:')) ?? errors.at(-1);
  return reason?.replace(/^E:\s*/, '').trim() ?? `apt-get ended with ${code ?? 'a signal'}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
