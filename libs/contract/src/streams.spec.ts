import { describe, expect, it } from '@jest/globals';
import { AUDITED_SERVICES, auditSubject } from './audit.ts';
import { eventSubject, EVENT_TYPES } from './event-types.ts';
import { contract } from './operations/operations.ts';
import type { Operation } from './operation.ts';
import { servedOperations } from './operations/served-operations.ts';
import { streams, subjects } from './streams.ts';

const isIn = (stream: { subjects: readonly string[] }, subject: string) =>
  stream.subjects.some((pattern) => subject.startsWith(pattern.replace(/>$/, '')));

describe('streams', () => {
  it('hold the subjects that are meant for them', () => {
    expect(Object.values(subjects.checkJobs).every((subject) => isIn(streams.CHECKS, subject))).toBe(true);
    expect(isIn(streams.RESULTS, subjects.checkResults)).toBe(true);
    expect(EVENT_TYPES.filter((type) => !isIn(streams.EVENTS, eventSubject(type)))).toEqual(
      EVENT_TYPES.filter((type) => isIn(streams.URGENT, eventSubject(type))),
    );
    expect(AUDITED_SERVICES.filter((service) => !isIn(streams.AUDIT, auditSubject(service)))).toEqual([]);
  });

  it('hold no subject that somebody waits for an answer on', () => {
    const asked = [
      ...contract.operations.map(({ subject }) => subject),
      subjects.runCheck,
      subjects.workerPresence,
      subjects.deliveriesDue,
      subjects.credentialChanged,
      subjects.confirmCheck('worker-1'),
    ];
    const held = asked.filter((subject) => Object.values(streams).some((stream) => isIn(stream, subject)));
    expect(held).toEqual([]);
  });

  it('take the lines of every service that changes data, except the service that writes the log itself', () => {
    const writers = new Set(
      Object.values<Operation>(servedOperations).flatMap(({ effect, service }) =>
        effect === 'write' ? [service] : [],
      ),
    );
    writers.delete('account');
    expect([...writers].toSorted()).toEqual([...AUDITED_SERVICES].toSorted());
  });
});
