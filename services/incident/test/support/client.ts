import {
  compileResponseValidator,
  internal,
  newId,
  operations,
  type AlertContact,
  type ContactCreate,
  type Idempotency,
  type Incident,
  type IncidentDetail,
  type IncidentTimelineType,
  type MaintenanceNotice,
  type OutageFact,
  type QueryOf,
  type RequestContext,
  type ResponseOf,
} from '@vedette/contract';
import { jetstreamOf, type NatsLink, type RpcClient } from '@vedette/messaging';
import { waitFor } from '@vedette/test-kit';
import type { Told } from '@vedette/test-kit/facts';

const validators = {
  listIncidents: compileResponseValidator(operations.listIncidents),
  getIncident: compileResponseValidator(operations.getIncident),
  acknowledgeIncident: compileResponseValidator(operations.acknowledgeIncident),
};

function checked<T>(operation: keyof typeof validators, body: T): T {
  const faults = validators[operation](body);
  if (faults.length > 0) throw new Error(`${operation} answered against the contract: ${JSON.stringify(faults)}`);
  return body;
}

/** One organization's view of the service, over NATS alone. Every answer is held against the contract. */
export class IncidentClient {
  readonly organizationId = newId('org');
  readonly #rpc: RpcClient;
  readonly #link: NatsLink;

  constructor(rpc: RpcClient, link: NatsLink) {
    this.#rpc = rpc;
    this.#link = link;
  }

  async list(query: Partial<QueryOf<'listIncidents'>> = {}): Promise<ResponseOf<'listIncidents'>> {
    const input = { params: {}, query: { limit: 25, offset: 0, ...query }, body: undefined };
    return checked('listIncidents', await this.#rpc.call('listIncidents', input, this.#context()));
  }

  async incidents(query: Partial<QueryOf<'listIncidents'>> = {}): Promise<Incident[]> {
    return (await this.list(query)).data;
  }

  async get(incidentId: string): Promise<IncidentDetail> {
    const input = { params: { incidentId }, query: {}, body: undefined };
    return checked('getIncident', await this.#rpc.call('getIncident', input, this.#context()));
  }

  async acknowledge(incidentId: string, idempotency?: Idempotency): Promise<IncidentDetail> {
    const input = { params: { incidentId }, query: {}, body: {} };
    const context = { ...this.#context(), ...(idempotency && { idempotency }) };
    return checked('acknowledgeIncident', await this.#rpc.call('acknowledgeIncident', input, context));
  }

  apply(outage: OutageFact): Promise<null> {
    return this.#rpc.ask(internal.applyOutage, { organizationId: this.organizationId, outage });
  }

  forget(monitorId: string): Promise<null> {
    return this.#rpc.ask(internal.forgetMonitorIncidents, { organizationId: this.organizationId, monitorId });
  }

  applyMaintenance(notice: Omit<MaintenanceNotice, 'organizationId'>): Promise<null> {
    return this.#rpc.ask(internal.applyMaintenance, { organizationId: this.organizationId, ...notice });
  }

  addContact(contact: Partial<ContactCreate> & Pick<ContactCreate, 'to'>): Promise<AlertContact> {
    const { organizationId } = this;
    return this.#rpc.ask(internal.addContact, {
      organizationId,
      type: contact.to.startsWith('http') ? 'WEBHOOK' : 'EMAIL',
      name: null,
      monitors: 'ALL',
      ...contact,
    });
  }

  /** Returns when JetStream has it. */
  async publish({ subject, id, message }: Told, msgID = id): Promise<void> {
    const { connection } = this.#link;
    if (connection === undefined) throw new Error('NATS is away');
    await jetstreamOf(connection).publish(subject, JSON.stringify(message), { msgID });
  }

  /** Waits until the timeline has so many entries of the type, and returns all of it as `type: message`. */
  async timeline(incidentId: string, type: IncidentTimelineType, count = 1): Promise<string[]> {
    return waitFor(`${count} × ${type} in the timeline`, async () => {
      const { timeline } = await this.get(incidentId);
      if (timeline.filter((entry) => entry.type === type).length < count) return undefined;
      return timeline.map((entry) => `${entry.type}: ${entry.message}`);
    });
  }

  #context(): RequestContext {
    return {
      requestId: newId('req'),
      deadlineAt: Date.now() + 5_000,
      caller: {
        organizationId: this.organizationId,
        keyId: 'key_1',
        access: 'FULL',
        plan: { name: 'SCALE', monitors: 10, fastestIntervalSeconds: 30, statusPages: 1, webhookEndpoints: 1 },
        subscription: 'ACTIVE',
      },
    };
  }
}
