import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { deadlineOf, isLate, missedSlotAt, type Deafness, type Heartbeat } from './heartbeat-deadline.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const at = (seconds: number): Date => new Date(START + seconds * 1_000);
const deaf = (from: number, to: number): Deafness => ({ from: at(from), to: at(to) });

const hourly: Heartbeat = { lastPingAt: at(0), countsFromAt: at(-9_000), periodSeconds: 3_600, graceSeconds: 60 };

describe('the deadline of a cron job', () => {
  it.each<{ name: string; heartbeat?: Partial<Heartbeat>; deafness?: Deafness[]; deadline: Date | null }>([
    { name: 'there is none before the first ping', heartbeat: { lastPingAt: null }, deadline: null },
    { name: 'counts from the last ping', deadline: at(3_660) },
    {
      name: 'counts from a later resume or change of the period',
      heartbeat: { countsFromAt: at(10) },
      deadline: at(3_670),
    },
    { name: 'without grace is the period', heartbeat: { graceSeconds: 0 }, deadline: at(3_600) },
    { name: 'is put off by deafness before it', deafness: [deaf(100, 160)], deadline: at(3_720) },
    { name: 'is put off by the part of a deafness after the ping', deafness: [deaf(-50, 10)], deadline: at(3_670) },
    { name: 'ignores a deafness that ended before the ping', deafness: [deaf(-50, 0)], deadline: at(3_660) },
    { name: 'ignores a deafness that began at the deadline', deafness: [deaf(3_660, 9_999)], deadline: at(3_660) },
    { name: 'is put off by a deafness that began just before it', deafness: [deaf(3_659, 3_759)], deadline: at(3_760) },
    {
      name: 'is put off into another deafness, and by that one too',
      deafness: [deaf(3_600, 3_700), deaf(3_759, 3_859)],
      deadline: at(3_860),
    },
    { name: 'adds up several', deafness: [deaf(1, 2), deaf(3, 4), deaf(5, 6)], deadline: at(3_663) },
  ])('$name', ({ heartbeat, deafness = [], deadline }) => {
    expect(deadlineOf({ ...hourly, ...heartbeat }, deafness)).toEqual(deadline);
  });

  it.each([
    { name: 'before the deadline it is not late', heardUntil: at(3_659), late: false },
    { name: 'at the deadline it is not late', heardUntil: at(3_660), late: false },
    { name: 'after the deadline it is late', heardUntil: new Date(at(3_660).getTime() + 1), late: true },
  ])('$name', ({ heardUntil, late }) => {
    expect(isLate(at(3_660), heardUntil)).toBe(late);
  });

  it('a job that was never heard is never late', () => {
    expect(isLate(null, at(99_999_999))).toBe(false);
  });

  it('a missed ping is older than any ping that comes after the last one', () => {
    expect(missedSlotAt(hourly).getTime()).toBe(at(0).getTime() + 1);
    expect(missedSlotAt({ ...hourly, countsFromAt: at(5) }).getTime()).toBe(at(5).getTime() + 1);
  });

  it('always leaves the job its period and grace of time in which it could be heard', () => {
    const spans = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 500 })), { maxLength: 8 });
    fc.assert(
      fc.property(spans, fc.integer({ min: 60, max: 2_000 }), fc.nat(600), (gaps, periodSeconds, graceSeconds) => {
        let end = -300;
        const deafness = gaps.map(([wait, length]) => deaf(end + wait + 1, (end = end + wait + 1 + length)));
        const deadline = deadlineOf({ ...hourly, periodSeconds, graceSeconds }, deafness);
        const until = deadline?.getTime() ?? 0;
        const deafMs = deafness.reduce((sum, { from, to }) => {
          return sum + Math.max(0, Math.min(to.getTime(), until) - Math.max(from.getTime(), START));
        }, 0);
        expect(until - START - deafMs).toBe((periodSeconds + graceSeconds) * 1_000);
      }),
    );
  });
});
