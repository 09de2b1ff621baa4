import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import { internal, type InternalRequest, type OutageFact } from '@vedette/contract';

/** Answers the requests of the monitor service to the incident and status-page services, over a real connection. */
export class NeighbourPeer {
  readonly outages: OutageFact[] = [];
  readonly forgottenIncidents: string[] = [];
  readonly forgottenPages: string[] = [];
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
      this.#answer(internal.applyOutage, ({ outage }) => this.outages.push(outage)),
      this.#answer(internal.forgetMonitorIncidents, ({ monitorId }) => this.forgottenIncidents.push(monitorId)),
      this.#answer(internal.forgetMonitorPages, ({ monitorId }) => this.forgottenPages.push(monitorId)),
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

  #answer<Question>(request: InternalRequest<Question, null>, hear: (question: Question) => void): Subscription {
    return this.#connection.subscribe(request.subject, {
      callback: (error, message) => {
        if (error !== null) return;
        hear(message.json<Question>());
        message.respond('null');
      },
    });
  }
}
