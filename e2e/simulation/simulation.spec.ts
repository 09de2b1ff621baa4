import { describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../support/suite-config.ts';
import { playOnThreads } from './play-on-threads.ts';
import { scriptOf } from './script-generator.ts';
import { play } from './simulation.ts';

// The rules of all services, composed in one process. The world, the clock, the network and all faults are simulated;
// `promise-names.ts` lists what must hold. A longer run: `pnpm test:simulation --seed 7 --seconds 600`.

const { seed: SEED, seconds: SECONDS } = suiteConfig();
/** A run is bounded by histories, not by the clock, so that every machine plays the same ones. */
const HISTORIES_PER_SECOND = 2_000;

const startedAt = performance.now();
const histories = await playOnThreads(SEED, SECONDS * HISTORIES_PER_SECOND);
const seconds = (performance.now() - startedAt) / 1_000;

describe('histories with crashes, lost networks and messages that are late, lost, doubled or out of order', () => {
  it('keep every promise', () => {
    const rate = Math.round(histories.count / seconds);
    process.stderr.write(`${histories.count} histories from seed ${SEED}, ${rate} a second\n`);
    // The text of the failure is the shortest history that breaks a promise.
    expect(histories.failure?.text).toBeUndefined();
  });

  it('are full of incidents and events', () => {
    expect(histories.incidents).toBeGreaterThan(histories.count / 2);
    expect(histories.events).toBeGreaterThan(4 * histories.count);
  });
});

describe('a seed', () => {
  it('always gives the same history', () => {
    for (let seed = SEED; seed < SEED + 50; seed += 1) {
      const once = play(scriptOf(seed), undefined, true);
      const again = play(scriptOf(seed), undefined, true);
      expect(again.story).toEqual(once.story);
    }
  });
});
