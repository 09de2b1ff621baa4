import { describe, expect, it } from '@jest/globals';
import { leasesEndedBy, withAnswer, type Heard } from './ended-leases.ts';

/** An answer after so many seconds by the clock of the process, and by that of PostgreSQL, which may be stopped. */
function heard(seconds: number, postgresSeconds = seconds): Heard {
  return { at: new Date(postgresSeconds * 1_000), heardMs: seconds * 1_000 };
}

function endedBy(answers: readonly Heard[], seconds: number): number {
  return leasesEndedBy(answers, seconds * 1_000).getTime() / 1_000;
}

describe('a lease has ended', () => {
  it.each<{ name: string; answers: Heard[]; now: number; endedBy: number }>([
    { name: 'never, if PostgreSQL has not answered yet', answers: [], now: 100, endedBy: 0 },
    { name: 'never, if it answered a moment ago for the first time', answers: [heard(10)], now: 12.4, endedBy: 0 },
    { name: 'if it ended 2.5 s ago by an answer', answers: [heard(10)], now: 12.5, endedBy: 10 },
    { name: 'as the newest such answer says', answers: [10, 11, 12, 13].map((at) => heard(at)), now: 14, endedBy: 11 },
    { name: 'as before PostgreSQL was away', answers: [heard(10), heard(60)], now: 62.4, endedBy: 10 },
    {
      name: 'as after it, when others have had time to renew',
      answers: [heard(10), heard(60)],
      now: 62.5,
      endedBy: 60,
    },
    {
      name: 'by the clock of PostgreSQL alone',
      answers: [heard(10, 5_000), heard(20, 5_010)],
      now: 21,
      endedBy: 5_000,
    },
    { name: 'as before PostgreSQL was stopped', answers: [heard(10), heard(60, 11)], now: 62.5, endedBy: 11 },
  ])('$name', ({ answers, now, endedBy: seconds }) => {
    expect(endedBy(answers, now)).toBe(seconds);
  });
});

describe('answers', () => {
  it.each<{ name: string; answers: number[]; newest: number; kept: number[] }>([
    { name: 'begin with the first', answers: [], newest: 1, kept: [1] },
    { name: 'that follow at once are left out', answers: [1], newest: 1.2, kept: [1] },
    { name: 'a quarter of a second later are kept', answers: [1], newest: 1.25, kept: [1, 1.25] },
    { name: 'are forgotten when a newer one is old enough', answers: [1, 2, 3, 4], newest: 5, kept: [2, 3, 4, 5] },
    { name: 'are kept for as long as no other one is old enough', answers: [1, 60], newest: 61, kept: [1, 60, 61] },
  ])('$name', ({ answers, newest, kept }) => {
    expect(
      withAnswer(
        answers.map((at) => heard(at)),
        heard(newest),
      ),
    ).toEqual(kept.map((at) => heard(at)));
  });
});
