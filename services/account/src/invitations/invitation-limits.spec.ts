import { describe, expect, it } from '@jest/globals';
import { invitationsCountedFrom, mayInvite, type MadeInvitation } from './invitation-limits.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** So many, the oldest this long ago, a second between them. */
function made(count: number, oldestMs: number, isToAddress = false): MadeInvitation[] {
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(now.getTime() - oldestMs + index * 1_000),
    isToAddress,
  }));
}

const AN_HOUR = 'An organization may invite 60 times an hour';
const A_DAY = 'An organization may invite 200 times a day';
const AN_ADDRESS = 'An organization may invite one address 3 times a day';

const rows: { name: string; before: MadeInvitation[]; wait?: [seconds: number, reason: string] }[] = [
  { name: 'the first', before: [] },
  { name: 'the 60th in an hour', before: made(59, 600_000) },
  { name: 'the 61st in an hour', before: made(60, 600_000), wait: [3_000, AN_HOUR] },
  { name: 'the 61st in any order', before: made(60, 600_000).toReversed(), wait: [3_000, AN_HOUR] },
  { name: 'after 61, which an older version let pass', before: made(61, 600_000), wait: [3_001, AN_HOUR] },
  { name: 'when the oldest leaves the hour now', before: made(60, HOUR) },
  { name: 'when the oldest leaves the hour in a moment', before: made(60, HOUR - 1), wait: [1, AN_HOUR] },
  { name: 'the 200th in a day', before: made(199, 2 * HOUR) },
  { name: 'the 201st in a day', before: made(200, 2 * HOUR), wait: [22 * 3_600, A_DAY] },
  { name: 'when the oldest leaves the day now', before: made(200, DAY) },
  { name: 'the third to an address', before: made(2, HOUR, true) },
  { name: 'the fourth to an address', before: made(3, HOUR, true), wait: [23 * 3_600, AN_ADDRESS] },
  { name: 'the fourth to an address, a day after the first', before: made(3, DAY, true) },
  { name: 'one more address after three to another', before: made(3, HOUR) },
  {
    name: 'with two limits reached: until both have room',
    before: [...made(57, 600_000), ...made(3, 600_000, true)],
    wait: [DAY / 1_000 - 600, AN_ADDRESS],
  },
];

describe('inviting', () => {
  it.each(rows)('$name', ({ before, wait }) => {
    const [seconds, reason] = wait ?? [];
    expect(mayInvite(before, now)).toEqual(
      wait === undefined ? { kind: 'allowed' } : { kind: 'wait', seconds, reason },
    );
  });

  it('counts a day', () => {
    expect(invitationsCountedFrom(now)).toEqual(new Date(now.getTime() - DAY));
  });
});
