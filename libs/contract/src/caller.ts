export type Access = 'FULL' | 'READ_ONLY';
export type Subscription = 'ACTIVE' | 'PAST_DUE' | 'CANCELED';

/** From the role that may least to the role that may most. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof ROLES)[number];

/** What the plan of an organization allows. */
export interface PlanLimits {
  name: string;
  monitors: number;
  fastestIntervalSeconds: number;
  statusPages: number;
  webhookEndpoints: number;
  /** Those that are not completed. */
  maintenanceWindows: number;
}

/** The organization that a client acts in. */
interface ActingIn {
  organizationId: string;
  plan: PlanLimits;
  subscription: Subscription;
}

/** The organization of an API key, and what the key may do. */
export interface KeyCaller extends ActingIn {
  keyId: string;
  access: Access;
}

/** The organization that a person has chosen, and what the person may do in it. */
export interface SessionCaller extends ActingIn {
  role: Role;
}

export type Caller = KeyCaller | SessionCaller;

export interface Person {
  id: string;
  name: string;
  email: string;
}

/** The session that a request presents. */
export interface RequestSession {
  id: string;
  person: Person;
}

export interface NewSession {
  /** The SHA-256, in base64, of its token; the token itself stays between the gateway and the browser. */
  hash: string;
  /** What the browser calls itself. */
  userAgent: string | null;
}

/** Whoever changes something, with the name that they have at that time. */
export type Actor =
  | { readonly kind: 'person'; readonly id: string; readonly name: string }
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  /** Somebody at the command line, by the name of their Unix user. */
  | { readonly kind: 'operator'; readonly user: string }
  /** Somebody who followed a link in an alert or in a confirmation mail: the contact that got it, as timelines call it. */
  | { readonly kind: 'link'; readonly id: string; readonly name: string }
  /** Nobody whom we know, such as the sender of an unknown sign-in link. */
  | { readonly kind: 'nobody' };

/** Binds a mutation to its Idempotency-Key; the service that owns the resource stores its response under the key. */
export interface Idempotency {
  key: string;
  fingerprint: string;
  /** When the first request with this key came in, ISO 8601; the replay window counts from here. */
  createdAt: string;
}

/** The context that every request to a service carries in addition to its input. */
export interface RequestContext {
  requestId: string;
  /** Absent when a service sends the request, and when a client acts in no organization. */
  caller?: Caller;
  /** Present if the answer masks secrets from the caller (`masks.ts`). */
  seesMasks?: true;
  /** Only in requests of people through the console. */
  session?: RequestSession;
  /** For the session that the operation starts. */
  newSession?: NewSession;
  /** Whoever sends a write; only in writes that leave a line in the audit log. */
  actor?: Actor;
  /** The address of the client; in its writes, for the audit log, and where it needs no credential, for the limits of it. */
  sourceAddress?: string;
  /** The organization on whose behalf a service sends the request; absent when it asks on its own behalf. */
  onBehalfOf?: string;
  idempotency?: Idempotency;
  /** Milliseconds since the epoch; after this instant the caller no longer waits for the answer. */
  deadlineAt: number;
}
