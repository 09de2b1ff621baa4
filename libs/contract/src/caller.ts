export type Access = 'FULL' | 'READ_ONLY';
export type Subscription = 'ACTIVE' | 'PAST_DUE' | 'CANCELED';

/** What the plan of an organization allows. */
export interface PlanLimits {
  name: string;
  monitors: number;
  fastestIntervalSeconds: number;
  statusPages: number;
  webhookEndpoints: number;
}

/** Who asks: the organization of the key that was used, and what it may do. */
export interface Caller {
  organizationId: string;
  keyId: string;
  access: Access;
  plan: PlanLimits;
  subscription: Subscription;
}

/** Binds a mutation to its Idempotency-Key; the owner of the resource stores its response under it. */
export interface Idempotency {
  key: string;
  fingerprint: string;
  /** When the first request with this key came in, ISO 8601; the replay window counts from here. */
  createdAt: string;
}

/** What every request to a service carries beside its input. */
export interface RequestContext {
  requestId: string;
  /** Absent when a service asks another one. */
  caller?: Caller;
  /** The organization that a service asks another one for; absent when it asks on its own behalf. */
  onBehalfOf?: string;
  idempotency?: Idempotency;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  deadlineAt: number;
}
