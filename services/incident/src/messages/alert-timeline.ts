// Decides how the timeline says which contacts were told, could not be told, or were not told on purpose.

import type { ContactType } from '@vedette/contract';
import type { TimelineEntry } from '../timeline-message.ts';

export type AlertKind = 'OPENED' | 'RESOLVED';

export interface Addressee {
  readonly type: ContactType;
  readonly name: string | null;
  readonly address: string;
}

const NEWS: Readonly<Record<AlertKind, string>> = { OPENED: 'of the outage', RESOLVED: 'of its end' };
const MEANS: Readonly<Record<ContactType, string>> = { EMAIL: 'by email', WEBHOOK: 'by webhook' };

export function alertSent(contact: Addressee, kind: AlertKind, at: Date): TimelineEntry {
  return { at, type: 'ALERT_SENT', message: `Told ${labelOf(contact)} ${NEWS[kind]} ${MEANS[contact.type]}` };
}

export function alertFailed(contact: Addressee, kind: AlertKind, reason: string, at: Date): TimelineEntry {
  const message = `Could not tell ${labelOf(contact)} ${NEWS[kind]} ${MEANS[contact.type]}: ${reason}`;
  return { at, type: 'ALERT_FAILED', message };
}

export function alertHeld(until: Date, at: Date): TimelineEntry {
  return {
    at,
    type: 'ALERT_SUPPRESSED',
    message: `Alert contacts are not told before ${shown(until)}: a maintenance window covers the monitor`,
  };
}

export function alertSpared(because: 'maintenance' | 'pause', at: Date): TimelineEntry {
  const reason = because === 'pause' ? 'the monitor was paused' : 'the outage came and went in a maintenance window';
  return { at, type: 'ALERT_SUPPRESSED', message: `Alert contacts were not told: ${reason}` };
}

export function alertWithdrawn(contact: Addressee, at: Date): TimelineEntry {
  return { at, type: 'ALERT_SUPPRESSED', message: `${labelOf(contact)} was not told: the monitor was paused` };
}

/** Shows only the host of a webhook, because readers of the timeline must not be able to post to it. */
export function labelOf({ type, name, address }: Addressee): string {
  if (name !== null) return name;
  return type === 'WEBHOOK' && URL.canParse(address) ? new URL(address).host : address;
}

function shown(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
