import { describe, expect, it } from '@jest/globals';
import { arrangementOf, isFiltered, queryOf } from './arrangement.ts';

describe('the arrangement of the list', () => {
  it.each([
    { name: 'nothing', query: {}, is: {}, filtered: false },
    { name: 'a state', query: { state: 'DOWN' }, is: { state: 'DOWN' }, filtered: true },
    { name: 'an unknown state', query: { state: 'GONE' }, is: {}, filtered: false },
    { name: 'an unknown type and order', query: { type: 'FTP', sort: 'age' }, is: {}, filtered: false },
    { name: 'the order that needs no word', query: { sort: 'state' }, is: {}, filtered: false },
    { name: 'another order', query: { sort: 'uptime' }, is: { sort: 'uptime' }, filtered: false },
    { name: 'spaces for a search', query: { search: '  ' }, is: {}, filtered: false },
    {
      name: 'everything',
      query: { search: ' a&b ', state: 'UP', type: 'DNS', sort: 'name' },
      is: { search: 'a&b', state: 'UP', type: 'DNS', sort: 'name' },
      filtered: true,
    },
  ])('reads $name from the address, and writes it again', ({ query, is, filtered }) => {
    const arrangement = arrangementOf(query);
    expect(JSON.parse(JSON.stringify(arrangement))).toEqual(is);
    expect(isFiltered(arrangement)).toBe(filtered);
    expect(Object.fromEntries(new URLSearchParams(queryOf(arrangement)))).toEqual(is);
  });

  it('is no address that somebody could not type', () => {
    expect(queryOf({})).toBe('');
    expect(arrangementOf({ search: 'x'.repeat(500) }).search).toHaveLength(200);
  });
});
