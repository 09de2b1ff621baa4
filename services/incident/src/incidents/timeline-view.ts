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

export type TimelineWords = Pick<IncidentDetail['timeline'][number], 'type' | 'message'>;
type Contacts = Parameters<typeof withoutAddresses>[1];

export function viewersIncident(incident: IncidentDetail, contacts: Contacts): IncidentDetail {
  const timeline = incident.timeline.map((entry) => ({ ...entry, message: viewersMessage(entry, contacts) }));
  return { ...incident, timeline };
}

/** What a receiver said, if it said something, follows the first colon. */
export function viewersMessage({ type, message }: TimelineWords, contacts: Contacts): string {
  if (!ABOUT_CONTACTS.has(type)) return message;
  const [ours = '', ...theirs] = message.split(COLON);
  return [withoutAddresses(ours, contacts), ...theirs.map((each) => withoutQuotedAddresses(each, contacts))].join(
    COLON,
  );
}
