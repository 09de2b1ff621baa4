import { LocalError } from '@vedette/local-stores';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { buildAll } from './build-all.ts';
import { inRoot } from './paths.ts';
import { runMain } from './run-main.ts';
import { say } from './terminal.ts';

const SUFFIX = '.bench.ts';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const directory = inRoot('e2e', 'bench');
  const names = existsSync(directory)
    ? readdirSync(directory).flatMap((file) => (file.endsWith(SUFFIX) ? [file.slice(0, -SUFFIX.length)] : []))
    : [];
  if (name === undefined || !names.includes(name)) {
    throw new LocalError(
      `Say which benchmark to run: \`npx -y pnpm bench NAME\`, one of ${names.join(', ') || 'none yet'}.`,
    );
  }
  await buildAll(say);
  process.exitCode = await new Promise<number>((resolve, reject) => {
    const script = inRoot('e2e', 'bench', `${name}${SUFFIX}`);
    const bench = spawn(process.execPath, ['--conditions=source', script, ...args], {
      cwd: inRoot(),
      stdio: 'inherit',
    });
    bench.once('error', reject);
    bench.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
});
