/** Where requests go and how long they may take. Without the schemas, so that it loads in no time. */

export type ServiceName = 'monitor' | 'incident' | 'status-page' | 'webhook-dispatcher';

/** The time in which a service must answer when an operation does not say otherwise. */
export const DEFAULT_DEADLINE_MS = 5_000;

/** The NATS subject on which a service answers an operation. */
export function operationSubject(service: ServiceName, operationId: string): string {
  return `vedette.rpc.${service}.${operationId}`;
}

/**
 * Where the parts of a large message are fetched from the process that keeps it. With `*` for the parcel it is what that
 * process subscribes to, with `*` for the replica too what its service may subscribe to.
 */
export function partsSubject(service: string, replica: string, parcel: string): string {
  return `vedette.parts.${service}.${replica}.${parcel}`;
}

/** The processes that speak on NATS, each with a user of its own. */
export const NATS_USERS = [
  'gateway',
  'monitor',
  'checker-worker',
  'incident',
  'status-page',
  'webhook-dispatcher',
] as const;

export type NatsUser = (typeof NATS_USERS)[number];

/** Where the answers to a user's own requests come in: nobody else may listen there. */
export function inboxPrefix(user: string): string {
  return `_INBOX_${user}`;
}
