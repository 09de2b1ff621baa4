// Decides which endpoints receive an event.

import type { EventType } from '@vedette/contract';

export const EVERYTHING = '*';

export function isSubscribed(eventTypes: readonly string[], type: EventType): boolean {
  return eventTypes.includes(EVERYTHING) || eventTypes.includes(type);
}
