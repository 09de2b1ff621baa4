import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../schema.ts';
import { readQuery } from './query.ts';

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
    expect(readQuery(new URLSearchParams(query), schema).faults).toEqual([{ path: [path], message }]);
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
