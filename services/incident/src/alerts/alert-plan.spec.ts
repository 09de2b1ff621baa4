import { describe, expect, it } from '@jest/globals';
import type { AlertDecision } from './alert-decision.ts';
import { alertPlan, type AlertPlan } from './alert-plan.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const inTenSeconds = new Date('2026-11-15T10:00:10.000Z');
const inAnHour = new Date('2026-11-15T11:00:00.000Z');

const rows: { decision: AlertDecision; plan: Partial<AlertPlan> }[] = [
  { decision: { kind: 'tell-opening' }, plan: { state: 'TOLD', news: ['OPENED'] } },
  { decision: { kind: 'tell-both' }, plan: { state: 'TOLD', news: ['OPENED', 'RESOLVED'] } },
  { decision: { kind: 'tell-resolution' }, plan: { state: 'TOLD', news: ['RESOLVED'] } },
  { decision: { kind: 'keep-silent', because: 'pause' }, plan: { state: 'SILENT', news: [] } },
  { decision: { kind: 'withdraw' }, plan: { state: 'SILENT', news: [], withdraws: true } },
  { decision: { kind: 'hold', until: inTenSeconds }, plan: { state: 'HELD', heldUntil: inTenSeconds, news: [] } },
];

describe('a decision about alerts', () => {
  it.each(rows)('to $decision.kind is planned', ({ decision, plan }) => {
    expect(alertPlan(decision, now)).toMatchObject(plan);
  });

  it('to do nothing needs no plan', () => {
    expect(alertPlan({ kind: 'nothing' }, now)).toBeUndefined();
  });

  it('to hold for long is looked at again before, and says until when', () => {
    const plan = alertPlan({ kind: 'hold', until: inAnHour }, now);
    expect(plan?.heldUntil).toEqual(new Date('2026-11-15T10:00:30.000Z'));
    expect(plan?.entries).toMatchObject([{ type: 'ALERT_SUPPRESSED', message: expect.stringContaining('11:00 UTC') }]);
  });
});
