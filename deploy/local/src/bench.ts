import { LocalError } from '@vedette/local-stores';
import { existsSync, readdirSync } from 'node:fs';
import { inRoot } from './program/paths.ts';
import { runBuilt } from './bundling/run-built.ts';
import { runMain } from './program/run-main.ts';

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
  await runBuilt(inRoot('e2e', 'bench', `${name}${SUFFIX}`), args);
});
