/** The subjects and deadlines of requests. This file imports no schemas, so that it loads fast. */

export type ServiceName = 'monitor' | 'incident' | 'status-page' | 'webhook-dispatcher';

/** The time in which a service must answer when an operation does not say otherwise. */
export const DEFAULT_DEADLINE_MS = 5_000;

/** The NATS subject on which a service answers an operation. */
export function operationSubject(service: ServiceName, operationId: string): string {
  return `vedette.rpc.${service}.${operationId}`;
}

/**
 * The subject on which a receiver fetches the parts of a parcel from the process that keeps it. That process subscribes
 * with `*` as the parcel; the permission of its service has `*` as the replica too.
 */
export function partsSubject(service: string, replica: string, parcel: string): string {
  return `vedette.parts.${service}.${replica}.${parcel}`;
}

/** The processes that connect to NATS, each with its own user. */
export const NATS_USERS = [
  'gateway',
  'monitor',
  'checker-worker',
  'incident',
  'status-page',
  'webhook-dispatcher',
] as const;

export type NatsUser = (typeof NATS_USERS)[number];

/** The subject for the answers to a user's requests; no other user may subscribe to it. */
export function inboxPrefix(user: string): string {
  return `_INBOX_${user}`;
}
