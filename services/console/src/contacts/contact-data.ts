import type { Alert, AlertContact, MonitorAlerting } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, type Resource } from '../data/resource.ts';
import { isRunning, looked, type RehearsalState } from './rehearsal-state.ts';

export interface Decisions {
  /** Newest first. */
  readonly alerts: readonly Alert[];
  readonly hasMore: boolean;
}

/** How many decisions are read of an incident: reminders of a long outage would fill any table. */
const MOST_PAGES = 5;
const PAGE_SIZE = 100;
const NEWEST = 20;

export function contactList(): Resource<AlertContact[]> {
  return resource('alert contacts', () => Array.fromAsync(api().alertContacts.list({ limit: PAGE_SIZE })), [
    'incidents',
  ]);
}

export function contactResource(id: string): Resource<AlertContact> {
  return resource(`alert contact ${id}`, async () => await api().alertContacts.get(id), [`alert-contact ${id}`]);
}

export function contactsOfMonitor(monitorId: string): Resource<string[]> {
  return resource(
    `alert contacts of ${monitorId}`,
    async () => {
      const { contactIds } = await api().monitors.getAlertContacts(monitorId);
      return contactIds;
    },
    [`monitor ${monitorId}`],
  );
}

export function alertingOfMonitor(monitorId: string): Resource<MonitorAlerting> {
  return resource(`alerting of ${monitorId}`, async () => await api().monitors.getAlerting(monitorId), [
    `monitor ${monitorId}`,
  ]);
}

export function alertsOfContact(contactId: string): Resource<readonly Alert[]> {
  return resource(
    `alerts of contact ${contactId}`,
    async () => {
      const { data } = await api().alerts.list({ contactId, limit: NEWEST });
      return data;
    },
    ['incidents', `alert-contact ${contactId}`],
  );
}

export function alertsOfIncident(incidentId: string): Resource<Decisions> {
  return resource(
    `alerts of incident ${incidentId}`,
    async () => {
      const alerts: Alert[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const { data, nextCursor } = await api().alerts.list({ incidentId, cursor, limit: PAGE_SIZE });
        alerts.push(...data);
        if (nextCursor === null) return { alerts, hasMore: false };
        cursor = nextCursor;
      }
      return { alerts, hasMore: true };
    },
    [`incident ${incidentId}`],
  );
}

/** The rehearsal that was started here. It goes on while the reader looks at another screen. */
export function rehearsalResource(): Resource<RehearsalState> {
  const found: Resource<RehearsalState> = resource('rehearsal', async () => {
    const state = found.value.peek() ?? {};
    if (state.rehearsal === undefined || !isRunning(state)) return state;
    return looked(state, await api().rehearsals.get(state.rehearsal.id));
  });
  return found;
}
