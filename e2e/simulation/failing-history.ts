import type { Deciders } from './deciders.ts';
import { scriptInWords } from './script-words.ts';
import { scriptOf } from './script-generator.ts';
import type { Script } from './script.ts';
import { shrink } from './shrink.ts';
import { play, type Played } from './simulation.ts';

export interface Histories {
  readonly count: number;
  /** How many incidents and events all histories had together. */
  readonly incidents: number;
  readonly events: number;
  readonly failure: FailingHistory | undefined;
}

export interface FailingHistory {
  readonly seed: number;
  readonly promise: string;
  readonly script: Script;
  /** The smallest script that breaks the same promise, and what happens in it, line by line. */
  readonly text: string;
}

/** Plays the histories of `count` seeds from `firstSeed` on, and stops at the first that breaks a promise. */
export function playMany(firstSeed: number, count: number, deciders?: Deciders): Histories {
  let incidents = 0;
  let events = 0;
  for (let i = 0; i < count; i += 1) {
    const script = scriptOf(firstSeed + i);
    const played = play(script, deciders);
    incidents += played.counts.incidents;
    events += played.counts.events;
    if (played.violation === undefined) continue;
    return { count: i + 1, incidents, events, failure: minimal(script, played, deciders) };
  }
  return { count, incidents, events, failure: undefined };
}

function minimal(script: Script, { violation }: Played, deciders: Deciders | undefined): FailingHistory {
  const promise = violation?.promise ?? '';
  const smallest = shrink(script, (smaller) => play(smaller, deciders).violation?.promise === promise);
  const { violation: last, story } = play(smallest, deciders, true);
  const text = [
    `The history of seed ${script.seed} breaks a promise. The shortest one that does:`,
    ...scriptInWords(smallest).map((line) => `  ${line}`),
    'What happens:',
    ...story.map((line) => `  ${line}`),
    `  ${last?.message}`,
  ].join('\n');
  return { seed: script.seed, promise, script: smallest, text };
}
