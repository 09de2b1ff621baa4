import type { ContactSettings, ContactState, ContactType } from '../values/contact-type.ts';

/** A recipient of alerts, as the operator sees it. */
export interface AlertContact extends ContactSettings {
  id: string;
  organizationId: string;
  type: ContactType;
  /** Null when the contact has no name. */
  name: string | null;
  /** Masked where it is a secret. */
  to: string;
  state: ContactState;
  /** Monitors created after this time are attached; `before` applies to older ones. Both have exceptions. */
  monitors: { since: string; before: 'ALL' | 'NONE'; attached: string[]; detached: string[] };
  createdAt: string;
}

export interface ContactCreate {
  organizationId: string;
  type: ContactType;
  to: string;
  /** Null where the type needs none, or where one is made. */
  secret: string | null;
  name: string | null;
  monitors: 'ALL' | 'NONE' | string[];
  /** Settings that are left out get the default of the type. */
  settings: Partial<ContactSettings>;
}

/** `secret` is the one that was made, or given, for a webhook; null for all other types. */
export type AddedContact = AlertContact & { secret: string | null };

export interface ContactChange {
  contactId: string;
  settings: Partial<ContactSettings>;
}

export interface ContactAttachment {
  contactId: string;
  attached: boolean;
  monitors: 'ALL' | string[];
}
