// Decides what becomes of an event whose effect failed: it comes again after a growing delay, or is parked.

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
const DELIVERIES_BEFORE_PARKING = 20;

export type Redelivery = { kind: 'again'; delayMs: number } | { kind: 'park'; delayMs: number };

/**
 * `deliveryCount` counts from 1. Only what is about the event's own data is ever parked: infrastructure comes back. A parking
 * that fails is tried again after `delayMs`.
 */
export function redelivery(deliveryCount: number, isAboutData: boolean): Redelivery {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (deliveryCount - 1), LONGEST_DELAY_MS);
  return { kind: isAboutData && deliveryCount >= DELIVERIES_BEFORE_PARKING ? 'park' : 'again', delayMs };
}
