import { afterAll, describe, expect, it } from '@jest/globals';
import { BoundedThread } from '@vedette/service-host/bounded-thread';

const program = new URL('./support/hostile.thread.ts', import.meta.url);
const thread = new BoundedThread(program, { taskMs: 1_000, heapMb: 32 });
const echo = { ok: true, result: 'echo' };

afterAll(() => thread.close());

describe('a bounded thread', () => {
  it.each([
    { task: 'endless', reason: 'It took longer than 1000 ms' },
    { task: 'greedy', reason: 'It ended its thread' },
    { task: 'exit', reason: 'It ended its thread' },
  ])('survives a task that is $task: those that wait are run', async ({ task, reason }) => {
    const outcomes = await Promise.all(['echo', task, 'echo'].map((each) => thread.run(each)));
    expect(outcomes).toMatchObject([echo, { ok: false, reason }, echo]);
  });

  it('ends a task at its deadline, and does not begin one after it', async () => {
    // Loads the program.
    await thread.run('echo');
    const deadlineAt = Date.now() + 300;
    const outcomes = await Promise.all([
      thread.run('endless', deadlineAt),
      thread.run('echo', deadlineAt),
      thread.run('echo'),
    ]);
    expect(outcomes).toMatchObject([
      { ok: false, reason: expect.stringMatching(/^It took longer than \d{1,3} ms$/) },
      { ok: false, reason: 'Its time was over before it began' },
      echo,
    ]);
  });

  it('leaves the thread that asks free while a task runs', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    await thread.run('endless');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it('rejects a program that cannot be loaded, each time anew', async () => {
    const none = new BoundedThread(new URL('./support/none.thread.ts', import.meta.url), { taskMs: 1_000, heapMb: 32 });
    await expect(none.run('echo')).rejects.toThrow('none.thread.ts');
    await expect(none.run('echo')).rejects.toThrow('none.thread.ts');
    await none.close();
  });

  it('rejects tasks once it is closed', async () => {
    const closed = new BoundedThread(program, { taskMs: 1_000, heapMb: 32 });
    expect(await closed.run('echo')).toEqual(echo);
    await closed.close();
    await expect(closed.run('echo')).rejects.toThrow('closed');
  });
});
