import { Injectable } from '@nestjs/common';
import { consumers, EVENT_TYPES, newId, type EventMessage } from '@vedette/contract';
import { EventConsumer, Gatherer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { injectTrace, inSpan, linksTo, noTrace } from '@vedette/telemetry';
import { isSubscribed, type Subscriber } from './subscription.ts';
import { DueSignal } from '../queue/due-signal.ts';
import type { NewEvent } from '../log/event-log.repository.ts';
import { EventLogService } from '../log/event-log.service.ts';
import { FanOutRepository, type NewDelivery } from './fan-out.repository.ts';

const MOST_EVENTS_AT_ONCE = 200;

const PUBLIC_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

/**
 * Logs every public event, and turns it into one delivery for each subscribed endpoint, in one transaction with its
 * inbox row.
 */
@Injectable()
export class EventFanOut {
  constructor(
    { link, logger, metrics, lifecycle }: Host,
    private readonly database: ServiceDatabase,
    private readonly repository: FanOutRepository,
    private readonly log: EventLogService,
    private readonly signal: DueSignal,
  ) {
    const { parked, marks, deletedOrganizations } = database;
    for (const definition of [consumers.urgentDeliveries, consumers.deliveries]) {
      const gatherer = new Gatherer<NewEvent>({
        size: MOST_EVENTS_AT_ONCE,
        run: (events) =>
          inSpan('fan out', { parent: noTrace, links: linksTo(events.map(({ trace }) => trace)) }, () =>
            this.#giveOut(events),
          ),
      });
      const receive = deletedOrganizations.ignored((message: EventMessage) => this.#receive(gatherer, message));
      const consumer = new EventConsumer({
        ...definition,
        link,
        parked,
        marks,
        logger,
        metrics,
        concurrency: MOST_EVENTS_AT_ONCE,
        receive,
      });
      lifecycle.add('entrances', consumer);
    }
  }

  /** Only the event itself becomes the body; the facts that services exchange beside it are left out. */
  async #receive(gatherer: Gatherer<NewEvent>, { organizationId, event }: EventMessage): Promise<void> {
    if (!PUBLIC_TYPES.has(event.type)) return;
    const { id, type } = event;
    await gatherer.add({ id, organizationId, type, body: JSON.stringify(event), trace: injectTrace() });
  }

  async #giveOut(events: readonly NewEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id);
    const { endpointIds, grown } = await this.database.mutations.receiveAll(ids, async (tx, fresh) => {
      const unseen = events.filter(({ id }) => fresh.has(id));
      if (unseen.length === 0) return { endpointIds: [], grown: [] };
      const subscribers = await this.repository.subscribers(
        tx,
        [...new Set(unseen.map(({ organizationId }) => organizationId))],
        [...new Set(unseen.map(({ type }) => type))],
      );
      const now = new Date();
      const deliveries = deliveriesOf(unseen, subscribers, now);
      if (deliveries.length > 0) await this.repository.insert(tx, deliveries, now);
      const due = [...new Set(deliveries.map(({ endpointId }) => endpointId))];
      return { endpointIds: due, grown: await this.log.append(tx, unseen) };
    });
    this.signal.announceDue(endpointIds);
    this.log.announce(grown);
  }
}

function deliveriesOf(events: readonly NewEvent[], subscribers: readonly Subscriber[], now: Date): NewDelivery[] {
  return events.flatMap((event) =>
    subscribers
      .filter((subscriber) => isSubscribed(subscriber, event))
      .map(({ id: endpointId }) => ({ id: newId('wd', now.getTime()), endpointId, event })),
  );
}
