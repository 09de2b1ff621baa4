// Decides what an organization's plan refuses, and words the refusal for the API.

import type { PlanLimits } from '@vedette/contract';

/** Undefined when the plan permits the interval. */
export function intervalRefusal(intervalSeconds: number, plan: PlanLimits): string | undefined {
  if (intervalSeconds >= plan.fastestIntervalSeconds) return undefined;
  return `intervalSeconds is ${intervalSeconds}; the plan ${plan.name} permits ${plan.fastestIntervalSeconds} or more.`;
}

export function allowanceRefusal(plan: PlanLimits): string {
  return `The plan ${plan.name} allows ${plan.monitors} monitors, and all of them are in use.`;
}
