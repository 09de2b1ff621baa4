// Decides what happens to an event whose effect failed: it is delivered again after a growing delay, or parked.

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
const DELIVERIES_BEFORE_PARKING = 20;

export type Redelivery = { kind: 'again'; delayMs: number } | { kind: 'park'; delayMs: number };

/**
 * `deliveryCount` counts from 1. Only failures of the event's own data lead to parking: failures of infrastructure
 * pass. If parking fails, it is tried again after `delayMs`.
 */
export function redelivery(deliveryCount: number, isAboutData: boolean): Redelivery {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (deliveryCount - 1), LONGEST_DELAY_MS);
  return { kind: isAboutData && deliveryCount >= DELIVERIES_BEFORE_PARKING ? 'park' : 'again', delayMs };
}
