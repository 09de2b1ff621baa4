// Decides the NATS permissions of each service's user: exactly the subjects that the contract says the service uses.

import { AUDITED_SERVICES, auditSubject } from '../audit.ts';
import { emitterOf, eventSubject, EVENT_TYPES } from '../event-types.ts';
import { erasureRequests } from '../internal/erasure-requests.ts';
import type { InternalRequest } from '../internal/internal-request.ts';
import { internal } from '../internal/internal.ts';
import { parkedRequests } from '../internal/parked-requests.ts';
import type { Operation } from '../operation.ts';
import { servedOperations } from '../operations/served-operations.ts';
import { consumers, streams, subjects, type ConsumerDefinition, type StreamDefinition } from '../streams.ts';
import {
  answerSubject,
  inboxPrefix,
  jetstreamApi,
  partsSubject,
  REGION_WORKER,
  SERVICE_USERS,
  type NatsUser,
} from '../subject.ts';

/** A subject with its publishers and subscribers; the consumers of a stream are not subscribers. */
export interface Flow {
  readonly subject: string;
  readonly publishers: readonly NatsUser[];
  readonly subscribers: readonly NatsUser[];
}

export interface NatsPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** How many answers the user may send to a received request, and for how long; null: none. */
  readonly responses: { readonly max: number; readonly seconds: number } | null;
}

/**
 * For a roll call, which does not name who answers, and for the requests of the previous version. The server remembers
 * every message that a client with such a permission receives, those of streams too, and searches through all of them
 * when they are more than 4,096. What names its answerer therefore needs no such permission, however long it takes.
 */
const RESPONSE_SECONDS = 5;

const WORKERS = ['checker-worker', REGION_WORKER] as const;

/** All of our subjects. */
export function flows(): Flow[] {
  return [
    ...Object.values<Operation>(servedOperations).map((operation): Flow => ({
      subject: operation.subject,
      publishers: ['gateway'],
      subscribers: [operation.service],
    })),
    ...requests().map(({ subject, callers }): Flow => ({
      subject,
      publishers: callers,
      subscribers: [answererOf(subject)],
    })),
    ...EVENT_TYPES.flatMap((type): Flow[] => {
      const emitter = emitterOf(type);
      return emitter === null ? [] : [{ subject: eventSubject(type), publishers: [emitter], subscribers: [] }];
    }),
    ...AUDITED_SERVICES.map((service): Flow => ({
      subject: auditSubject(service),
      publishers: [service],
      subscribers: [],
    })),
    ...Object.values(subjects.checkJobs).map((subject): Flow => ({
      subject,
      publishers: ['monitor'],
      subscribers: [],
    })),
    { subject: subjects.checkResults, publishers: WORKERS, subscribers: [] },
    { subject: subjects.workerPresence, publishers: WORKERS, subscribers: ['monitor', ...WORKERS] },
    { subject: subjects.confirmCheck('*'), publishers: WORKERS, subscribers: WORKERS },
    { subject: subjects.confirmation('*'), publishers: WORKERS, subscribers: WORKERS },
    { subject: subjects.credentialChanged, publishers: ['account'], subscribers: ['gateway'] },
    { subject: subjects.deliveriesDue, publishers: ['webhook-dispatcher'], subscribers: ['webhook-dispatcher'] },
    { subject: subjects.pagesChanged, publishers: ['status-page'], subscribers: ['status-page'] },
    { subject: subjects.feed('*'), publishers: ['webhook-dispatcher'], subscribers: ['gateway'] },
    { subject: subjects.rollCall, publishers: ['account'], subscribers: SERVICE_USERS },
    ...SERVICE_USERS.map((user): Flow => ({
      subject: partsSubject(user, '*', '*'),
      publishers: SERVICE_USERS,
      subscribers: [user],
    })),
  ];
}

