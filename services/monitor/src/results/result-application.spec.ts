import { describe, expect, it } from '@jest/globals';
import type { CheckOutcome } from '@vedette/contract';
import type { Result } from '../observations/check-outcome.ts';
import { nextSlotAfter } from '../schedule/check-slots.ts';
import { applyResult, type CheckState } from './result-application.ts';
import { at, attempt, down, failed, known, NOW, result, rule, succeeded, up } from './result-sample.ts';

describe('where a result lands', () => {
  it.each<{ name: string; check?: Partial<CheckState>; change?: Partial<Result>; kind: string }>([
    { name: 'newest slot', kind: 'applied' },
    { name: 'first result', check: { state: 'PENDING', lastSlotAt: null, observedAt: null }, kind: 'applied' },
    { name: 'delivered twice', check: { lastSlotAt: at(0) }, kind: 'late' },
    { name: 'overtaken by a newer slot', check: { lastSlotAt: at(1) }, kind: 'late' },
    { name: 'from before a pause, a resume or a change of target', change: { epoch: 2 }, kind: 'other-epoch' },
    { name: 'while paused', check: { state: 'PAUSED' }, kind: 'paused' },
    { name: 'of a slot before the one in flight', change: { slotAt: at(-1) }, kind: 'late' },
    { name: 'of a slot after the one in flight', change: { slotAt: at(1) }, kind: 'not-handed-out' },
    { name: 'of a slot years ahead', change: { slotAt: at(1e9) }, kind: 'not-handed-out' },
    { name: 'of a new slot while none is in flight', check: { slotAt: null }, kind: 'not-handed-out' },
    {
      name: 'first of all, while no slot is in flight',
      check: { state: 'PENDING', slotAt: null, lastSlotAt: null },
      kind: 'not-handed-out',
    },
    { name: 'of an old slot while none is in flight', check: { slotAt: null, lastSlotAt: at(0) }, kind: 'late' },
    { name: 'of another epoch, not due yet', change: { epoch: 2, slotAt: at(6) }, kind: 'not-handed-out' },
    { name: 'of another epoch, just due', change: { epoch: 2, slotAt: NOW }, kind: 'other-epoch' },
    { name: 'while paused, of another slot', check: { state: 'PAUSED', slotAt: null }, kind: 'not-handed-out' },
  ])('$name: $kind', ({ check, change, kind }) => {
    const current = { ...up, ...check };
    const applied = applyResult({ ...known, check: current }, result(failed(), change), NOW);
    expect(applied.kind).toBe(kind);
    if (kind === 'applied') return;
    const { state, lastSlotAt, samples, lastCheckedAt } = current;
    expect(applied.check).toMatchObject({ state, lastSlotAt, samples, lastCheckedAt });
    expect(applied).toMatchObject({ entered: undefined, record: [], outage: undefined, expiry: undefined });
  });

  it.each([
    { name: 'while no slot is in flight', check: { slotAt: null }, slot: at(4) },
    { name: 'of a later slot than the one in flight', check: {}, slot: at(4) },
    { name: 'of an earlier slot than the one in flight', check: {}, slot: at(-4) },
  ])('a result that the service made itself counts $name', ({ check, slot }) => {
    const current = { ...known, check: { ...up, ...check } };
    const applied = applyResult(current, result(failed(), { isScheduled: false, slotAt: slot }), NOW);
    expect(applied).toMatchObject({ kind: 'applied', entered: 'DOWN', check: { lastSlotAt: slot } });
  });

  it('a check that could not judge changes nothing but the wait for it', () => {
    const unobserved = { ...failed(), verdict: 'UNOBSERVED' as const };
    const applied = applyResult(known, result(unobserved), NOW);
    expect(applied).toMatchObject({ kind: 'unobserved', entered: undefined, record: [], outage: undefined });
    expect(applied.check).toEqual({ ...up, slotAt: null, nextCheckAt: nextSlotAfter(rule, NOW) });
  });
});

describe('the lane of the next check', () => {
  const slow = { longestAttemptMs: 9_000, hasTimedOut: false };
  const unjudged: CheckOutcome = { ...failed(), verdict: 'UNOBSERVED' };

  it.each<{ name: string; outcome: CheckOutcome; check?: Partial<CheckState>; lane: string }>([
    { name: 'a slow success', outcome: { ...succeeded(), pace: slow }, lane: 'SLOW' },
    { name: 'a quick success', outcome: succeeded(), check: { lane: 'SLOW' }, lane: 'FAST' },
    { name: 'a slow check that could not judge', outcome: { ...unjudged, pace: slow }, lane: 'SLOW' },
    { name: 'a late result', outcome: { ...succeeded(), pace: slow }, check: { lastSlotAt: at(0) }, lane: 'FAST' },
    {
      name: 'a result while paused',
      outcome: { ...succeeded(), pace: slow },
      check: { state: 'PAUSED' },
      lane: 'FAST',
    },
  ])('after $name: $lane', ({ outcome, check, lane }) => {
    expect(applyResult({ ...known, check: { ...up, ...check } }, result(outcome), NOW).check.lane).toBe(lane);
  });

  it('leaves the row unwritten when nothing changes', () => {
    const check = { ...up, slotAt: null };
    const byHand = result(unjudged, { isScheduled: false });
    expect(applyResult({ ...known, check }, byHand, NOW).check).toBe(check);
  });
});

