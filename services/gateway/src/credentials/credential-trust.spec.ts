import { describe, expect, it } from '@jest/globals';
import { afterSilence, trustIn, type Remembered, type Trust } from './credential-trust.ts';

const NOW = 10_000_000;

/** An answer of that age, and the age of the last question if that one got no answer. */
function remembered(answerAgeMs: number, silenceAgeMs = answerAgeMs): Remembered {
  return { answeredAt: NOW - answerAgeMs, askedAt: NOW - silenceAgeMs };
}

describe('an answer about a credential', () => {
  const rows: { name: string; remembered: Remembered | undefined; trust: Trust }[] = [
    { name: 'that nobody has given yet', remembered: undefined, trust: 'ask' },
    { name: 'just given', remembered: remembered(0), trust: 'believe' },
    { name: 'just below half a second old', remembered: remembered(499), trust: 'believe' },
    { name: 'half a second old', remembered: remembered(500), trust: 'refresh' },
    { name: 'just below a second old', remembered: remembered(999), trust: 'refresh' },
    { name: 'a second old', remembered: remembered(1_000), trust: 'ask' },
    { name: 'older', remembered: remembered(299_999), trust: 'ask' },
    { name: 'older, just after a question without an answer', remembered: remembered(60_000, 0), trust: 'believe' },
    { name: 'older, a while after such a question', remembered: remembered(60_000, 499), trust: 'believe' },
    { name: 'older, half a second after it', remembered: remembered(60_000, 500), trust: 'refresh' },
    { name: 'older, just below a second after it', remembered: remembered(60_000, 999), trust: 'refresh' },
    { name: 'older, a second after it', remembered: remembered(60_000, 1_000), trust: 'ask' },
    { name: 'just below five minutes old, just after it', remembered: remembered(299_999, 0), trust: 'believe' },
    { name: 'five minutes old, just after it', remembered: remembered(300_000, 0), trust: 'ask' },
    { name: 'five minutes old', remembered: remembered(300_000), trust: 'ask' },
  ];
  it.each(rows)('$name → $trust', ({ remembered: known, trust }) => {
    expect(trustIn(known, NOW)).toBe(trust);
  });
});

describe('a question without an answer', () => {
  it.each([
    { name: 'about a credential that was never seen', remembered: undefined, outcome: 'fail' },
    { name: 'after an answer of a second ago', remembered: remembered(1_000), outcome: 'stand' },
    { name: 'after one of just below five minutes ago', remembered: remembered(299_999), outcome: 'stand' },
    { name: 'after one of five minutes ago', remembered: remembered(300_000), outcome: 'fail' },
    { name: 'however recently it was asked', remembered: remembered(300_000, 1), outcome: 'fail' },
  ])('$name → $outcome', ({ remembered: known, outcome }) => {
    expect(afterSilence(known, NOW)).toBe(outcome);
  });
});
