import { describe, expect, it } from '@jest/globals';
import { AUDITED_SERVICES, auditSubject } from '../audit.ts';
import { emitterOf, eventSubject, EVENT_TYPES } from '../event-types.ts';
import { erasureRequests } from '../internal/erasure-requests.ts';
import { internal } from '../internal/internal.ts';
import { parkedRequests } from '../internal/parked-requests.ts';
import { flows, natsPermissions } from './nats-permissions.ts';
import { servedOperations } from '../operations/served-operations.ts';
import { consumers, streams, subjects, type ConsumerDefinition } from '../streams.ts';
import { NATS_USERS, partsSubject, REGION_WORKER } from '../subject.ts';

/** Matches a subject with a permission as nats-server does. */
function covers(pattern: string, subject: string): boolean {
  const tokens = subject.split('.');
  const wanted = pattern.split('.');
  return wanted.every((token, index) => {
    if (token === '>') return tokens.length > index;
    return tokens[index] !== undefined && (token === '*' || token === tokens[index]);
  })
    ? wanted.at(-1) === '>' || wanted.length === tokens.length
    : false;
}

const users = NATS_USERS.map((user) => ({ user, ...natsPermissions(user) }));
const publishersOf = (subject: string) =>
  users.filter(({ publish }) => publish.some((pattern) => covers(pattern, subject))).map(({ user }) => user);
const subscribersOf = (subject: string) =>
  users.filter(({ subscribe }) => subscribe.some((pattern) => covers(pattern, subject))).map(({ user }) => user);
const consumersOf = (subject: string) =>
  Object.values<ConsumerDefinition>(consumers).filter((consumer) => covers(consumer.subject, subject));

/** The subjects of the contract that workers in another region publish. */
const REGION_SUBJECTS: readonly string[] = [
  subjects.checkResults,
  subjects.workerPresence,
  subjects.confirmCheck('*'),
  subjects.confirmation('*'),
];

describe('every subject of the contract', () => {
  it('is there: operations, requests between services, events and the others', () => {
    const known = new Set(flows().map(({ subject }) => subject));
    const wanted = [
      ...Object.values(servedOperations).map(({ subject }) => subject),
      ...Object.values(internal).map(({ subject }) => subject),
      ...Object.values(erasureRequests).map(({ subject }) => subject),
      ...Object.values(parkedRequests).flatMap(({ list, replay }) => [list.subject, replay.subject]),
      ...EVENT_TYPES.filter((type) => emitterOf(type) !== null).map((type) => eventSubject(type)),
      ...AUDITED_SERVICES.map(auditSubject),
      ...Object.values(subjects).flatMap((subject) => {
        if (typeof subject === 'function') return [subject('*')];
        return typeof subject === 'string' ? [subject] : Object.values(subject);
      }),
    ];
    expect(wanted.filter((subject) => !known.has(subject))).toEqual([]);
  });

  it.each(flows().map(({ subject }) => subject))(
    '%s has somebody who publishes it and somebody who receives it',
    (subject) => {
      expect(publishersOf(subject).length).toBeGreaterThan(0);
      expect(subscribersOf(subject).length + consumersOf(subject).length).toBeGreaterThan(0);
    },
  );

  it.each(flows())(
    '$subject is open to those alone whom the contract names',
    ({ subject, publishers, subscribers }) => {
      expect(publishersOf(subject)).toEqual(NATS_USERS.filter((user) => publishers.includes(user)));
      expect(subscribersOf(subject)).toEqual(NATS_USERS.filter((user) => subscribers.includes(user)));
    },
  );
});

