import { describe, expect, it } from '@jest/globals';
import type { Detail } from '../errors.ts';
import { detailsOf } from '../faults/fault.ts';
import { operations } from '../operations/operations.ts';
import type { JsonSchema } from '../schema.ts';
import { readQuery } from './query.ts';
import { compileRequestValidator, type Validation } from './request-validator.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    open: { type: 'boolean' },
    name: { type: 'string' },
  },
};

describe('a query', () => {
  it.each([
    { name: 'nothing', query: '', values: {} },
    { name: 'an integer', query: 'limit=25', values: { limit: 25 } },
    { name: 'an integer with zeros in front', query: 'limit=000007', values: { limit: 7 } },
    { name: 'an integer out of its range, which the schema judges', query: 'limit=101', values: { limit: 101 } },
    { name: 'true', query: 'open=true', values: { open: true } },
    { name: 'false', query: 'open=false', values: { open: false } },
    { name: 'text, decoded', query: 'name=x%20y', values: { name: 'x y' } },
    { name: 'empty text', query: 'name=', values: { name: '' } },
    { name: 'names that the schema does not know', query: 'page=1&page=2&Limit=x', values: {} },
    { name: 'names that every object has', query: '__proto__=1&constructor=2', values: {} },
  ])('may hold $name', ({ query, values }) => {
    expect(readQuery(new URLSearchParams(query), schema)).toEqual({ values, faults: [] });
  });

  it.each([
    { query: 'limit=', path: 'limit', message: 'must be an integer from 1 to 100' },
    { query: 'limit=-1', path: 'limit', message: 'must be an integer from 1 to 100' },
    { query: 'limit=1.0', path: 'limit', message: 'must be an integer from 1 to 100' },
    { query: 'limit=0000007', path: 'limit', message: 'must be an integer from 1 to 100' },
    { query: 'open=1', path: 'open', message: 'must be true or false' },
    { query: 'open=TRUE', path: 'open', message: 'must be true or false' },
    { query: 'name=a&name=a', path: 'name', message: 'must be given only once' },
  ])('is refused with $query', ({ query, path, message }) => {
    const { faults } = readQuery(new URLSearchParams(query), schema);
    expect(detailsOf(faults)).toEqual([{ path, message: `${path} ${message}` }]);
  });

  it.each(['name=a%00b', 'page=%00', 'a%00b=1'])('is refused with %s, also where its name is unknown', (query) => {
    expect(readQuery(new URLSearchParams(query), schema).faults).toHaveLength(1);
  });

  it('names every fault', () => {
    const { values, faults } = readQuery(new URLSearchParams('limit=x&open=x&name=fine'), schema);
    expect(values).toEqual({ name: 'fine' });
    expect(faults.map(({ path }) => path)).toEqual([['limit'], ['open']]);
  });
});

function validate(query: string): Validation {
  return compileRequestValidator(operations.listIncidents)({
    params: {},
    query: new URLSearchParams(query),
    body: undefined,
  });
}

function refusalOf(query: string): Detail[] {
  const result = validate(query);
  return result.ok ? [] : result.details;
}

describe('the query of an operation', () => {
  it.each([
    { query: '', value: { limit: 25, offset: 0 } },
    { query: 'limit=1&offset=100000', value: { limit: 1, offset: 100_000 } },
    { query: 'limit=100', value: { limit: 100, offset: 0 } },
    { query: 'limit=007', value: { limit: 7, offset: 0 } },
    { query: 'page=2&page=3&Limit=0', value: { limit: 25, offset: 0 } },
    { query: 'acknowledged=true&state=ONGOING', value: { limit: 25, offset: 0, acknowledged: true, state: 'ONGOING' } },
    {
      query: 'acknowledged=false&monitorId=x%20y',
      value: { limit: 25, offset: 0, acknowledged: false, monitorId: 'x y' },
    },
    { query: '__proto__=1&constructor=2', value: { limit: 25, offset: 0 } },
  ])('"$query" is read as $value', ({ query, value }) => {
    const result = validate(query);
    expect(result.ok && result.value.query).toEqual(value);
  });

  it.each([
    { query: 'limit=0', path: 'limit' },
    { query: 'limit=101', path: 'limit' },
    { query: 'limit=', path: 'limit' },
    { query: 'limit=ten', path: 'limit' },
    { query: 'limit=1.0', path: 'limit' },
    { query: 'limit=1e1', path: 'limit' },
    { query: 'limit=+5', path: 'limit' },
    { query: 'limit=%205', path: 'limit' },
    { query: 'limit=0000005', path: 'limit' },
    { query: 'limit=5&limit=5', path: 'limit' },
    { query: 'offset=-1', path: 'offset' },
    { query: 'offset=100001', path: 'offset' },
    { query: 'offset=9999999', path: 'offset' },
    { query: 'acknowledged=1', path: 'acknowledged' },
    { query: 'acknowledged=TRUE', path: 'acknowledged' },
    { query: 'acknowledged=', path: 'acknowledged' },
    { query: 'state=ongoing', path: 'state' },
    { query: 'monitorId=', path: 'monitorId' },
    { query: 'monitorId=a%00b', path: 'monitorId' },
    { query: 'other=%00', path: 'other' },
  ])('"$query" is refused at $path', ({ query, path }) => {
    expect(refusalOf(query).map((detail) => detail.path)).toEqual([path]);
  });

  it('says what is wrong, once a parameter and all at once', () => {
    const query = 'limit=0&offset=x&acknowledged=maybe&state=OPEN&monitorId=a&monitorId=b';
    const messages = refusalOf(query).map(({ message }) => message);
    expect(messages.toSorted()).toEqual([
      'acknowledged must be true or false',
      'limit must be an integer from 1 to 100',
      'monitorId must be given only once',
      'offset must be an integer from 0 to 100000',
      'state must be one of ONGOING, RESOLVED',
    ]);
  });
});
