import { describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import fc from 'fast-check';
import { lostAfter, lostAfterRestart, nextSlotAfter, slotToRun } from './check-slots.ts';

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const scheduled = fc.record({ monitorId: fc.string(), intervalSeconds: fc.integer({ min: 30, max: 86_400 }) });

describe('slots', () => {
  it('keep their phase for ever, one interval apart', () => {
    fc.assert(
      fc.property(scheduled, instants, fc.nat(1_000), (monitor, from, steps) => {
        const first = nextSlotAfter(monitor, from).getTime();
        const intervalMs = monitor.intervalSeconds * 1_000;
        expect(nextSlotAfter(monitor, new Date(first))).toEqual(new Date(first + intervalMs));
        const later = nextSlotAfter(monitor, new Date(first + steps * intervalMs + 1)).getTime();
        expect((later - first) % intervalMs).toBe(0);
      }),
    );
  });

  it('of an id stay where they are from one release to the next', () => {
    const slot = nextSlotAfter({ monitorId: 'mon_01k9w3v5m8e2q7r4t6y8a0c2e4', intervalSeconds: 60 }, new Date(0));
    expect(slot).toEqual(new Date(44496));
  });

  it('come after the moment they are asked for, and within one interval', () => {
    fc.assert(
      fc.property(scheduled, instants, (monitor, now) => {
        const waitMs = nextSlotAfter(monitor, now).getTime() - now.getTime();
        expect(waitMs).toBeGreaterThan(0);
        expect(waitMs).toBeLessThanOrEqual(monitor.intervalSeconds * 1_000);
      }),
    );
  });

  it('spread monitors that were made together over the whole interval', () => {
    const now = new Date('2026-03-01T00:00:00Z');
    const seconds = Array.from({ length: 6_000 }, () => {
      const slot = nextSlotAfter({ monitorId: newId('mon', now.getTime()), intervalSeconds: 60 }, now);
      return Math.floor((slot.getTime() - now.getTime()) / 1_000);
    });
    const perSecond = Array.from({ length: 60 }, (_, second) => seconds.filter((each) => each === second).length);
    expect(Math.min(...perSecond)).toBeGreaterThan(50);
    expect(Math.max(...perSecond)).toBeLessThan(150);
  });
});

describe('the slot that a claimed check is for', () => {
  const monitor = { monitorId: 'mon_1', intervalSeconds: 60 };
  const slot = nextSlotAfter(monitor, new Date('2026-03-01T00:00:00Z')).getTime();
  const offset = (ms: number): Date => new Date(slot + ms);

  it.each([
    { name: 'is the planned one on time', planned: 0, now: 0, expected: 0 },
    { name: 'is the planned one a little late', planned: 0, now: 59_999, expected: 0 },
    { name: 'skips one that was missed', planned: 0, now: 60_000, expected: 60_000 },
    { name: 'skips all that were missed', planned: 0, now: 3_600_001, expected: 3_600_000 },
    { name: 'at once is its own time', planned: 20_000, now: 20_100, expected: 20_000 },
    { name: 'at once, found after the next slot, is that slot', planned: 20_000, now: 60_100, expected: 60_000 },
  ])('$name', ({ planned, now, expected }) => {
    expect(slotToRun(monitor, offset(planned), offset(now))).toEqual(offset(expected));
  });

  it('is never before the planned one or in the future', () => {
    fc.assert(
      fc.property(scheduled, instants, fc.nat(1e9), (each, planned, lateMs) => {
        const now = new Date(planned.getTime() + lateMs);
        const run = slotToRun(each, planned, now);
        expect(run >= planned && run <= now).toBe(true);
        expect(now.getTime() - run.getTime()).toBeLessThan(Math.max(each.intervalSeconds * 1_000, 1));
      }),
    );
  });

  it('counts as lost only when its job can neither wait nor run any more', () => {
    expect(lostAfter(new Date(0)).getTime()).toBeGreaterThan(300_000 + 2 * 60_000);
  });
});

describe('after a NATS outage, a check in flight counts as lost', () => {
  it.each([
    { name: 'within seconds and twice its timeout', lostAt: 450_000, timeoutSeconds: 30, expected: 70_000 },
    { name: 'later with a longer timeout', lostAt: 450_000, timeoutSeconds: 60, expected: 130_000 },
    { name: 'when it would have, if that is sooner', lostAt: 29_999, timeoutSeconds: 10, expected: 29_999 },
    { name: 'when it would have, if that is the same', lostAt: 30_000, timeoutSeconds: 10, expected: 30_000 },
    { name: 'at once, if it is lost already', lostAt: -1, timeoutSeconds: 10, expected: -1 },
  ])('$name', ({ lostAt, timeoutSeconds, expected }) => {
    const lease = { lostAt: new Date(lostAt), timeoutSeconds };
    expect(lostAfterRestart(lease, new Date(0))).toEqual(new Date(expected));
  });
});
