// Decides which endpoints receive an event.

import type { EventType } from '@vedette/contract';

export const EVERYTHING = '*';

export interface Subscriber {
  readonly id: string;
  readonly organizationId: string;
  readonly eventTypes: readonly string[];
}

export function isSubscribed(
  { organizationId, eventTypes }: Omit<Subscriber, 'id'>,
  event: { readonly organizationId: string; readonly type: EventType },
): boolean {
  if (organizationId !== event.organizationId) return false;
  return eventTypes.includes(EVERYTHING) || eventTypes.includes(event.type);
}
