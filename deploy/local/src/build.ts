import { scriptOptions } from '@vedette/local-stores';
import { buildAll } from './bundling/build-all.ts';
import { runMain } from './program/run-main.ts';
import { say } from './program/terminal.ts';

scriptOptions('run build', {});
await runMain(async () => {
  await buildAll(say);
  say('Built');
});
