import { describe, expect, it } from '@jest/globals';
import { acceptedTime, type AcceptedAlert, type AcceptedTime } from './accepted-time.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 12, 0, second));

const alert: AcceptedAlert = { openedAt: at(0), decidedAt: at(1), heldUntil: null, isGathered: false };

const rows: { name: string; alert: Partial<AcceptedAlert>; acceptedAt?: Date; expected: AcceptedTime }[] = [
  { name: 'what nothing held back, from the incident', alert: {}, expected: { since: 'incident', seconds: 50 } },
  {
    name: 'a late decision as part of the time since the incident',
    alert: { decidedAt: at(40) },
    expected: { since: 'incident', seconds: 50 },
  },
  {
    name: 'what was held back, from when it became due',
    alert: { heldUntil: at(30), decidedAt: at(30) },
    expected: { since: 'hold', seconds: 20 },
  },
  {
    name: 'a late decision as part of the time since then',
    alert: { heldUntil: at(30), decidedAt: at(45) },
    expected: { since: 'hold', seconds: 20 },
  },
  {
    name: 'what was told together with others, from the decision',
    alert: { isGathered: true },
    expected: { since: 'decision', seconds: 49 },
  },
  {
    name: 'what was held back and then told together with others, from the decision',
    alert: { heldUntil: at(20), decidedAt: at(30), isGathered: true },
    expected: { since: 'decision', seconds: 20 },
  },
  {
    name: 'an incident that does not say when it was opened, from the decision',
    alert: { openedAt: null },
    expected: { since: 'decision', seconds: 49 },
  },
  {
    name: 'an incident of a clock that is ahead of ours, as no time',
    alert: { openedAt: at(51) },
    expected: { since: 'incident', seconds: 0 },
  },
  {
    name: 'parts of a second',
    alert: {},
    acceptedAt: new Date(at(0).getTime() + 25),
    expected: { since: 'incident', seconds: 0.025 },
  },
];

describe('the time until an alert is accepted counts', () => {
  it.each(rows)('$name', ({ alert: known, acceptedAt = at(50), expected }) => {
    expect(acceptedTime({ ...alert, ...known }, acceptedAt)).toEqual(expected);
  });
});