describe('the user of a service', () => {
  it.each([
    ['gateway', 'an operation', 'vedette.rpc.monitor.createMonitor', true],
    ['gateway', 'a request of the operator', internal.addContact.subject, false],
    ['account', 'a request of the operator', internal.addContact.subject, true],
    ['checker-worker', 'the question who presents a key', internal.findCredentials.subject, false],
    ['monitor', 'an operation as if a key had been used', 'vedette.rpc.monitor.createMonitor', false],
    ['checker-worker', 'an operation as if a key had been used', 'vedette.rpc.monitor.createMonitor', false],
    ['checker-worker', 'an outage', internal.applyOutage.subject, false],
    ['checker-worker', 'an event', 'vedette.events.monitor.down', false],
    ['checker-worker', 'a job', subjects.checkJobs.FAST, false],
    ['checker-worker', 'results', subjects.checkResults, true],
    ['monitor', 'results', subjects.checkResults, false],
    ['incident', 'an event of its own', 'vedette.urgent.incident.opened', true],
    ['incident', 'an event of another service', 'vedette.events.monitor.down', false],
    ['incident', 'a line of the audit log', auditSubject('incident'), true],
    ['incident', 'a line of the audit log as if another service had sent it', auditSubject('monitor'), false],
    ['gateway', 'a line of the audit log', auditSubject('monitor'), false],
    ['checker-worker', 'a line of the audit log', auditSubject('monitor'), false],
    [
      'checker-worker',
      'the making of a consumer of events',
      '$JS.API.CONSUMER.CREATE.EVENTS.mine.vedette.events.>',
      false,
    ],
    ['status-page', 'another filter for its consumer', '$JS.API.CONSUMER.CREATE.EVENTS.status-page-monitors.x', false],
    ['checker-worker', 'a message of another stream', '$JS.API.STREAM.MSG.GET.EVENTS', false],
    ['checker-worker', 'a message of a stream that it consumes', '$JS.API.STREAM.MSG.GET.CHECKS', true],
    ['monitor', 'a message of a stream that it consumes', '$JS.API.STREAM.MSG.GET.RESULTS', true],
    ['checker-worker', 'a change of a stream', '$JS.API.STREAM.UPDATE.CHECKS', false],
    ['monitor', 'a change of a stream that it keeps', '$JS.API.STREAM.UPDATE.CHECKS', true],
    ['monitor', 'the end of a stream', '$JS.API.STREAM.DELETE.CHECKS', false],
    ['monitor', 'an answer to a request to it', '_INBOX_gateway.monitor.a.b', true],
    ['monitor', 'an answer to a request to another service', '_INBOX_gateway.account.a.b', false],
    ['monitor', 'an answer to a request that it did not get', '_INBOX_gateway.a.b', false],
  ] as const)('%s: %s (%s) is allowed: %s', (user, _, subject, isAllowed) => {
    expect(publishersOf(subject).includes(user)).toBe(isAllowed);
  });

  it.each(NATS_USERS)('%s hears the answers to its own requests, and those of nobody else', (user) => {
    expect(NATS_USERS.filter((each) => subscribersOf(`_INBOX_${each}.a.b`).includes(user))).toEqual([user]);
    expect(subscribersOf('_INBOX.a.b')).toEqual([]);
  });

  it.each([
    ['results', subjects.checkResults],
    ['its presence', subjects.workerPresence],
    ['a question to another worker', subjects.confirmCheck('any')],
    ['an answer to such a question', subjects.confirmation('any')],
    ['a pull of jobs', '$JS.vedette.API.CONSUMER.MSG.NEXT.CHECKS.checker-workers-fast'],
    ['the acknowledgement of a job', '$JS.ACK.CHECKS.checker-workers-slow.1.1.1.1.1'],
    ['the acknowledgement of a job with a domain', '$JS.ACK.vedette.hash.CHECKS.checker-workers-fast.1.1.1.1.1.x'],
  ])('of workers in another region may publish %s', (_, subject) => {
    expect(publishersOf(subject)).toContain(REGION_WORKER);
  });

  it.each([
    ...flows()
      .map(({ subject }) => subject)
      .filter((subject) => !REGION_SUBJECTS.includes(subject)),
    ...Object.values(streams).flatMap(({ name }) =>
      ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE'].flatMap((verb) => [
        `$JS.API.STREAM.${verb}.${name}`,
        `$JS.vedette.API.STREAM.${verb}.${name}`,
      ]),
    ),
    ...Object.values<ConsumerDefinition>(consumers).flatMap(({ stream, name, subject }) => [
      `$JS.vedette.API.CONSUMER.CREATE.${stream.name}.${name}.${subject}`,
      `$JS.vedette.API.CONSUMER.DELETE.${stream.name}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream.name}.${name}`,
    ]),
    '$JS.vedette.API.STREAM.INFO.EVENTS',
    '$JS.vedette.API.CONSUMER.MSG.NEXT.EVENTS.webhook-dispatcher',
    '$JS.vedette.API.CONSUMER.MSG.NEXT.RESULTS.monitor-results',
    partsSubject('monitor', 'any', 'any'),
    '_INBOX_monitor.any',
    '_INBOX_checker-worker.any',
    '_INBOX_region-worker.any',
  ])('of workers in another region may not publish %s', (subject) => {
    expect(publishersOf(subject)).not.toContain(REGION_WORKER);
  });

  it('of workers in another region hears confirmations, presence and its own inbox, and answers no request', () => {
    const heard = flows().filter(({ subject }) => subscribersOf(subject).includes(REGION_WORKER));
    expect(heard.map(({ subject }) => subject)).toEqual(
      REGION_SUBJECTS.filter((each) => each !== subjects.checkResults),
    );
    expect(natsPermissions(REGION_WORKER).responses).toBeNull();
  });

  it('reads no stream past its consumers', () => {
    const held = Object.values(streams).flatMap((stream) => stream.subjects.map((each) => each.replace('>', 'any')));
    expect(held.flatMap((subject) => subscribersOf(subject))).toEqual([]);
  });
});
