import { describe, expect, it } from '@jest/globals';
import type { PlanLimits } from '@vedette/contract';
import { allowanceRefusal, intervalRefusal } from './plan-limits.ts';

const plan: PlanLimits = {
  name: 'TEAM',
  monitors: 100,
  fastestIntervalSeconds: 60,
  statusPages: 5,
  webhookEndpoints: 10,
  maintenanceWindows: 100,
};

describe('an interval', () => {
  const refusal = 'intervalSeconds is 59; the plan TEAM permits 60 or more.';
  const rows = [
    { name: 'faster than the plan is refused, with the limit', intervalSeconds: 59, expected: refusal },
    { name: 'as fast as the plan is permitted', intervalSeconds: 60, expected: undefined },
    { name: 'slower than the plan is permitted', intervalSeconds: 61, expected: undefined },
  ];
  it.each(rows)('$name', ({ intervalSeconds, expected }) => {
    expect(intervalRefusal(intervalSeconds, plan)).toBe(expected);
  });
});

describe('an allowance that is used up', () => {
  it('is told with the plan and the limit', () => {
    expect(allowanceRefusal(plan)).toBe('The plan TEAM allows 100 monitors, and all of them are in use.');
  });
});
