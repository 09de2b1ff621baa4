import type { KeyCaller, Person, PlanLimits, Role, Subscription } from '../caller.ts';

export interface KeyCredential {
  kind: 'key';
  name: string;
  caller: KeyCaller;
  /** ISO 8601; null: never. Whoever keeps the answer judges the expiry again. */
  expiresAt: string | null;
}

/** A person who is signed in. The organization is chosen by each request. */
export interface SessionCredential {
  kind: 'session';
  sessionId: string;
  person: Person;
  /** The organization that the person used last comes first. */
  memberships: SessionMembership[];
  expiresAt: string;
}

export interface SessionMembership {
  organizationId: string;
  name: string;
  role: Role;
  plan: PlanLimits;
  subscription: Subscription;
}

/** What the account service says about a credential that may be used now. */
export type Credential = KeyCredential | SessionCredential;

export interface CredentialQuery {
  hashes: string[];
  /** True if nobody uses the credentials at this moment: a gateway asks whether their streams may stay open. */
  isWatching?: boolean;
}

export interface KeyUse {
  keyId: string;
  at: string;
  /** The address of the client. */
  from?: string;
}

/** Sent to all gateways when a key, or what a person may do, has changed. A lost message only costs time. */
export type CredentialChange = { keyId: string } | { personId: string };
