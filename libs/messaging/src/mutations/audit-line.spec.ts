import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@vedette/contract';
import type { Act } from '../rpc/act.ts';
import { auditLines, auditMessages, changedFields, type AuditDetails } from './audit-line.ts';

const key: Actor = { kind: 'key', id: 'key_1', name: 'CI' };
const now = new Date('2026-01-01T00:00:00Z');

describe('the line of a write', () => {
  const rows: {
    name: string;
    path?: string;
    answer?: unknown;
    details?: AuditDetails;
    resource: { id: string | null; name: string | null } | null;
    changed?: string[];
  }[] = [
    { name: 'created', answer: { id: 'mon_1', name: 'API' }, resource: { id: 'mon_1', name: 'API' } },
    { name: 'titled', answer: { id: 'mw_1', title: 'Upgrade' }, resource: { id: 'mw_1', name: 'Upgrade' } },
    { name: 'named and titled', answer: { id: 'x', name: 'A', title: 'B' }, resource: { id: 'x', name: 'A' } },
    { name: 'changed', path: 'mon_1', answer: { id: 'mon_1', name: 'API' }, resource: { id: 'mon_1', name: 'API' } },
    {
      name: 'deleted, unnamed',
      path: 'mon_1',
      answer: { data: { id: 'mon_1' } },
      resource: { id: 'mon_1', name: null },
    },
    {
      name: 'deleted, named by the mutation',
      path: 'mon_1',
      answer: { data: { id: 'mon_1' } },
      details: { name: 'API' },
      resource: { id: 'mon_1', name: 'API' },
    },
    {
      name: 'answered with another resource',
      path: 'we_1',
      answer: { id: 'wd_1', name: 'Delivery' },
      resource: { id: 'we_1', name: null },
    },
    {
      name: 'described by the mutation alone',
      answer: {},
      details: { id: 'si_1', name: 'Outage', changedFields: ['title'] },
      resource: { id: 'si_1', name: 'Outage' },
      changed: ['title'],
    },
    {
      name: 'the mutation says more than path and answer',
      path: 'mon_1',
      answer: { id: 'mon_1', name: 'API' },
      details: { id: 'mon_2', name: null },
      resource: { id: 'mon_2', name: null },
    },
    {
      name: 'named by the mutation, and not stored',
      answer: { state: 'UP' },
      details: { name: 'API' },
      resource: { id: null, name: 'API' },
    },
    { name: 'none of many', answer: { data: [] }, details: { each: [] }, resource: null },
    { name: 'nothing single', answer: { data: [{ id: 'mon_1' }] }, resource: null },
    { name: 'an id that is no text', answer: { id: 7, name: 'API' }, resource: null },
    { name: 'no answer', answer: null, resource: null },
  ];
  const act: Act = {
    actor: key,
    service: 'monitor',
    operation: 'updateMonitor',
    resourceId: undefined,
    requestId: 'req_1',
    address: null,
  };
  const line = {
    organizationId: 'org_1',
    at: '2026-01-01T00:00:00.000Z',
    actor: key,
    operation: 'updateMonitor',
    resource: null,
    changedFields: [],
    requestId: 'req_1',
    address: null,
  };
  it.each(rows)('$name', ({ path, answer, details = {}, resource, changed = [] }) => {
    expect(auditLines({ ...act, resourceId: path }, 'org_1', answer, details, now)).toEqual([
      { ...line, resource, changedFields: changed },
    ]);
  });

  it('is one for each of many resources, under the operation that would have changed it alone', () => {
    const each = [
      { operation: 'pauseMonitor', id: 'mon_1', name: 'API' },
      { operation: 'pauseMonitor', id: 'mon_2', name: null },
    ];
    expect(auditLines(act, 'org_1', { data: [{ id: 'mon_1' }] }, { each }, now)).toEqual([
      { ...line, operation: 'pauseMonitor', resource: { id: 'mon_1', name: 'API' } },
      { ...line, operation: 'pauseMonitor', resource: { id: 'mon_2', name: null } },
    ]);
  });

  it.each([
    { lines: 0, messages: [] },
    { lines: 1, messages: [1] },
    { lines: 50, messages: [50] },
    { lines: 101, messages: [50, 50, 1] },
  ])('of one act travel together: $lines', ({ lines, messages }) => {
    const all = Array.from({ length: lines }, (_, index) => ({
      ...line,
      resource: null,
      operation: 'pauseMonitor',
      id: `aud_${index}`,
    }));
    const sent = auditMessages(all).map(({ more = [], ...first }) => [first].concat(more));
    expect(sent.map(({ length }) => length)).toEqual(messages);
    expect(sent.flat()).toEqual(all);
  });
});

describe('the changed fields of an update', () => {
  const before = { name: 'A', tags: ['x'], url: null };
  it.each([
    { name: 'none sent', sent: {}, after: before, changed: [] },
    { name: 'sent, and the same', sent: { name: 'A', tags: ['x'] }, after: before, changed: [] },
    { name: 'another value', sent: { name: 'B' }, after: { ...before, name: 'B' }, changed: ['name'] },
    { name: 'another item of a list', sent: { tags: ['y'] }, after: { ...before, tags: ['y'] }, changed: ['tags'] },
    { name: 'no longer null', sent: { url: 'u' }, after: { ...before, url: 'u' }, changed: ['url'] },
    { name: 'changed without being sent', sent: { name: 'A' }, after: { ...before, url: 'u' }, changed: [] },
    {
      name: 'in the order in which they were sent',
      sent: { url: 'u', name: 'B' },
      after: { ...before, name: 'B', url: 'u' },
      changed: ['url', 'name'],
    },
  ])('$name', ({ sent, after, changed }) => {
    expect(changedFields(sent, before, after)).toEqual(changed);
  });
});
