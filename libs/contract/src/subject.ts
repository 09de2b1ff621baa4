/** The subjects and deadlines of requests. This file imports no schemas, so that it loads fast. */

export type ServiceName = 'account' | 'monitor' | 'incident' | 'status-page' | 'webhook-dispatcher';

/** The time in which a service must answer when an operation does not say otherwise. */
export const DEFAULT_DEADLINE_MS = 5_000;

/** The NATS subject on which a service answers an operation. */
export function operationSubject(service: ServiceName | 'gateway', operationId: string): string {
  return `vedette.rpc.${service}.${operationId}`;
}

/**
 * The subject on which a receiver fetches the parts of a parcel from the process that keeps it. That process subscribes
 * with `*` as the parcel; the permission of its service has `*` as the replica too.
 */
export function partsSubject(service: string, replica: string, parcel: string): string {
  return `vedette.parts.${service}.${replica}.${parcel}`;
}

/** The services, each of which connects to NATS with its own user. */
export const SERVICE_USERS = [
  'gateway',
  'account',
  'monitor',
  'checker-worker',
  'incident',
  'status-page',
  'webhook-dispatcher',
] as const;

/** The user of workers in other regions, which reach NATS through a leaf node. They answer no requests of services. */
export const REGION_WORKER = 'region-worker';

export const NATS_USERS = [...SERVICE_USERS, REGION_WORKER] as const;

export type NatsUser = (typeof NATS_USERS)[number];

/** The JetStream domain of the central servers: a leaf node forwards a request to JetStream only if it names a domain. */
export const JETSTREAM_DOMAIN = 'vedette';

/** The prefix of a user's requests to JetStream. */
export function jetstreamApi(user: string): string {
  return user === REGION_WORKER ? `$JS.${JETSTREAM_DOMAIN}.API` : '$JS.API';
}

/** The subject for the answers to a user's requests; no other user may subscribe to it. */
export function inboxPrefix(user: string): string {
  return `_INBOX_${user}`;
}

/** Where the answers to one request arrive. Only the service that is asked may send there: its name is in the subject. */
export function answerSubject(inbox: string, subject: string, request: string): string {
  return `${inbox}.${answererOf(subject)}.${request}`;
}

/** All requests and parts of parcels name who answers, such as `vedette.rpc.monitor.getMonitor`. */
function answererOf(subject: string): string {
  return subject.split('.', 3)[2] ?? 'any';
}
