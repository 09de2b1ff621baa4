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
}

/** The caller: the organization of the API key, and what the key may do. */
export interface Caller {
  organizationId: string;
  keyId: string;
  access: Access;
  plan: PlanLimits;
  subscription: Subscription;
}

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
  /** Absent when a service sends the request. */
  caller?: Caller;
  /** The organization on whose behalf a service sends the request; absent when it asks on its own behalf. */
  onBehalfOf?: string;
  idempotency?: Idempotency;
  /** Milliseconds since the epoch; after this instant the caller no longer waits for the answer. */
  deadlineAt: number;
}
