import { describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { defineContract } from './contract.ts';
import { ORDINARY } from './operation-bounds.ts';
import { type Deprecation, noQuery, type Operation, operation } from './operation.ts';

function made(id: string, path: string, deprecation?: Deprecation): Operation {
  return operation({
    ...ORDINARY,
    id,
    method: 'GET',
    path,
    service: 'monitor',
    tag: 'Things',
    summary: 'Get a thing',
    description: 'Returns a thing.',
    query: noQuery,
    body: undefined,
    response: Type.Object({}),
    ...(deprecation !== undefined && { deprecation }),
  });
}

const SINCE = '2026-01-01T00:00:00Z';
const LINK = 'https://docs.example/deprecations';

describe('operation', () => {
  it('derives its subject and its path parameters, and fills in what most have in common', () => {
    expect(made('getThing', '/api/v1/things/{monitorId}/parts/{partId}')).toMatchObject({
      subject: 'vedette.rpc.monitor.getThing',
      params: { required: ['monitorId', 'partId'] },
      status: 200,
      deadlineMs: 5_000,
      errors: [],
    });
  });
});

describe('defineContract', () => {
  it('keeps the operations in their order', () => {
    const operations = {
      getThing: made('getThing', '/api/v1/things/{id}'),
      listThings: made('listThings', '/api/v1/things'),
    };
    expect(defineContract(operations).operations.map(({ id }) => id)).toEqual(['getThing', 'listThings']);
  });

  it.each([
    { name: 'the same path', path: '/api/v1/things/{id}' },
    { name: 'another name of its parameter', path: '/api/v1/things/{thingId}' },
  ])('refuses two operations on one route: $name', ({ path }) => {
    expect(() => defineContract({ a: made('a', '/api/v1/things/{id}'), b: made('b', path) })).toThrow(
      /is defined twice/,
    );
  });

  it('refuses an operation that is listed under another id', () => {
    expect(() => defineContract({ a: made('b', '/api/v1/things') })).toThrow('operation b is listed as a');
  });

  it.each([
    { name: '180 days', sunset: '2026-06-30T00:00:00Z', accepted: true },
    { name: 'a second less', sunset: '2026-06-29T23:59:59Z', accepted: false },
    { name: 'sunset before the notice', sunset: '2025-01-01T00:00:00Z', accepted: false },
    { name: 'no date', sunset: 'soon', accepted: false },
  ])('holds deprecations against the promise of 180 days: $name: $accepted', ({ sunset, accepted }) => {
    const define = () => defineContract({ a: made('a', '/api/v1/things', { since: SINCE, sunset, link: LINK }) });
    if (accepted) expect(define().operations).toHaveLength(1);
    else expect(define).toThrow(/180 are promised/);
  });
});
