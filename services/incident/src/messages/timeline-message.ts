// Decides how the timeline says what happened, to readers who see the addresses of contacts and to those who see masks.
import { durationWords, type AlertKind, type ContactType, type IncidentTimelineType } from '@vedette/contract';
import { labelOf, type Addressee, type ContactLabel } from './contact-label.ts';
import { oneLine } from './one-line.ts';
import type { Happened } from './timeline-entry.ts';

/** An entry as it is stored. `message` is the sentence of one that was written before entries were data. */
export interface StoredEntry {
  readonly type: IncidentTimelineType;
  readonly what: Happened | null;
  readonly message: string;
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
const SUPPRESSED_BECAUSE: Readonly<Record<Extract<Happened, { kind: 'SUPPRESSED' }>['reason'], string>> = {
  ACKNOWLEDGED: 'somebody had acknowledged the outage before',
  DELAY: 'the outage ended before its delay',
  QUIET_HOURS: 'the outage ended in its quiet hours',
  UNCONFIRMED: 'the owner of the address had not confirmed it',
};
/** All that readers of masks see of sentences whose names are not known as data. */
const NAMELESS: Partial<Readonly<Record<IncidentTimelineType, string>>> = {
  ACKNOWLEDGED: 'Acknowledged',
  ALERT_SENT: 'A contact was told',
  ALERT_FAILED: 'A contact could not be told',
  ALERT_SUPPRESSED: 'A contact was not told',
};

export function entryMessage({ type, what, message }: StoredEntry, seesMasks: boolean): string {
  if (what !== null) return happenedWords(what, seesMasks);
  return seesMasks ? namelessMessage(type, message) : message;
}

/** Of a sentence that may name a contact, only what it is about. The others are what checks found and people wrote. */
export function namelessMessage(type: IncidentTimelineType, message: string): string {
  return NAMELESS[type] ?? message;
}

/** What a contact learns of the one in whose place it is told. */
export function unreachedWords(contact: Addressee, reason: string | null): string {
  const failure = reason === null ? '' : `: ${reason}`;
  return `${labelOf(contact)} ${MEANS[contact.type]}${failure}`;
}

function happenedWords(what: Happened, seesMasks: boolean): string {
  const label = ({ full, masked }: ContactLabel): string => (seesMasks ? masked : full);
  switch (what.kind) {
    case 'TEXT':
      return what.text;
    case 'ACKNOWLEDGED':
      return what.names.contact === undefined ? 'Acknowledged' : `Acknowledged by ${label(what.names.contact)}`;
    case 'RESOLVED':
      return endWords(what);
    case 'TOLD': {
      const { insteadOf } = what.names;
      const told = toldWords(what, label(what.names.contact));
      return insteadOf === undefined ? told : `${told}, because ${label(insteadOf)} could not be reached`;
    }
    case 'NOT_REACHED': {
      const { news, channel, names, reason, maskedReason } = what;
      const contact = label(names.contact);
      const failed = news === 'REMINDED' ? `remind ${contact}` : `tell ${contact} ${ABOUT[news]}`;
      return `Could not ${failed} ${MEANS[channel]}: ${seesMasks ? maskedReason : reason}`;
    }
    case 'GATHERED': {
      const { news, names, until } = what;
      const time = shown(until);
      return `${label(names.contact)} is told ${ABOUT[news]} at ${time} together with other alerts: it gets many at once`;
    }
    case 'WITHDRAWN':
      return `${label(what.names.contact)} was not told: the monitor was paused`;
    case 'HELD':
      return heldWords(what, label(what.names.contact));
    case 'SUPPRESSED':
      return `${label(what.names.contact)} was not told: ${SUPPRESSED_BECAUSE[what.reason]}`;
    case 'ALL_HELD':
      return allHeldWords(what);
    case 'ALL_SUPPRESSED':
      return `Alert contacts were not told: ${allSuppressedBecause(what)}`;
  }
}

function endWords({ because, seconds }: Extract<Happened, { kind: 'RESOLVED' }>): string {
  switch (because) {
    case 'RECOVERED':
      return `Recovered after ${durationWords(seconds)}`;
    case 'PAUSED':
      return 'Monitor paused';
    case 'TYPE_CHANGED':
      return 'Monitor changed its type';
  }
}

function toldWords({ news, number, channel }: Extract<Happened, { kind: 'TOLD' }>, contact: string): string {
  return news === 'REMINDED'
    ? `Reminded ${contact}${number === 1 ? '' : ` ${number} times`} ${MEANS[channel]}`
    : `Told ${contact} ${ABOUT[news]} ${MEANS[channel]}`;
}

function heldWords({ reason, until }: Extract<Happened, { kind: 'HELD' }>, contact: string): string {
  switch (reason) {
    case 'DELAY':
      return `${contact} is told at ${shown(until)} unless somebody acknowledges before`;
    case 'QUIET_HOURS':
      return `${contact} is not told before ${shown(until)}: it has quiet hours`;
    case 'UNCONFIRMED':
      return `${contact} is not told: the owner of the address has not confirmed it`;
  }
}

function allHeldWords({ reason, until, names: { parent } }: Extract<Happened, { kind: 'ALL_HELD' }>): string {
  switch (reason) {
    case 'MAINTENANCE':
      return `Alert contacts are not told before ${shown(until)}: a maintenance window covers the monitor`;
    case 'PARENT_DOWN': {
      const name = parent === null ? 'another monitor' : oneLine(parent);
      return `Alert contacts are not told while ${name} is down: this one depends on it`;
    }
  }
}

function allSuppressedBecause({ reason, names: { parent } }: Extract<Happened, { kind: 'ALL_SUPPRESSED' }>): string {
  switch (reason) {
    case 'PAUSED':
      return 'the monitor was paused';
    case 'MAINTENANCE':
      return 'the outage came and went in a maintenance window';
    case 'PARENT_DOWN':
      return `the outage ended before ${parent === null ? 'its parent' : oneLine(parent)} was known to be up`;
  }
}

function shown(at: string | null): string {
  return at === null ? 'something changes' : `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
