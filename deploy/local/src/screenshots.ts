import { inRoot } from './program/paths.ts';
import { runBuilt } from './bundling/run-built.ts';
import { runMain } from './program/run-main.ts';

await runMain(() => runBuilt(inRoot('e2e', 'screenshots', 'take.ts'), process.argv.slice(2)));