describe('the wait for a slot', () => {
  const planned = { slotAt: null, nextCheckAt: nextSlotAfter(rule, NOW) };
  const waiting = { slotAt: up.slotAt, nextCheckAt: up.nextCheckAt };

  it.each([
    { name: 'ends with its result', change: {}, expected: planned },
    {
      name: 'ends with its result also when a newer one was faster',
      check: { lastSlotAt: at(3) },
      change: {},
      expected: planned,
    },
    { name: 'goes on after the result of another slot', change: { slotAt: at(-1) }, expected: waiting },
    { name: 'goes on after the result of another epoch', change: { epoch: 2 }, expected: waiting },
  ])('$name', ({ check, change, expected }) => {
    const applied = applyResult({ ...known, check: { ...up, ...check } }, result(succeeded(), change), NOW);
    expect(applied.check).toMatchObject(expected);
  });
});

describe('what an applied result does', () => {
  it('a failure opens an outage at its first attempt, with both attempts as evidence', () => {
    const applied = applyResult(known, result(failed()), NOW);
    expect(applied).toMatchObject({ entered: 'DOWN', record: [{ at: at(1), state: 'DOWN' }] });
    expect(applied.check).toMatchObject({
      state: 'DOWN',
      lastStatusChangedAt: at(1),
      lastCheckedAt: at(2.04),
      lastResponseMs: null,
      lastSlotAt: at(0),
      samples: [10],
    });
    const { outage } = applied;
    expect(outage).toMatchObject({ kind: 'open', startedAt: at(1), cause: 'got 503' });
    expect(outage?.kind === 'open' && outage.evidence.map(({ checkedAt, error }) => [checkedAt, error])).toEqual([
      [at(1).toISOString(), 'got 503'],
      [at(2).toISOString(), 'got 503'],
    ]);
  });

  it('a check has been made when its last attempt is over, however long that took', () => {
    const slow = { ...attempt(null, 1), phases: { ...attempt(null, 1).phases, total: 3_500 } };
    const { check } = applyResult(known, result({ ...succeeded(), attempts: [slow] }), NOW);
    expect([check.lastCheckedAt, check.observedAt]).toEqual([at(4.5), at(1)]);
  });

  it('another failure for the same reason leaves the outage as it is', () => {
    const applied = applyResult(down, result(failed()), NOW);
    expect(applied).toMatchObject({ kind: 'applied', entered: undefined, record: [], outage: undefined });
    expect(applied.check).toMatchObject({ state: 'DOWN', lastStatusChangedAt: at(-5_000), lastCheckedAt: at(2.04) });
  });

  it('another failure for another reason changes the cause', () => {
    const { entered, outage } = applyResult(down, result(failed('refused')), NOW);
    expect([entered, outage?.kind, outage?.kind === 'change-cause' && outage.cause]).toEqual([
      undefined,
      'change-cause',
      'refused',
    ]);
  });

  it('a success ends the outage', () => {
    const { entered, outage, record } = applyResult(down, result(succeeded()), NOW);
    expect(entered).toBe('UP');
    expect(outage).toEqual({ kind: 'resolve', at: at(1), because: 'RECOVERED' });
    expect(record).toEqual([{ at: at(1), state: 'UP' }]);
  });

  it('a slow success ends the outage too', () => {
    const { entered, outage } = applyResult(
      { ...down, check: { ...down.check, samples: [900] } },
      result(succeeded(900)),
      NOW,
    );
    expect([entered, outage?.kind]).toEqual(['DEGRADED', 'resolve']);
  });

  it('a first attempt that failed and was not confirmed is a success', () => {
    const outcome = { ...succeeded(), attempts: [attempt('timeout', 1), attempt(null, 2)] };
    const { entered, outage, check } = applyResult(known, result(outcome), NOW);
    expect([entered, outage, check.state, check.lastCheckedAt]).toEqual([undefined, undefined, 'UP', at(2.04)]);
  });

  it('an outage ends with the attempt that succeeded, not with a failed one before it', () => {
    const outcome = { ...succeeded(), attempts: [attempt('got 503', 1), attempt(null, 2)] };
    expect(applyResult(down, result(outcome), NOW).outage).toMatchObject({ kind: 'resolve', at: at(2) });
  });

  it('a success without a latency adds none', () => {
    expect(applyResult(known, result({ ...succeeded(), responseMs: null }), NOW).check.samples).toEqual([10]);
  });

  it('a failure adds none, however fast its answer came', () => {
    expect(applyResult(known, result({ ...failed(), responseMs: 5 }), NOW).check.samples).toEqual([10]);
  });

  it('a state does not begin before the last change by hand, though the last observation is older', () => {
    const check = { ...up, state: 'PENDING' as const, lastStatusChangedAt: at(3), observedAt: at(-59) };
    expect(applyResult({ ...known, check }, result(failed()), NOW).outage).toMatchObject({ startedAt: at(3) });
  });

  it('the first success of a pending monitor is an entry', () => {
    const pending = { ...up, state: 'PENDING', lastStatusChangedAt: null, lastSlotAt: null, observedAt: null } as const;
    const { entered, record, outage } = applyResult({ ...known, check: pending }, result(succeeded()), NOW);
    expect([entered, record, outage]).toEqual(['UP', [{ at: at(1), state: 'UP' }], undefined]);
  });

  it('keeps as many latencies as the rule looks at', () => {
    expect(applyResult(known, result(succeeded(70)), NOW).check.samples).toEqual([10, 70]);
    const full = { ...known, check: { ...up, samples: [10, 20] } };
    expect(applyResult(full, result(succeeded(70)), NOW).check.samples).toEqual([20, 70]);
  });
});
