import { inRoot } from './paths.ts';
import { runBuilt } from './run-built.ts';
import { runMain } from './run-main.ts';

await runMain(() => runBuilt(inRoot('e2e', 'screenshots', 'take.ts'), process.argv.slice(2)));
