import { ensureTools, LocalError } from '@vedette/local-stores';
import { benchAgainst } from './benches/bench-against.ts';
import { benchmarkFile, benchmarksIn, toolsOf } from './benches/benchmarks.ts';
import { runBuilt } from './bundling/run-built.ts';
import { ROOT } from './program/paths.ts';
import { runMain } from './program/run-main.ts';
import { say } from './program/terminal.ts';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === 'against') return benchAgainst(args);
  const names = benchmarksIn(ROOT);
  if (name === undefined || !names.includes(name)) {
    throw new LocalError(`Say which benchmark to run: \`npx -y pnpm bench NAME\`, one of ${names.join(', ')}.`);
  }
  await ensureTools(toolsOf([name]), say);
  await runBuilt(benchmarkFile(ROOT, name), args);
});
