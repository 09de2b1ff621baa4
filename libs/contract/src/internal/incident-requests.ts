import type { ContactTest } from '../resources/contact-test.ts';
import type { Incident, IncidentDetail } from '../resources/incident.ts';
import type { AddedContact, AlertContact, ContactAttachment, ContactChange, ContactCreate } from './alert-contacts.ts';
import { internalRequest } from './internal-request.ts';
import type { MaintenanceNotice } from './maintenance.ts';
import type { OutageFact, PausedMonitor } from './monitor-facts.ts';

/** What an event says of an entry of a timeline. */
export interface TimelineWords extends Pick<IncidentDetail['timeline'][number], 'type' | 'message'> {
  readonly incidentId: string;
}

/** What the incident service answers. */
export const incidentRequests = {
  /** Applies an outage now; answers when its incident is visible. */
  applyOutage: internalRequest<{ organizationId: string; outage: OutageFact }, null>('incident', 'applyOutage', [
    'monitor',
  ]),
  /** Tells contacts nothing more of paused monitors; answers when that holds. The events of the pauses may come later. */
  pauseMonitorAlerts: internalRequest<{ organizationId: string; monitors: PausedMonitor[] }, null>(
    'incident',
    'pauseMonitorAlerts',
    ['monitor'],
  ),
  /** Erases the incidents of a deleted monitor, and ignores facts about it that arrive later. */
  forgetMonitorIncidents: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'incident',
    'forgetMonitorIncidents',
    ['monitor'],
  ),
  /** Makes a window suppress alerts from now on; the event of the window repeats the same fact. */
  applyMaintenance: internalRequest<MaintenanceNotice, null>('incident', 'applyMaintenance', ['status-page']),
  /** Refuses addresses that cannot be alerted and monitors that do not exist; the error names the field. */
  addContact: internalRequest<ContactCreate, AddedContact>('incident', 'addContact', ['account']),
  listContacts: internalRequest<{ organizationId: string }, { contacts: AlertContact[] }>('incident', 'listContacts', [
    'account',
  ]),
  /** What the contact is told of ongoing outages is decided again at once. */
  changeContact: internalRequest<ContactChange, AlertContact>('incident', 'changeContact', ['account']),
  attachContact: internalRequest<ContactAttachment, AlertContact>('incident', 'attachContact', ['account']),
  removeContact: internalRequest<{ contactId: string }, AlertContact>('incident', 'removeContact', ['account']),
  /** Sends a test message now, and says what the receiver answered. */
  testContact: {
    ...internalRequest<{ contactId: string }, ContactTest>('incident', 'testContact', ['account']),
    deadlineMs: 20_000,
    lane: 'long',
  },
  /** Incidents that have not ended, newest first, and how many there are. */
  listOngoingIncidents: internalRequest<
    { organizationId: string; limit: number },
    { incidents: Incident[]; total: number }
  >('incident', 'listOngoingIncidents', ['monitor']),
  /** The messages of these entries of timelines, in their order, as somebody who sees masks reads them: without addresses of contacts. */
  maskedMessages: internalRequest<{ organizationId: string; entries: TimelineWords[] }, { messages: string[] }>(
    'incident',
    'maskedMessages',
    ['webhook-dispatcher'],
  ),
} as const;
