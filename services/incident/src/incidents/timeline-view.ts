// Decides what a viewer, who does not see addresses, reads in the timeline of an incident.

import type { IncidentDetail, IncidentTimelineType } from '@vedette/contract';
import { withoutAddresses } from '../recipients/masked-address.ts';

/** What names contacts. The other entries are what checks found and what people wrote. */
const ABOUT_CONTACTS: ReadonlySet<IncidentTimelineType> = new Set([
  'ALERT_SENT',
  'ALERT_FAILED',
  'ALERT_SUPPRESSED',
  'ACKNOWLEDGED',
]);

export function viewersIncident(
  incident: IncidentDetail,
  contacts: Parameters<typeof withoutAddresses>[1],
): IncidentDetail {
  const timeline = incident.timeline.map((entry) =>
    ABOUT_CONTACTS.has(entry.type) ? { ...entry, message: withoutAddresses(entry.message, contacts) } : entry,
  );
  return { ...incident, timeline };
}
