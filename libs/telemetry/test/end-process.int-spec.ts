import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOGGER = fileURLToPath(new URL('../src/logger.ts', import.meta.url));

/** A program that logs and ends as soon as it reads input. */
function startLogging(ending: string) {
  const code = `
    import { createLogger, endProcess } from ${JSON.stringify(LOGGER)};
    const logger = createLogger('spec', 'info');
    process.stdin.once('data', () => {
      ${ending}
      endProcess(logger, 3);
    });
    process.stderr.write('ready');`;
  return spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', code]);
}

it('writes the last lines before it ends', async () => {
  const child = startLogging('for (let line = 0; line < 2_000; line += 1) logger.info({ line }, "last words");');
  await once(child.stderr, 'data');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.write('end');
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(3);
  expect(output.trim().split('\n')).toHaveLength(2_000);
}, 10_000);

it('ends when the reader of its log is gone', async () => {
  const child = startLogging('logger.info("one"); logger.info("two");');
  await once(child.stderr, 'data');
  child.stdout.destroy();
  child.stdin.write('end');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(3);
}, 10_000);

it('ends when the reader of its log has stopped reading', async () => {
  const child = startLogging('logger.info("x".repeat(4_000_000)); logger.info("two");');
  await once(child.stderr, 'data');
  child.stdin.write('end');
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
}, 10_000);
