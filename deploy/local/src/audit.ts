import { scriptOptions } from '@vedette/local-stores';
import { execFile } from 'node:child_process';
import { auditVerdict } from './audit-verdict.ts';
import { inRoot } from './program/paths.ts';
import { runMain } from './program/run-main.ts';
import { fail, print, warn } from './program/terminal.ts';

const PATIENCE_MS = 60_000;
const COMMAND = ['-y', 'pnpm', 'audit', '--prod', '--json'];

scriptOptions('run audit-dependencies', {});

/** Fails on a known vulnerability of high or critical severity in what is shipped; a silent registry fails nothing. */
await runMain(async () => {
  const verdict = auditVerdict(await audit());
  switch (verdict.kind) {
    case 'clean':
      print('No known vulnerability of high or critical severity in production dependencies.');
      break;
    case 'vulnerable':
      fail(`Known vulnerabilities in production dependencies:\n${verdict.known.join('\n')}`);
      process.exitCode = 1;
      break;
    case 'no-answer':
      warn('The registry has not answered the audit: production dependencies are not audited in this run.');
  }
});

/** What the audit has printed; its exit code is 1 whenever anything is found. */
function audit(): Promise<string> {
  return new Promise((resolve) => {
    execFile('npx', COMMAND, { cwd: inRoot(), timeout: PATIENCE_MS, maxBuffer: 64 * 1_048_576 }, (_, stdout) => {
      resolve(stdout);
    });
  });
}
