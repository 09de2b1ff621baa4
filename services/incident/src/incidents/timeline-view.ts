// Decides what somebody who sees addresses masked reads in the timeline of an incident.

import type { IncidentDetail, IncidentTimelineType, TimelineWords } from '@vedette/contract';
import { withoutAddresses, withoutQuotedAddresses, type HiddenPart } from '../messages/masked-address.ts';

/** What names contacts. The other entries are what checks found and what people wrote. */
const ABOUT_CONTACTS: ReadonlySet<IncidentTimelineType> = new Set([
  'ALERT_SENT',
  'ALERT_FAILED',
  'ALERT_SUPPRESSED',
  'ACKNOWLEDGED',
]);

const COLON = ': ';

export function maskedIncident(incident: IncidentDetail, hidden: readonly HiddenPart[]): IncidentDetail {
  const timeline = incident.timeline.map((entry) => ({ ...entry, message: maskedMessage(entry, hidden) }));
  return { ...incident, timeline };
}

/** What a receiver said, if it said something, follows the first colon. */
export function maskedMessage({ type, message }: TimelineWords, hidden: readonly HiddenPart[]): string {
  if (!ABOUT_CONTACTS.has(type)) return message;
  const [ours = '', ...theirs] = message.split(COLON);
  return [withoutAddresses(ours), ...theirs.map((each) => withoutQuotedAddresses(each, hidden))].join(COLON);
}
