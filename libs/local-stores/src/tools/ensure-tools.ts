import { spawnSync } from 'node:child_process';
import { findOnPath, findTool, type ToolName } from './find-tool.ts';
import { installScript, mendingCommand, titlesOf, withoutAptGet, withoutRoot } from './install-script.ts';
import { LocalError } from '../local-error.ts';
import { runInstallation } from './run-installation.ts';
import type { Report } from '../while-telling.ts';

/** Makes sure that the named programs are on this machine, and installs those that are not. */
export async function ensureTools(names: readonly ToolName[], report: Report): Promise<void> {
  const missing = names.filter((name) => findTool(name) === undefined);
  if (missing.length === 0) return;

  if (findOnPath(['apt-get']) === undefined) throw new LocalError(withoutAptGet(missing));
  const root = rootCommand();
  if (root === undefined) throw new LocalError(withoutRoot(missing));

  const titles = titlesOf(missing);
  const mend = mendingCommand(missing);
  report(`Installing ${titles} from the distribution's packages (once; this takes a minute)`);
  const failure = await runInstallation(root, installScript(missing), report);
  if (failure !== undefined) {
    throw new LocalError(`${titles} could not be installed (${failure}): run \`${mend}\`, then start again.`);
  }
  const absent = missing.filter((name) => findTool(name) === undefined);
  if (absent.length > 0) {
    const still = titlesOf(absent);
    throw new LocalError(`${still} cannot be found although the packages are installed: run \`${mend}\` and look why.`);
  }
}

/** The same for programs that some tests can do without: reports which program is missing, and why. */
export async function tryTools(names: readonly ToolName[], report: Report): Promise<void> {
  try {
    await ensureTools(names, report);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    report(`${error.message} The tests that need it are skipped.`);
  }
}

/** The prefix that runs a command as root, or undefined when that is not possible without a password. */
function rootCommand(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const sudo = findOnPath(['sudo']);
  if (sudo === undefined) return undefined;
  return spawnSync(sudo, ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? [sudo, '-n'] : undefined;
}
