import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import {
  internal,
  type Incident,
  type InternalRequest,
  type MaintenanceSpans,
  type MaintenanceSpansQuery,
  type NextWindow,
  type OutageFact,
  type PageOfMonitor,
  type PausedMonitor,
  type TimeSpan,
} from '@vedette/contract';

/** Answers the requests of the monitor service to the incident and status-page services, over a real connection. */
export class NeighbourPeer {
  readonly outages: OutageFact[] = [];
  /** Monitors of which nobody is to be told any more. */
  readonly paused: PausedMonitor[] = [];
  readonly forgottenIncidents: string[] = [];
  readonly forgottenPages: string[] = [];
  /** The pages that show each monitor. */
  readonly pages = new Map<string, PageOfMonitor[]>();
  /** The windows that ran, by monitor. */
  readonly maintenance = new Map<string, TimeSpan[]>();
  /** Questions about the maintenance of these monitors get an answer that nobody understands. */
  readonly misunderstood = new Set<string>();
  readonly askedForMaintenance: MaintenanceSpansQuery[] = [];
  /** By organization. */
  readonly incidents = new Map<string, Incident[]>();
  readonly windows = new Map<string, NextWindow[]>();
  readonly #connection: NatsConnection;
  #subscriptions: Subscription[] = [];

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  static async start(natsUrl: string): Promise<NeighbourPeer> {
    const peer = new NeighbourPeer(
      await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 }),
    );
    await peer.comeBack();
    return peer;
  }

  async stop(): Promise<void> {
    await this.#connection.close();
  }

  async comeBack(): Promise<void> {
    this.#subscriptions = [
      this.#hear(internal.applyOutage, ({ outage }) => this.outages.push(outage)),
      this.#hear(internal.pauseMonitorAlerts, ({ monitors }) => this.paused.push(...monitors)),
      this.#hear(internal.forgetMonitorIncidents, ({ monitorId }) => this.forgottenIncidents.push(monitorId)),
      this.#hear(internal.forgetMonitorPages, ({ monitorId }) => this.forgottenPages.push(monitorId)),
      this.#answer(internal.listMaintenanceSpans, (query) => {
        this.askedForMaintenance.push(query);
        const spans = query.monitorIds.flatMap((monitorId) =>
          (this.maintenance.get(monitorId) ?? []).map(({ startsAt, endsAt }) => ({ monitorId, startsAt, endsAt })),
        );
        if (query.monitorIds.some((id) => this.misunderstood.has(id))) return null as unknown as MaintenanceSpans;
        // The smallest pages that there can be.
        const { after } = query;
        const at = spans.findIndex((span) => span.monitorId === after?.monitorId && span.endsAt === after.endsAt) + 1;
        const page = spans.slice(at, at + 1);
        return { spans: page, next: at + 1 < spans.length ? (page[0] ?? null) : null };
      }),
      this.#answer(internal.listOngoingIncidents, ({ organizationId, limit }) => {
        const incidents = this.incidents.get(organizationId) ?? [];
        return { incidents: incidents.slice(0, limit), total: incidents.length };
      }),
      this.#answer(internal.listNextWindows, ({ organizationId, limit }) => {
        const windows = this.windows.get(organizationId) ?? [];
        return { windows: windows.slice(0, limit), total: windows.length };
      }),
      this.#answer(internal.listPagesOfMonitor, ({ monitorId, limit, offset }) => {
        const pages = this.pages.get(monitorId) ?? [];
        return { pages: pages.slice(offset, offset + limit), total: pages.length };
      }),
    ];
    await this.#connection.flush();
  }

  /** Stops answering until it comes back. */
  async goAway(): Promise<void> {
    for (const subscription of this.#subscriptions.splice(0)) subscription.unsubscribe();
    await this.#connection.flush();
  }

  /** The outages that were applied to a monitor, oldest first. */
  outagesOf(monitorId: string): OutageFact[] {
    return this.outages.filter(({ monitor }) => monitor.id === monitorId);
  }

  #hear<Question>(request: InternalRequest<Question, null>, hear: (question: Question) => void): Subscription {
    return this.#answer(request, (question) => {
      hear(question);
      return null;
    });
  }

  #answer<Question, Answer>(
    request: InternalRequest<Question, Answer>,
    answer: (question: Question) => Answer,
  ): Subscription {
    return this.#connection.subscribe(request.subject, {
      callback: (error, message) => {
        if (error === null) message.respond(JSON.stringify(answer(message.json<Question>())));
      },
    });
  }
}
