import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { suiteConfig } from '../support/suite-config.ts';
import { historyInWords } from './alert-history-words.ts';
import { AlertTables, realAlertDeciders as real, type AlertDeciders } from './alert-tables.ts';
import { parentHistory } from './parent-history.ts';
import { brokenParentPromises } from './parent-promises.ts';

// What contacts are told of a monitor that depends on another one: outages of both, checks that take long or are never
// answered, and crashes. `parent-promises.ts` says what must hold.

const { seed: SEED } = suiteConfig();
const HISTORIES = 5_000;

/** The shortest history that breaks a promise, with everything that happens in it; undefined if there is none. */
function failureOf(deciders: AlertDeciders): string | undefined {
  const promised = fc.property(
    parentHistory,
    (history) => brokenParentPromises(history, new AlertTables(history, deciders).play()).length === 0,
  );
  const { counterexample } = fc.check(promised, { seed: SEED, numRuns: HISTORIES });
  if (counterexample === null) return undefined;
  const [history] = counterexample;
  const played = new AlertTables(history, deciders).play();
  return [...historyInWords(history), '', ...played.story, '', ...brokenParentPromises(history, played)].join('\n');
}

describe('a contact is told of a monitor if, and as soon as, it is known to be down without its parent', () => {
  it('in every history', () => {
    expect(failureOf(real)).toBeUndefined();
  });
});

const planted: readonly { mistake: string; parentState: AlertDeciders['parentState']; breaks: RegExp }[] = [
  { mistake: 'nothing waits for the parent', parentState: () => ({ kind: 'none' }), breaks: /is told at/ },
  {
    mistake: 'a parent that is down holds nothing back',
    parentState: (wait, now) => real.parentState(wait && { ...wait, isParentDown: false }, now),
    breaks: /is told at/,
  },
  {
    mistake: 'the answer of a check is not heeded before the wait is over',
    parentState: (wait, now) =>
      real.parentState(wait && { ...wait, knownAt: wait.until <= now ? wait.knownAt : null }, now),
    breaks: /is told (at|never)/,
  },
  {
    mistake: 'alerts wait for ever',
    parentState: (wait, now) =>
      wait === undefined || wait.knownAt === null || wait.knownAt >= wait.until
        ? { kind: 'down' }
        : real.parentState(wait, now),
    breaks: /is told never|is never told/,
  },
];

describe.each(planted)('$mistake', ({ parentState, breaks }) => {
  it('is found', () => {
    expect(failureOf({ ...real, parentState })).toMatch(breaks);
  });
});
