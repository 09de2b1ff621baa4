import { describe, expect, it } from '@jest/globals';
import { operations } from '../operations/operations.ts';
import { incident, monitor } from '../openapi/example-resources.ts';
import { compileResponseValidator } from './response-validator.ts';

describe('compileResponseValidator', () => {
  const faultsOf = compileResponseValidator(operations.getMonitor);

  it('takes a complete monitor', () => {
    expect(faultsOf(monitor)).toEqual([]);
  });

  it.each([
    { name: 'a field that is missing', body: { ...monitor, url: undefined }, path: 'url' },
    { name: 'a field of another type', body: { ...monitor, port: '80' }, path: 'port' },
    { name: 'null where it must not be', body: { ...monitor, name: null }, path: 'name' },
    {
      name: 'a field that is not in the contract',
      body: { ...monitor, organizationId: 'org_1' },
      path: 'organizationId',
    },
    { name: 'a timestamp that is none', body: { ...monitor, createdAt: 'today' }, path: 'createdAt' },
    { name: 'an empty id', body: { ...monitor, id: '' }, path: 'id' },
    { name: 'no object', body: [monitor], path: 'body' },
  ])('finds $name', ({ body, path }) => {
    expect(faultsOf(JSON.parse(JSON.stringify(body))).map((fault) => fault.path)).toEqual([path]);
  });

  it('looks into nested objects and lists', () => {
    const validate = compileResponseValidator(operations.listIncidents);
    const { acknowledgedAt, ...item } = incident;
    const page = { data: [{ ...item, monitor: { ...item.monitor, secret: acknowledgedAt } }], pagination: {} };
    expect(
      validate(page)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      'data.0.evidence',
      'data.0.maintenance',
      'data.0.monitor.secret',
      'data.0.timeline',
      'pagination.limit',
      'pagination.offset',
      'pagination.total',
    ]);
  });
});
