import { describe, expect, it } from '@jest/globals';
import { CheckSlots } from './check-slots.ts';

/** Work that ends when it is told to. */
function work() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end: () => end() };
}
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('CheckSlots', () => {
  it('runs no more at once than it may, the others in order', async () => {
    const slots = new CheckSlots(2);
    const jobs = [1, 2, 3].map(() => work());
    const started: number[] = [];
    const all = jobs.map((job, i) =>
      slots.run(() => {
        started.push(i);
        return job.run();
      }),
    );
    expect([started, slots.running, slots.waiting]).toEqual([[0, 1], 2, 1]);
    jobs[1]?.end();
    await all[1];
    await nextTurn();
    expect([started, slots.running, slots.waiting]).toEqual([[0, 1, 2], 2, 0]);
    for (const job of jobs) job.end();
    await Promise.all(all);
    expect(slots.running).toBe(0);
  });

  it('lets those go first that somebody waits for', async () => {
    const slots = new CheckSlots(1);
    const first = work();
    const order: string[] = [];
    const note = (name: string) => async (): Promise<void> => void order.push(name);
    const all = [
      slots.run(first.run),
      slots.run(note('ordinary')),
      slots.run(note('urgent'), 'URGENT'),
      slots.run(note('second urgent'), 'URGENT'),
    ];
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['urgent', 'second urgent', 'ordinary']);
  });

  it('hands on what the work returns and throws, and frees the place either way', async () => {
    const slots = new CheckSlots(1);
    expect(await slots.run(async () => 'done')).toBe('done');
    await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await slots.run(async () => 'again')).toBe('again');
  });

  it('starts a burst over several turns of the event loop', async () => {
    const slots = new CheckSlots(1_000);
    const jobs = Array.from({ length: 40 }, () => work());
    const all = jobs.map((job) => slots.run(job.run));
    expect(slots.running).toBeLessThan(40);
    for (let turns = 0; slots.running < 40 && turns < 10; turns++) await nextTurn();
    expect(slots.running).toBe(40);
    for (const job of jobs) job.end();
    await Promise.all(all);
  });

  it('tells when there is room', async () => {
    const slots = new CheckSlots(1);
    let told = 0;
    slots.onRoom(() => (told += 1));
    await slots.run(async () => {});
    await nextTurn();
    expect(told).toBeGreaterThan(0);
  });
});
