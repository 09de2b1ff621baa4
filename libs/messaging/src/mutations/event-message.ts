import {
  eventData,
  eventSubject,
  newId,
  type EventMessage,
  type EventType,
  type EventData,
  type PublicEvent,
} from '@vedette/contract';
import type { OutboxMessage } from './outbox.ts';

/** A public event as it travels in the EVENTS stream, with the internal facts that only our services see. */
export function eventMessage<T extends EventType>(
  organizationId: string,
  type: T,
  data: EventData<T>,
  now: Date,
  facts?: unknown,
): OutboxMessage {
  const event = {
    id: newId('evt', now.getTime()),
    type,
    timestamp: now.toISOString(),
    data: eventData(data),
  } as PublicEvent;
  const payload: EventMessage = { organizationId, event, ...(facts !== undefined && { facts }) };
  return { id: event.id, organizationId, subject: eventSubject(type), payload };
}
