import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import { internal, type MaintenanceNotice } from '@vedette/contract';

/** Answers the status-page service's requests to the incident service, over a real connection. */
export class IncidentPeer {
  readonly notices: MaintenanceNotice[] = [];
  readonly #connection: NatsConnection;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(internal.applyMaintenance.subject, {
      callback: (error, message) => {
        if (error !== null) return;
        this.notices.push(message.json<MaintenanceNotice>());
        message.respond('null');
      },
    });
  }

  static async start(natsUrl: string): Promise<IncidentPeer> {
    return new IncidentPeer(
      await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1, reconnectTimeWait: 100 }),
    );
  }

  async stop(): Promise<void> {
    await this.#connection.close();
  }
}
