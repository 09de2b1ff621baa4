import { afterEach, describe, expect, it } from '@jest/globals';
import { launch, poll, type Launched } from '@vedette/local-stores';
import { keepRunning, type Kept } from '../src/stack/keep-running.ts';

const kept: Kept[] = [];

afterEach(() => Promise.all(kept.splice(0).map((each) => each.stop())));

/** Keeps a shell command running, and remembers its processes and what was said about them. */
function keeper(command: () => string) {
  const processes: Launched[] = [];
  const said: string[] = [];
  const start = async () => {
    const options = { command: 'sh', args: ['-c', command()], env: { PATH: '/usr/bin:/bin' } };
    const launched = await launch({ ...options, stopSignal: 'SIGTERM', output: 'pipe' });
    processes.push(launched);
    return { exited: launched.exited, stop: () => launched.stop(5_000), kill: () => launched.stop(0) };
  };
  const keep = async (): Promise<Kept> => {
    const one = await keepRunning({ title: 'fixture', start, firstAttempts: 1, say: (line) => said.push(line) });
    kept.push(one);
    return one;
  };
  return { processes, said, keep };
}

const until = async (condition: () => boolean): Promise<void> => {
  expect(await poll(async () => condition() || undefined, { timeoutMs: 10_000 })).toBe(true);
};

describe('a process that is kept running', () => {
  it('is started again after a crash, which is said', async () => {
    const { processes, said, keep } = keeper(() => 'exec sleep 60');
    await keep();
    processes[0]?.signal('SIGKILL');
    await until(() => said.length === 2);
    expect(said).toEqual(['fixture was stopped by SIGKILL unasked; it is started again in 0.5 s', 'fixture is back']);
    expect(processes).toHaveLength(2);
  });

  it('waits longer from crash to crash', async () => {
    const { processes, said, keep } = keeper(() => (processes.length < 2 ? 'exit 3' : 'exec sleep 60'));
    await keep();
    await until(() => processes.length === 3 && said.length === 4);
    expect(said).toEqual([
      'fixture stopped (exit code 3) unasked; it is started again in 0.5 s',
      'fixture is back',
      'fixture stopped (exit code 3) unasked; it is started again in 1 s',
      'fixture is back',
    ]);
  });

  it('is stopped for good, also while it waits to be started again', async () => {
    const { processes, said, keep } = keeper(() => 'exit 3');
    const one = await keep();
    await until(() => said.length === 1);
    await one.stop();
    expect(processes.every((each) => each.hasExited())).toBe(true);
    expect(processes).toHaveLength(1);
  });

  it('leaves nothing running when it is stopped', async () => {
    const { processes, said, keep } = keeper(() => 'exec sleep 60');
    const one = await keep();
    await one.stop();
    await expect(processes[0]?.exited).resolves.toEqual({ code: null, signal: 'SIGTERM' });
    expect(said).toEqual([]);
  });

  it('fails when its first start does', async () => {
    const start = (): Promise<never> => Promise.reject(new Error('no such luck'));
    const said: string[] = [];
    const options = { title: 'fixture', start, firstAttempts: 3, say: (line: string) => said.push(line) };
    await expect(keepRunning(options)).rejects.toThrow('no such luck');
    expect(said).toHaveLength(2);
  });
});
