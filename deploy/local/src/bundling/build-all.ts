import { LocalError, poll, whileTelling, type Report } from '@vedette/local-stores';
import { bundleConsole } from './bundle-console.ts';
import { bundleServices } from './bundle-services.ts';
import { generateClients } from './generate-clients.ts';
import { tryLock } from '../program/lock.ts';
import { inRoot, ROOT } from '../program/paths.ts';
import { runScript } from '../program/run-program.ts';

const PATIENCE_MS = 300_000;

/** Brings every `dist` and `bundle` up to date; unchanged parts cost little. A checkout runs one build at a time. */
export function buildAll(report: Report): Promise<void> {
  return whileTelling(report, 'Still building', () => build(report));
}

async function build(report: Report): Promise<void> {
  const lock = await poll(
    async () => {
      const attempt = await tryLock('build', ROOT);
      return attempt.taken ? undefined : attempt;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: 200 },
  );
  if (lock === undefined) throw new LocalError('Another build in this checkout does not end: stop it, then try again.');
  try {
    await generateClients(report);
    const { code, stdout, stderr } = await runScript(inRoot('node_modules', 'typescript', 'bin', 'tsc'), ['-b'], {
      cwd: inRoot(),
    });
    if (code !== 0) throw new LocalError(`The build failed:\n${stdout}${stderr}`);
    await bundleServices();
    await bundleConsole();
  } finally {
    lock.release();
  }
}
