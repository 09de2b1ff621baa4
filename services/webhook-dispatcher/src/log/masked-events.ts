import { Injectable } from '@nestjs/common';
import { internal, type PublicEvent } from '@vedette/contract';
import type { RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { timelineOf, withMessages } from './incident-timeline.ts';

/**
 * Shows events to their readers. Some of them see the addresses of contacts masked, which only the incident service knows:
 * without its answer, they are shown nothing.
 */
@Injectable()
export class MaskedEvents {
  constructor(private readonly host: Host) {}

  /** Of events as JSON; everybody else gets them as they are. */
  async shown(context: RpcContext, bodies: readonly string[]): Promise<readonly string[]> {
    if (!context.seesMasks) return bodies;
    const events = bodies.map((body) => JSON.parse(body) as PublicEvent);
    const messages = await this.#messages(context, events);
    return events.map((event) => JSON.stringify(withMessages(event, messages.splice(0, timelineOf(event).length))));
  }

  async #messages({ organizationId, request }: RpcContext, events: readonly PublicEvent[]): Promise<string[]> {
    const entries = events.flatMap(timelineOf);
    if (entries.length === 0) return [];
    const { messages } = await this.host.rpc.ask(internal.maskedMessages, { organizationId, entries }, request);
    return messages;
  }
}
