import { describe, expect, it } from '@jest/globals';
import { joinRequest, requestAfter, splitRequest } from './request-secrets.ts';

const headers = { authorization: 'Bearer hunter2' };

describe('the secret part of a request', () => {
  it.each([
    {
      name: 'is nothing without headers and credentials',
      url: 'https://example.com/a?b#c',
      shown: 'https://example.com/a?b#c',
    },
    { name: 'is nothing for a bare host name', url: 'example.com', shown: 'example.com' },
    { name: 'is nothing without a URL', url: null, shown: null },
    { name: 'is no @ in a path', url: 'https://example.com/@me', shown: 'https://example.com/@me' },
    {
      name: 'is no @ in a query',
      url: 'https://example.com?mail=me@example.com',
      shown: 'https://example.com?mail=me@example.com',
    },
    { name: 'is no text that only looks like a URL', url: 'me@example.com', shown: 'me@example.com' },
  ])('$name', ({ url, shown }) => {
    expect(splitRequest({ url, requestHeaders: null })).toEqual({ url: shown, secret: null });
  });

  it.each([
    {
      name: 'a user and a password',
      url: 'https://me:hunter2@example.com/a?b=@c',
      shown: 'https://example.com/a?b=@c',
    },
    { name: 'a user alone', url: 'https://hunter2@example.com/', shown: 'https://example.com/' },
    { name: 'a password alone', url: 'https://:hunter2@example.com/', shown: 'https://example.com/' },
    { name: 'a password with an @', url: 'http://me:hunter2@home@example.com:8080', shown: 'http://example.com:8080/' },
    { name: 'escaped credentials', url: 'https://me:hunter2%40@[::1]/', shown: 'https://[::1]/' },
    { name: 'other letters of the scheme', url: 'HTTPS://me:hunter2@example.com/', shown: 'https://example.com/' },
    { name: 'slashes that parsers add', url: 'https:me:hunter2@example.com', shown: 'https://example.com/' },
    { name: 'white space that parsers drop', url: ' https://me:hunter2@example.com', shown: 'https://example.com/' },
    { name: 'a host that is none', url: 'https://me:hunter2@exa mple.com/', shown: 'https://exa mple.com/' },
    { name: 'another scheme', url: 'ftp://me:hunter2@example.com/', shown: 'ftp://example.com/' },
  ])('is the URL as it was sent: $name', ({ url, shown }) => {
    const split = splitRequest({ url, requestHeaders: null });
    expect(split.url).toBe(shown);
    expect(joinRequest(split.url, split.secret ?? '')).toEqual({ url, requestHeaders: null });
  });

  it.each([
    { name: 'some', requestHeaders: headers },
    { name: 'none, which is not the same as null', requestHeaders: {} },
    { name: 'one with an awkward name', requestHeaders: JSON.parse('{"__proto__":"own"}') as Record<string, string> },
  ])('is the headers: $name', ({ requestHeaders }) => {
    const url = 'https://example.com/';
    const split = splitRequest({ url, requestHeaders });
    expect(split.url).toBe(url);
    const joined = joinRequest(split.url, split.secret ?? '');
    expect(JSON.stringify(joined)).toBe(JSON.stringify({ url, requestHeaders }));
  });

  it('keeps headers in their order', () => {
    const { secret } = splitRequest({ url: null, requestHeaders: { b: '1', a: '2' } });
    expect(Object.keys(joinRequest(null, secret ?? '').requestHeaders ?? {})).toEqual(['b', 'a']);
  });
});

describe('the request after a PATCH', () => {
  const current = { url: 'https://me:hunter2@example.com/', requestHeaders: headers };

  it.each([
    { name: 'is untouched when neither part is sent', sent: {}, after: undefined },
    {
      name: 'keeps its headers',
      sent: { url: 'https://b.test/' },
      after: { url: 'https://b.test/', requestHeaders: headers },
    },
    { name: 'keeps its URL', sent: { requestHeaders: null }, after: { url: current.url, requestHeaders: null } },
    { name: 'can lose both', sent: { url: null, requestHeaders: null }, after: { url: null, requestHeaders: null } },
  ])('$name', ({ sent, after }) => {
    expect(requestAfter(current, sent)).toEqual(after);
  });
});
