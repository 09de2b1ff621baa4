import { buildAll } from './build-all.ts';
import { runMain } from './run-main.ts';
import { say } from './terminal.ts';

await runMain(async () => {
  await buildAll(say);
  say('Built');
});
