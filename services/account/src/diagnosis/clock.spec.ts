import { describe, expect, it } from '@jest/globals';
import { clockFinding } from './clock.ts';

const ASKED = 1_000_000;
const ANSWERED = ASKED + 100;

describe('the clock of another process', () => {
  it.each([
    { name: 'between question and answer agrees', theirs: ASKED + 50, found: null },
    { name: '2 s behind agrees', theirs: ASKED - 2_000, found: null },
    { name: '2 s ahead agrees', theirs: ANSWERED + 2_000, found: null },
    { name: 'more than 2 s behind does not', theirs: ASKED - 2_100, found: 'monitor is 2.1 s behind' },
    { name: 'more than 2 s ahead does not', theirs: ANSWERED + 90_000, found: 'monitor is 90 s ahead' },
  ])('$name', ({ theirs, found }) => {
    const finding = clockFinding([
      { whose: 'gateway', askedAt: ASKED, answeredAt: ANSWERED, theirs: ASKED },
      { whose: 'monitor', askedAt: ASKED, answeredAt: ANSWERED, theirs },
    ]);
    expect(finding).toMatchObject(
      found === null
        ? { state: 'OK', found: 'the clocks of 2 processes agree with this one', advice: null }
        : { state: 'WRONG', found },
    );
  });
});
