import { describe, expect, it } from '@jest/globals';
import type { CheckOutcome } from '@vedette/contract';
import { applyResult } from './result-application.ts';
import { at, attempt, failed, known, nothing, NOW, result, rule, succeeded, up } from './result-sample.ts';

describe('clocks of workers', () => {
  it.each([
    { name: 'ahead of ours', seconds: 60, began: NOW },
    { name: 'behind the state before', seconds: -6_000, began: at(-59) },
  ])('$name do not bend the record', ({ seconds, began }) => {
    const outcome = { ...failed(), attempts: [attempt('got 503', seconds), attempt('got 503', seconds)] };
    const { record, check } = applyResult(known, result(outcome), NOW);
    expect(record).toEqual([{ at: began, state: 'DOWN' }]);
    expect([check.lastStatusChangedAt, check.lastCheckedAt]).toEqual([began, began]);
  });
});

describe('a gap in observation', () => {
  it('is put on record when a result ends it, and the state begins anew after it', () => {
    const silent = { ...up, observedAt: at(-1_000) };
    const { entered, record } = applyResult({ ...known, check: silent }, result(succeeded()), NOW);
    expect(entered).toBeUndefined();
    expect(record).toEqual([
      { at: at(-1_000), state: 'UNOBSERVED' },
      { at: at(1), state: 'UP' },
    ]);
  });

  it('that is on record ends with the next result', () => {
    const { record } = applyResult({ ...known, check: { ...up, observedAt: null } }, result(succeeded()), NOW);
    expect(record).toEqual([{ at: at(1), state: 'UP' }]);
  });
});

describe('certificates', () => {
  const seen = (expiresAt: Date, outcome: CheckOutcome): CheckOutcome => ({
    ...outcome,
    observation: { ...nothing, certExpiresAt: expiresAt.toISOString() },
  });
  const later = { ...known, check: { ...up, certExpiresAt: at(900_000) } };

  it('the one that was seen is shown, and told once when it expires soon', () => {
    const first = applyResult(known, result(seen(at(86_400), succeeded())), NOW);
    expect(first.check).toMatchObject({ state: 'UP', certExpiresAt: at(86_400), toldExpiries: [at(86_400)] });
    expect(first.expiry).toEqual({ type: 'monitor.certificate_expiring', expiresAt: at(86_400) });
    const again = result(seen(at(86_400), succeeded()), { slotAt: at(60) });
    const check = { ...first.check, slotAt: at(60) };
    expect(applyResult({ ...known, check }, again, at(65))).toMatchObject({ kind: 'applied', expiry: undefined });
  });

  it('a failure that saw none leaves the known one', () => {
    expect(applyResult(later, result(failed()), NOW).check.certExpiresAt).toEqual(at(900_000));
  });

  it('a success without one forgets it', () => {
    expect(applyResult(later, result(succeeded()), NOW).check.certExpiresAt).toBeNull();
  });
});

it('an expired registration is an outage whose evidence says so', () => {
  const registration = { domain: 'example.com', expiresAt: at(-1).toISOString(), checkedAt: at(-2).toISOString() };
  const outcome = { ...succeeded(), responseMs: null, observation: { ...nothing, registration } };
  const domain = { ...known, rule: { ...rule, type: 'DOMAIN' as const } };
  const { entered, outage } = applyResult(domain, result(outcome), NOW);
  const cause = 'The registration of example.com expired on 2026-03-01';
  expect(entered).toBe('DOWN');
  expect(outage).toMatchObject({ kind: 'open', cause, evidence: [{ error: cause, worker: 'w1' }] });
});
