import { afterAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CommandBatch } from '../src/stack/command-batch.ts';

const batch = new CommandBatch({});
afterAll(() => batch.close());

describe('commands', () => {
  it('are answered each with its own answer, whatever was asked meanwhile', async () => {
    const [version, refused, help] = await Promise.allSettled(
      [['--version'], ['keys'], []].map((args) => batch.run(args)),
    );
    expect(version).toMatchObject({ value: { version: expect.any(String) } });
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('There is no command "keys"') } });
    expect(help).toMatchObject({ value: { help: expect.stringContaining('Usage: vedette') } });
  });

  it('after its end go to another process', async () => {
    await batch.close();
    expect(await batch.run(['--version'])).toEqual({ version: expect.any(String) });
  });

  it('fail with a process that ends', async () => {
    const broken = new CommandBatch({ NODE_OPTIONS: '--no-such-option' });
    const ended = /^The command line ended with 9: .*--no-such-option is not allowed/;
    await expect(broken.run(['--version'])).rejects.toThrow(ended);
    await expect(broken.run(['--version'])).rejects.toThrow(ended);
    await broken.close();
  });
});

it('a process that has got its answers does not wait for the command line', async () => {
  const code = `
    import { CommandBatch } from ${JSON.stringify(new URL('../src/stack/command-batch.ts', import.meta.url).href)};
    const { version } = await new CommandBatch({}).run(['--version']);
    if (typeof version !== 'string') process.exit(2);
  `;
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', code]);
  expect(await once(child, 'close')).toEqual([0, null]);
});
