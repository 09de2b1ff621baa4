import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '@vedette/messaging/nats-address';
import type { IncidentDetail, Monitor, OutageFact } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { newOutage, outageEvent } from '@vedette/test-kit/facts';
import type { Tenant } from './fixture.ts';

/** Reports outages as the monitor service does, for tests of the effects of an outage that need no check. */
export class OutageTeller {
  readonly #connection: NatsConnection;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  static async connect(natsUrl: string): Promise<OutageTeller> {
    return new OutageTeller(await connect(natsAddress(natsUrl)));
  }

  /** An outage of a monitor of the API. */
  begin({ id, name, createdAt }: Monitor, startedAt = new Date()): OutageFact {
    return newOutage({ monitorId: id, name, startedAt, monitorCreatedAt: new Date(createdAt) });
  }

  /** Returns when JetStream has it. */
  async tell({ organizationId }: Pick<Tenant, 'organizationId'>, outage: OutageFact): Promise<void> {
    const { subject, id, message } = outageEvent(organizationId, outage);
    await jetstream(this.#connection).publish(subject, JSON.stringify(message), { msgID: id });
  }

  /** Returns when the API shows it. */
  async apply(tenant: Tenant, outage: OutageFact): Promise<IncidentDetail> {
    await this.tell(tenant, outage);
    return waitFor('the incident', async () => {
      const { status, body } = await tenant.api.get<IncidentDetail>(`/api/v1/incidents/${outage.incidentId}`);
      const isShown =
        status === 200 && body.cause === outage.cause && body.resolvedAt === (outage.resolved?.at ?? null);
      return isShown ? body : undefined;
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
