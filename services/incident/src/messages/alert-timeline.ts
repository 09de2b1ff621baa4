// Decides how the timeline says which contacts were told, could not be told, or were not told on purpose.

import type { AlertKind, AlertReason, ContactType } from '@vedette/contract';
import type { TimelineEntry } from './timeline-message.ts';
import { oneLine } from './one-line.ts';

export interface Addressee {
  readonly type: ContactType;
  readonly name: string | null;
  readonly address: string;
}

/** One piece of news for one contact. */
export interface News {
  readonly kind: AlertKind;
  /** Counts reminders. */
  readonly number: number;
}

export interface DecisionAbout {
  readonly contact: Addressee;
  readonly outcome: 'TOLD' | 'HELD' | 'SUPPRESSED';
  readonly reason: AlertReason | null;
  readonly until: Date | null;
  /** The name of the monitor on which this one depends. */
  readonly parent: string | null;
}

const ABOUT: Readonly<Record<Exclude<AlertKind, 'REMINDED'>, string>> = {
  OPENED: 'of the outage',
  ACKNOWLEDGED: 'of the acknowledgement',
  RESOLVED: 'of its end',
};
const MEANS: Readonly<Record<ContactType, string>> = {
  EMAIL: 'by email',
  WEBHOOK: 'by webhook',
  SLACK: 'by Slack',
  DISCORD: 'by Discord',
  TEAMS: 'by Teams',
  TELEGRAM: 'by Telegram',
  PAGERDUTY: 'by PagerDuty',
  NTFY: 'by ntfy',
};

/** `unreached`: the contact in whose place this one was told. */
export function alertSent(
  contact: Addressee,
  { kind, number }: News,
  at: Date,
  unreached: Addressee | null = null,
): TimelineEntry {
  const means = MEANS[contact.type];
  const told =
    kind === 'REMINDED'
      ? `Reminded ${labelOf(contact)}${number === 1 ? '' : ` ${number} times`} ${means}`
      : `Told ${labelOf(contact)} ${ABOUT[kind]} ${means}`;
  const message = unreached === null ? told : `${told}, because ${labelOf(unreached)} could not be reached`;
  return { at, type: 'ALERT_SENT', message };
}

/** What a contact learns of the one in whose place it is told. */
export function unreachedWords(contact: Addressee, reason: string | null): string {
  const failure = reason === null ? '' : `: ${reason}`;
  return `${labelOf(contact)} ${MEANS[contact.type]}${failure}`;
}

/** The message of the entry that this one takes the place of: reminders are one entry that counts. */
export function replacedMessage(contact: Addressee, { kind, number }: News, at: Date): string | null {
  return kind === 'REMINDED' && number > 1 ? alertSent(contact, { kind, number: number - 1 }, at).message : null;
}

export function alertFailed(contact: Addressee, { kind }: News, reason: string, at: Date): TimelineEntry {
  const what = kind === 'REMINDED' ? `remind ${labelOf(contact)}` : `tell ${labelOf(contact)} ${ABOUT[kind]}`;
  return { at, type: 'ALERT_FAILED', message: `Could not ${what} ${MEANS[contact.type]}: ${reason}` };
}

/** Said when it turns out that the contact gets many alerts at once. */
export function alertGathered(contact: Addressee, kind: Exclude<AlertKind, 'REMINDED'>, until: Date): string {
  const at = shown(until);
  return `${labelOf(contact)} is told ${ABOUT[kind]} at ${at} together with other alerts: it gets many at once`;
}

export function alertWithdrawn(contact: Addressee, at: Date): TimelineEntry {
  return { at, type: 'ALERT_SUPPRESSED', message: `${labelOf(contact)} was not told: the monitor was paused` };
}

/** What concerns the monitor is said once for all contacts; what is a contact's own, for each of them. */
export function decisionEntries(decisions: readonly DecisionAbout[], at: Date): TimelineEntry[] {
  const messages = decisions.flatMap((decision) => {
    const message = messageOf(decision);
    return message === undefined ? [] : [message];
  });
  return [...new Set(messages)].map((message) => ({ at, type: 'ALERT_SUPPRESSED', message }));
}

/** Undefined for what is told, which is said when it is sent, and for contacts that the outage does not concern. */
function messageOf({ contact, outcome, reason, until, parent }: DecisionAbout): string | undefined {
  if (reason === null || outcome === 'TOLD') return undefined;
  const label = labelOf(contact);
  const isHeld = outcome === 'HELD';
  const parentName = parent === null ? null : oneLine(parent);
  switch (reason) {
    case 'NOT_ATTACHED':
    case 'TYPE':
    case 'STANDS_IN':
    case 'STORM':
      return undefined;
    case 'PAUSED':
      return 'Alert contacts were not told: the monitor was paused';
    case 'MAINTENANCE':
      return isHeld
        ? `Alert contacts are not told before ${shown(until)}: a maintenance window covers the monitor`
        : 'Alert contacts were not told: the outage came and went in a maintenance window';
    case 'PARENT_DOWN':
      // A check decides soon.
      if (isHeld && until !== null) return undefined;
      return isHeld
        ? `Alert contacts are not told while ${parentName ?? 'another monitor'} is down: this one depends on it`
        : `Alert contacts were not told: the outage ended before ${parentName ?? 'its parent'} was known to be up`;
    case 'ACKNOWLEDGED':
      return `${label} was not told: somebody had acknowledged the outage before`;
    case 'DELAY':
      return isHeld
        ? `${label} is told at ${shown(until)} unless somebody acknowledges before`
        : `${label} was not told: the outage ended before its delay`;
    case 'QUIET_HOURS':
      return isHeld
        ? `${label} is not told before ${shown(until)}: it has quiet hours`
        : `${label} was not told: the outage ended in its quiet hours`;
    case 'UNCONFIRMED':
      return isHeld
        ? `${label} is not told: the owner of the address has not confirmed it`
        : `${label} was not told: the owner of the address had not confirmed it`;
  }
}

/** Shows nothing of an address by which readers of the timeline could post: of a URL the host alone. */
export function labelOf({ type, name, address }: Addressee): string {
  if (name !== null) return oneLine(name);
  if (type === 'EMAIL') return address;
  if (type === 'PAGERDUTY') return 'a service';
  return type !== 'TELEGRAM' && URL.canParse(address) ? new URL(address).host : `the chat ${address}`;
}

function shown(at: Date | null): string {
  return at === null ? 'something changes' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
