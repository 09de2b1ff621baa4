import { afterEach, describe, expect, it } from '@jest/globals';
import { BackgroundLoop } from '@vedette/messaging';
import { setTimeout as pass } from 'node:timers/promises';
import { waitFor } from '../wait-for.ts';
import { stretchPauses } from './stretch-pauses.ts';

const PAUSE_MS = 20;
const real = globalThis.setTimeout;

afterEach(() => {
  globalThis.setTimeout = real;
});

/** A loop whose first rounds fail. */
function loopOf(failures: number): { loop: BackgroundLoop; rounds: () => number } {
  let rounds = 0;
  const loop = new BackgroundLoop('the work', PAUSE_MS, { warn: () => undefined }, async () => {
    rounds += 1;
    if (rounds <= failures) throw new Error('away');
  });
  return { loop, rounds: () => rounds };
}

describe('stretched pauses', () => {
  it('let a loop work again only when it is woken', async () => {
    const end = stretchPauses(PAUSE_MS);
    const { loop, rounds } = loopOf(0);
    loop.start();
    await pass(PAUSE_MS * 3);
    expect(rounds()).toBe(1);
    loop.wake();
    await waitFor('the second round', () => rounds() === 2);
    await loop.stop();
    expect(end).not.toThrow();
  });

  it('do not include shorter ones, and there must be one', async () => {
    const end = stretchPauses(PAUSE_MS + 1);
    const { loop, rounds } = loopOf(0);
    loop.start();
    await waitFor('the third round', () => rounds() >= 3);
    await loop.stop();
    expect(end).toThrow('no loop paused for 21 ms or longer');
  });

  it('do not include those after a failure', async () => {
    const end = stretchPauses(PAUSE_MS);
    const { loop, rounds } = loopOf(1);
    loop.start();
    await waitFor('the round after the failure', () => rounds() === 2);
    await loop.stop();
    expect(end).not.toThrow();
  });

  it('do not include other timers', async () => {
    const end = stretchPauses(PAUSE_MS);
    await new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS));
    expect(end).toThrow('no loop paused');
  });

  it('are over at the end, even if there were none', () => {
    const end = stretchPauses(PAUSE_MS);
    expect(globalThis.setTimeout).not.toBe(real);
    expect(end).toThrow('no loop paused');
    expect(globalThis.setTimeout).toBe(real);
  });
});
