// Decides what the timeline of an incident keeps: what happened, as data. timeline-message.ts puts it into words.
import type { AlertKind, AlertReason, ContactType, IncidentTimelineType, OutageFact } from '@vedette/contract';
import { contactLabel, type Addressee, type ContactLabel } from './contact-label.ts';

export interface TimelineEntry {
  readonly at: Date;
  readonly type: IncidentTimelineType;
  readonly what: Happened;
}

/** `names` is what contacts and monitors were called then. Two entries that differ in names alone say the same. */
export type Happened =
  /** What a check found, or what people wrote. */
  | { readonly kind: 'TEXT'; readonly text: string }
  /** Without a contact: by a person or a key, whom the audit log names. */
  | { readonly kind: 'ACKNOWLEDGED'; readonly contactId: string | null; readonly names: Partial<ContactName> }
  | { readonly kind: 'RESOLVED'; readonly because: OutageEnd['because']; readonly seconds: number }
  | (AboutContact & {
      readonly kind: 'TOLD';
      readonly news: AlertKind;
      /** Counts reminders. */
      readonly number: number;
      /** The contact in whose place this one was told. */
      readonly insteadOfId: string | null;
      readonly names: ContactName & { readonly insteadOf?: ContactLabel };
    })
  | (AboutContact & {
      readonly kind: 'NOT_REACHED';
      readonly news: AlertKind;
      /** Why. It may quote the receiver. */
      readonly reason: string;
      /** The same without any word of the receiver. */
      readonly maskedReason: string;
    })
  /** It is told later, together with others. */
  | (AboutContact & { readonly kind: 'GATHERED'; readonly news: GatheredKind; readonly until: string | null })
  /** What was to be told was cancelled. */
  | (AboutContact & { readonly kind: 'WITHDRAWN' })
  /** The contact is told later. */
  | (AboutContact & { readonly kind: 'HELD'; readonly reason: HeldReason; readonly until: string | null })
  /** The contact is not told. */
  | (AboutContact & { readonly kind: 'SUPPRESSED'; readonly reason: HeldReason | 'ACKNOWLEDGED' })
  /** The same for all contacts, for a reason that concerns the monitor. */
  | {
      readonly kind: 'ALL_HELD';
      readonly reason: CommonReason;
      readonly until: string | null;
      readonly names: ParentName;
    }
  | { readonly kind: 'ALL_SUPPRESSED'; readonly reason: CommonReason | 'PAUSED'; readonly names: ParentName };

type OutageEnd = NonNullable<OutageFact['resolved']>;

interface ContactName {
  readonly contact: ContactLabel;
}

interface ParentName {
  readonly parent: string | null;
}

interface AboutContact {
  readonly contactId: string;
  readonly channel: ContactType;
  readonly names: ContactName;
}

/** Reminders are one entry of the timeline, which counts those that were sent. */
export const GATHERED_KINDS = ['OPENED', 'ACKNOWLEDGED', 'RESOLVED'] as const;
export type GatheredKind = (typeof GATHERED_KINDS)[number];

type CommonReason = 'MAINTENANCE' | 'PARENT_DOWN';
type HeldReason = 'DELAY' | 'QUIET_HOURS' | 'UNCONFIRMED';

export interface KnownContact extends Addressee {
  readonly id: string;
}

/** One piece of news for one contact. */
export interface News {
  readonly kind: AlertKind;
  /** Counts reminders. */
  readonly number: number;
}

export interface DecisionAbout {
  readonly contact: KnownContact;
  readonly outcome: 'TOLD' | 'HELD' | 'SUPPRESSED';
  readonly reason: AlertReason | null;
  readonly until: Date | null;
  /** The name of the monitor on which this one depends. */
  readonly parent: string | null;
}

export function opened(fact: OutageFact): TimelineEntry {
  return { at: new Date(fact.startedAt), type: 'OPENED', what: { kind: 'TEXT', text: fact.cause } };
}

export function causeChanged(cause: string, at: Date): TimelineEntry {
  return { at, type: 'CAUSE_CHANGED', what: { kind: 'TEXT', text: cause } };
}

