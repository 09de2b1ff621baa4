import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@vedette/telemetry';
import { BackgroundLoop } from '../src/background-loop.ts';

const LONG_MS = 60_000;

function newLoop(pauseMs: number | (() => number), work: () => Promise<unknown>, lines: string[] = []): BackgroundLoop {
  const logger = createLogger('test', 'debug', { write: (line: string) => void lines.push(line) });
  return new BackgroundLoop('the work', pauseMs, logger, work);
}

/** Work whose n-th round a test can wait for. */
function rounds() {
  const waiting = new Map<number, () => void>();
  let started = 0;
  return {
    get started() {
      return started;
    },
    begin(): void {
      started += 1;
      waiting.get(started)?.();
    },
    reached: (round: number) =>
      round <= started ? Promise.resolve() : new Promise<void>((resolve) => void waiting.set(round, resolve)),
  };
}

describe('a background loop', () => {
  it('works at once, and again after each pause', async () => {
    const count = rounds();
    const loop = newLoop(5, async () => count.begin());
    loop.start();
    await count.reached(3);
    await loop.stop();
    expect(count.started).toBeGreaterThanOrEqual(3);
  });

  it('asks after each round how long to pause', async () => {
    const count = rounds();
    const pauses = [0, 0, LONG_MS];
    const loop = newLoop(
      () => pauses.shift() ?? 0,
      async () => count.begin(),
    );
    loop.start();
    await count.reached(3);
    await loop.stop();
    expect([count.started, pauses]).toEqual([3, []]);
  });

  it('works again at once when it is woken', async () => {
    const count = rounds();
    const loop = newLoop(LONG_MS, async () => count.begin());
    loop.start();
    await count.reached(1);
    loop.wake();
    await count.reached(2);
    await loop.stop();
    expect(count.started).toBe(2);
  });

  it('never works twice at once, and makes up for being woken meanwhile by one round', async () => {
    const count = rounds();
    const gate = Promise.withResolvers<void>();
    const loop = newLoop(LONG_MS, async () => {
      count.begin();
      await gate.promise;
    });
    loop.start();
    await count.reached(1);
    for (let times = 0; times < 5; times += 1) loop.wake();
    expect(count.started).toBe(1);
    gate.resolve();
    await count.reached(2);
    await loop.stop();
    expect(count.started).toBe(2);
  });

  it('logs a failure and goes on, long before a long pause would be over', async () => {
    const count = rounds();
    const lines: string[] = [];
    const work = async (): Promise<void> => {
      count.begin();
      if (count.started === 1) throw new Error('stumbled');
    };
    const loop = newLoop(LONG_MS, work, lines);
    loop.start();
    await count.reached(2);
    await loop.stop();
    expect(lines.filter((line) => line.includes('stumbled'))).toHaveLength(1);
  });

  it('that fails again and again goes on at least every two seconds', async () => {
    const count = rounds();
    const startedAt = new Map<number, number>();
    const loop = newLoop(LONG_MS, async () => {
      count.begin();
      startedAt.set(count.started, performance.now());
      throw new Error('away');
    });
    loop.start();
    await count.reached(5);
    await loop.stop();
    expect((startedAt.get(5) ?? Infinity) - (startedAt.get(4) ?? 0)).toBeLessThan(3_000);
  });

  it('stops when the round under way is over, and starts no other', async () => {
    const count = rounds();
    const gate = Promise.withResolvers<void>();
    const loop = newLoop(0, async () => {
      count.begin();
      await gate.promise;
    });
    loop.start();
    await count.reached(1);
    const stopping = loop.stop();
    gate.resolve();
    await stopping;
    expect(count.started).toBe(1);
  });

  it('can be stopped when it was never started', async () => {
    const loop = newLoop(0, () => Promise.resolve());
    await expect(loop.stop()).resolves.toBeUndefined();
  });
});
