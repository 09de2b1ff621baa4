import { describe, expect, it } from '@jest/globals';
import { pathWith, queryText, type QueryValues, withoutTrailingSlash } from './request-target.ts';

describe('pathWith', () => {
  it.each([
    { name: 'no parameter', template: '/monitors', ids: [], path: '/monitors' },
    { name: 'one', template: '/monitors/{monitorId}/pause', ids: ['mon_1'], path: '/monitors/mon_1/pause' },
    { name: 'two', template: '/a/{x}/b/{y}', ids: ['1', '2'], path: '/a/1/b/2' },
    { name: 'characters of an address', template: '/a/{x}', ids: ['a/b?c#d%'], path: '/a/a%2Fb%3Fc%23d%25' },
    { name: 'dots in an id', template: '/a/{x}', ids: ['...'], path: '/a/...' },
  ])('fills in $name', ({ template, ids, path }) => {
    expect(pathWith(template, ids)).toBe(path);
  });

  it.each([[undefined], [null], [''], ['.'], ['..'], [7], [{}]])('refuses %p as an id', (id) => {
    expect(() => pathWith('/sessions/{sessionId}', [id])).toThrow(new TypeError('sessionId must be an id'));
  });
});

describe('queryText', () => {
  it.each<{ name: string; query: QueryValues | undefined; text: string }>([
    { name: 'nothing', query: undefined, text: '' },
    { name: 'nothing that is said', query: { a: undefined, b: null }, text: '' },
    { name: 'numbers and booleans', query: { limit: 5, acknowledged: false }, text: '?limit=5&acknowledged=false' },
    { name: 'zero and an empty text', query: { offset: 0, search: '' }, text: '?offset=0&search=' },
    { name: 'special characters', query: { search: 'a&b=c ä+' }, text: '?search=a%26b%3Dc+%C3%A4%2B' },
    { name: 'a list', query: { types: ['monitor.up', 'monitor.down'] }, text: '?types=monitor.up%2Cmonitor.down' },
  ])('writes $name', ({ query, text }) => {
    expect(queryText(query)).toBe(text);
  });
});

describe('withoutTrailingSlash', () => {
  it.each([
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/prefix/', 'https://example.com/prefix'],
    ['https://example.com', 'https://example.com'],
    ['', ''],
  ])('takes %p as %p', (address, taken) => {
    expect(withoutTrailingSlash(address)).toBe(taken);
  });
});
