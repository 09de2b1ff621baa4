// Decides what a viewer, who does not see addresses, reads in the timeline of an incident.

import type { IncidentDetail, IncidentTimelineType } from '@vedette/contract';
import { withoutAddresses, withoutQuotedAddresses } from '../recipients/masked-address.ts';

/** What names contacts. The other entries are what checks found and what people wrote. */
const ABOUT_CONTACTS: ReadonlySet<IncidentTimelineType> = new Set([
  'ALERT_SENT',
  'ALERT_FAILED',
  'ALERT_SUPPRESSED',
  'ACKNOWLEDGED',
]);

const COLON = ': ';

export function viewersIncident(
  incident: IncidentDetail,
  contacts: Parameters<typeof withoutAddresses>[1],
): IncidentDetail {
  const timeline = incident.timeline.map((entry) =>
    ABOUT_CONTACTS.has(entry.type) ? { ...entry, message: viewersMessage(entry.message, contacts) } : entry,
  );
  return { ...incident, timeline };
}

/** What a receiver said, if it said something, follows the first colon. */
function viewersMessage(message: string, contacts: Parameters<typeof withoutAddresses>[1]): string {
  const [ours = '', ...theirs] = message.split(COLON);
  return [withoutAddresses(ours, contacts), ...theirs.map((each) => withoutQuotedAddresses(each, contacts))].join(
    COLON,
  );
}
