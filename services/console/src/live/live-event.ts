// Decides what the app keeps of an event, and which resources it concerns.

import type { EventType, VedetteEvent } from '@vedette/sdk';
import type { Topic } from '../data/topic.ts';

/** Small: tabs pass it on to each other, and the feed keeps the newest ones. */
export interface LiveEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: string;
  /** What the event is about. */
  readonly name: string;
  /** The address of its screen, inside the organization; undefined if nothing is there any more. */
  readonly place: string | undefined;
  /** The resources that follow one of these are read anew. */
  readonly topics: readonly Topic[];
}

type About = Pick<LiveEvent, 'name' | 'place' | 'topics'>;

export function liveEventOf(event: VedetteEvent): LiveEvent {
  return { id: event.id, type: event.type, at: event.timestamp, ...aboutOf(event) };
}

function aboutOf({ type, data }: VedetteEvent): About {
  if ('monitor' in data) {
    const { id, name } = data.monitor;
    const place = type === 'monitor.deleted' ? undefined : `monitors/${id}`;
    return { name, place, topics: ['monitors', `monitor ${id}`] };
  }
  if ('incident' in data) {
    const { id, monitor } = data.incident;
    const topics = ['incidents', `incident ${id}`, `monitor ${monitor.id}`] as const;
    return { name: monitor.name, place: `incidents/${id}`, topics };
  }
  if ('statusIncident' in data) {
    const { id, title } = data.statusIncident;
    return {
      name: title,
      place: `status-pages/incidents/${id}`,
      topics: ['status-incidents', `status-incident ${id}`],
    };
  }
  if ('maintenanceWindow' in data) {
    const { id, title } = data.maintenanceWindow;
    const place = type === 'maintenance.cancelled' ? undefined : `maintenance/${id}`;
    return { name: title, place, topics: ['maintenance', `maintenance-window ${id}`] };
  }
  const { id, url } = data.webhookEndpoint;
  // Named by its host, as in the audit log and in rehearsals.
  const name = URL.canParse(url) ? new URL(url).host : url;
  return { name, place: `webhooks/${id}`, topics: ['webhooks', `webhook ${id}`] };
}