/** Requests between services, and those of the operator's command line. */
function requests(): InternalRequest<unknown, unknown>[] {
  const parked = Object.values(parkedRequests).flatMap(({ list, replay }) => [list, replay]);
  return [...Object.values(internal), ...parked, ...Object.values(erasureRequests)];
}

export function natsPermissions(user: NatsUser): NatsPermissions {
  const all = flows();
  const published = all.filter(({ publishers }) => publishers.includes(user)).map(({ subject }) => subject);
  const subscribed = all.filter(({ subscribers }) => subscribers.includes(user)).map(({ subject }) => subject);
  return {
    publish: [...published, ...answers(user), ...streamRequests(user), ...consumerRequests(user)],
    subscribe: [`${inboxPrefix(user)}.>`, ...subscribed],
    responses: responsesOf(user),
  };
}

/** To requests that name this service as the one that answers. */
function answers(user: NatsUser): string[] {
  if (user === REGION_WORKER) return [];
  return SERVICE_USERS.map((caller) => answerSubject(inboxPrefix(caller), `vedette.rpc.${user}`, '>'));
}

function responsesOf(user: NatsUser): NatsPermissions['responses'] {
  if (user === REGION_WORKER) return null;
  // Workers of the previous version answer a confirmation in an inbox: that they accept, then with their attempt.
  return { max: user === 'checker-worker' ? 2 : 1, seconds: RESPONSE_SECONDS };
}

/** Every user reports how many messages wait in the work queues; only keepers create and change streams. */
function streamRequests(user: NatsUser): string[] {
  const api = jetstreamApi(user);
  const all = Object.values<StreamDefinition>(streams);
  const reported = user === REGION_WORKER ? all.filter(({ retention }) => retention === 'workqueue') : all;
  const kept = all.filter(({ keepers }) => keepers.includes(user));
  // A service that sends facts or has a consumer compares the messages that it sent or saw with those in the stream.
  const consumed = Object.values<ConsumerDefinition>(consumers).filter(({ service }) => service === user);
  const compared = all.filter(
    (stream) =>
      (kept.includes(stream) && stream.retention === 'limits') ||
      consumed.some((consumer) => consumer.stream.name === stream.name),
  );
  return [
    ...reported.map(({ name }) => `${api}.STREAM.INFO.${name}`),
    ...kept.flatMap(({ name }) => [`${api}.STREAM.CREATE.${name}`, `${api}.STREAM.UPDATE.${name}`]),
    ...compared.map(({ name }) => `${api}.STREAM.MSG.GET.${name}`),
  ];
}

/** The subject that creates a consumer includes its filter, so the permission allows only the contract's filter. */
function consumerRequests(user: NatsUser): string[] {
  const api = jetstreamApi(user);
  const all = Object.values<ConsumerDefinition>(consumers);
  const own = all.filter(({ service }) => service === user);
  const watched = all.filter(({ watchers }) => watchers?.includes(user));
  const pulled = all.filter(({ pullers }) => pullers?.includes(user));
  return [
    ...own.flatMap(({ stream, name, subject }) => [
      `${api}.CONSUMER.CREATE.${stream.name}.${name}.${subject}`,
      `${api}.CONSUMER.DELETE.${stream.name}.${name}`,
    ]),
    ...[...own, ...pulled].flatMap(({ stream, name }) => [
      `${api}.CONSUMER.INFO.${stream.name}.${name}`,
      `${api}.CONSUMER.MSG.NEXT.${stream.name}.${name}`,
      `$JS.ACK.${stream.name}.${name}.>`,
      // The form of servers that put the domain and the account before the stream.
      `$JS.ACK.*.*.${stream.name}.${name}.>`,
    ]),
    ...watched.map(({ stream, name }) => `${api}.CONSUMER.INFO.${stream.name}.${name}`),
  ];
}

function answererOf(subject: string): NatsUser {
  const user = SERVICE_USERS.find((each) => subject.startsWith(`vedette.rpc.${each}.`));
  if (user === undefined) throw new Error(`No service answers on ${subject}`);
  return user;
}
