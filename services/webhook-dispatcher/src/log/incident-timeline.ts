// Decides which words of an event may name alert contacts: those of an incident's timeline.
import type { PublicEvent, TimelineWords } from '@vedette/contract';

export function timelineOf({ data }: PublicEvent): TimelineWords[] {
  if (!('incident' in data)) return [];
  const { id: incidentId, timeline } = data.incident;
  return timeline.map(({ type, message }) => ({ incidentId, type, message }));
}

/** The event with these messages, as many as `timelineOf` has entries, in place of its own. */
export function withMessages(event: PublicEvent, messages: readonly string[]): PublicEvent {
  if (!('incident' in event.data)) return event;
  const { incident } = event.data;
  const timeline = incident.timeline.map((entry, index) => ({ ...entry, message: messages[index] ?? '' }));
  // Only the messages differ, so it is an event of the same type.
  return { ...event, data: { ...event.data, incident: { ...incident, timeline } } } as PublicEvent;
}
