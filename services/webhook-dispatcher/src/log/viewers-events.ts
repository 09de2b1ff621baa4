import { Injectable } from '@nestjs/common';
import { internal, isViewer, type PublicEvent } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { timelineOf, withMessages } from './incident-timeline.ts';

/**
 * Shows events to their readers. Viewers do not see the addresses of contacts, which only the incident service knows:
 * without its answer, a viewer is shown nothing.
 */
@Injectable()
export class ViewersEvents {
  constructor(private readonly host: Host) {}

  /** Of events as JSON; everybody but a viewer gets them as they are. */
  async shown(context: RpcContext, bodies: readonly string[]): Promise<readonly string[]> {
    if (!isViewer(context.caller)) return bodies;
    const events = bodies.map((body) => JSON.parse(body) as PublicEvent);
    const messages = await this.#messages(context, events);
    return events.map((event) => JSON.stringify(withMessages(event, messages.splice(0, timelineOf(event).length))));
  }

  async #messages({ organizationId, request }: RpcContext, events: readonly PublicEvent[]): Promise<string[]> {
    const entries = events.flatMap(timelineOf);
    if (entries.length === 0) return [];
    const { messages } = await this.host.rpc.ask(internal.viewersMessages, { organizationId, entries }, request);
    return messages;
  }
}