/** `by` is the contact that followed a link; null for people and keys. */
export function acknowledged(at: Date, by: KnownContact | null): TimelineEntry {
  const names = by === null ? {} : { contact: contactLabel(by) };
  return { at, type: 'ACKNOWLEDGED', what: { kind: 'ACKNOWLEDGED', contactId: by?.id ?? null, names } };
}

export function note(text: string, at: Date): TimelineEntry {
  return { at, type: 'NOTE', what: { kind: 'TEXT', text } };
}

/** In whole seconds, never negative: the two times come from different clocks. */
export function resolved(startedAt: Date, { at, because }: OutageEnd): TimelineEntry {
  const endedAt = new Date(at);
  const seconds = Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1_000));
  return { at: endedAt, type: 'RESOLVED', what: { kind: 'RESOLVED', because, seconds } };
}

/** `insteadOf`: the contact in whose place this one was told. */
export function alertSent(contact: KnownContact, { kind, number }: News, insteadOf: KnownContact | null): Happened {
  const { names, ...about } = aboutContact(contact);
  const insteadNames = insteadOf === null ? names : { ...names, insteadOf: contactLabel(insteadOf) };
  return { kind: 'TOLD', ...about, news: kind, number, insteadOfId: insteadOf?.id ?? null, names: insteadNames };
}

export interface Failure {
  readonly reason: string;
  readonly maskedReason: string;
}

export function alertFailed(contact: KnownContact, { kind }: News, { reason, maskedReason }: Failure): Happened {
  return { kind: 'NOT_REACHED', ...aboutContact(contact), news: kind, reason, maskedReason };
}

/** Said when it turns out that the contact gets many alerts at once. */
export function alertGathered(contact: KnownContact, news: GatheredKind, until: Date): Happened {
  return { kind: 'GATHERED', ...aboutContact(contact), news, until: minute(until) };
}

export function alertWithdrawn(contact: KnownContact, at: Date): TimelineEntry {
  return { at, type: 'ALERT_SUPPRESSED', what: { kind: 'WITHDRAWN', ...aboutContact(contact) } };
}

/** What concerns the monitor is said once for all contacts; what is a contact's own, for each of them. */
export function decisionEntries(decisions: readonly DecisionAbout[], at: Date): TimelineEntry[] {
  const said = new Map(
    decisions.flatMap((decision) => {
      const what = decided(decision);
      return what === undefined ? [] : [[JSON.stringify(what), what] as const];
    }),
  );
  return [...said.values()].map((what) => ({ at, type: 'ALERT_SUPPRESSED', what }));
}

/** Undefined for what is told, which is said when it is sent, and for contacts that the outage does not concern. */
function decided({ contact, outcome, reason, until, parent }: DecisionAbout): Happened | undefined {
  if (reason === null || outcome === 'TOLD') return undefined;
  const isHeld = outcome === 'HELD';
  const names = { parent };
  switch (reason) {
    case 'NOT_ATTACHED':
    case 'TYPE':
    case 'STANDS_IN':
    case 'STORM':
      return undefined;
    case 'PAUSED':
      return { kind: 'ALL_SUPPRESSED', reason, names };
    case 'PARENT_DOWN':
      // A check decides soon.
      if (isHeld && until !== null) return undefined;
      return isHeld ? { kind: 'ALL_HELD', reason, until: null, names } : { kind: 'ALL_SUPPRESSED', reason, names };
    case 'MAINTENANCE':
      return isHeld
        ? { kind: 'ALL_HELD', reason, until: minute(until), names }
        : { kind: 'ALL_SUPPRESSED', reason, names };
    case 'ACKNOWLEDGED':
      return { kind: 'SUPPRESSED', ...aboutContact(contact), reason };
    case 'DELAY':
    case 'QUIET_HOURS':
    case 'UNCONFIRMED':
      return isHeld
        ? { kind: 'HELD', ...aboutContact(contact), reason, until: minute(until) }
        : { kind: 'SUPPRESSED', ...aboutContact(contact), reason };
  }
}

/** As exactly as it is shown: what changes by seconds is not said again. */
function minute(at: Date | null): string | null {
  return at === null ? null : `${at.toISOString().slice(0, 16)}Z`;
}

function aboutContact(contact: KnownContact): AboutContact {
  return { contactId: contact.id, channel: contact.type, names: { contact: contactLabel(contact) } };
}
