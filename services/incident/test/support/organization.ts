import {
  internal,
  type AddedContact,
  type ContactCreate,
  type Incident,
  type IncidentDetail,
  type IncidentTimelineType,
  type MaintenanceNotice,
  type OutageFact,
  type ResponseOf,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Told } from '@vedette/test-kit/facts';
import { Organization as ServiceOrganization } from '@vedette/test-kit/organization';

type Query = Readonly<Record<string, string | number | boolean>>;

export class Organization extends ServiceOrganization {
  list(query: Query = {}): Promise<ResponseOf<'listIncidents'>> {
    return this.call('listIncidents', { query });
  }

  async incidents(query: Query = {}): Promise<Incident[]> {
    return (await this.list(query)).data;
  }

  get(id: string): Promise<IncidentDetail> {
    return this.call('getIncident', { id });
  }

  acknowledge(id: string, idempotencyKey?: string): Promise<IncidentDetail> {
    return this.call('acknowledgeIncident', { id, body: {}, idempotencyKey });
  }

  addNote(id: string, text: string, idempotencyKey?: string): Promise<IncidentDetail> {
    return this.call('addIncidentNote', { id, body: { text }, idempotencyKey });
  }

  apply(outage: OutageFact): Promise<null> {
    return this.ask(internal.applyOutage, { outage });
  }

  forget(monitorId: string): Promise<null> {
    return this.ask(internal.forgetMonitorIncidents, { monitorId });
  }

  applyMaintenance(notice: Omit<MaintenanceNotice, 'organizationId'>): Promise<null> {
    return this.ask(internal.applyMaintenance, notice);
  }

  addContact(contact: Partial<ContactCreate> & Pick<ContactCreate, 'to'>): Promise<AddedContact> {
    const type = contact.to.startsWith('http') ? 'SLACK' : 'EMAIL';
    return this.ask(internal.addContact, { type, secret: null, name: null, monitors: 'ALL', settings: {}, ...contact });
  }

  publish({ message, id }: Told, messageId = id): Promise<void> {
    return this.publishMessage(message, messageId);
  }

  /** Waits until the timeline has `count` entries of the type, and returns the timeline as `type: message` lines. */
  async timeline(incidentId: string, type: IncidentTimelineType, count = 1): Promise<string[]> {
    return waitFor(`${count} × ${type} in the timeline`, async () => {
      const { timeline } = await this.get(incidentId);
      if (timeline.filter((entry) => entry.type === type).length < count) return undefined;
      return timeline.map((entry) => `${entry.type}: ${entry.message}`);
    });
  }
}
