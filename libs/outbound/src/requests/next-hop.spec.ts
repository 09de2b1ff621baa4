import { describe, expect, it } from '@jest/globals';
import { headersAcrossOrigins, MAX_HOPS, nextHop, type RedirectResponse } from './next-hop.ts';

const from = (overrides: Partial<Omit<RedirectResponse, 'url'>> & { url?: string } = {}): RedirectResponse => ({
  status: 302,
  location: '/next',
  method: 'GET',
  hops: 0,
  ...overrides,
  url: new URL(overrides.url ?? 'https://a.example/start?x=1'),
});

describe('nextHop', () => {
  it.each<[string, Parameters<typeof from>[0]]>([
    ['200', { status: 200 }],
    ['300', { status: 300 }],
    ['304', { status: 304 }],
    ['a redirect without Location', { location: undefined }],
    ['a redirect with an empty Location', { location: '' }],
  ])('takes %s as the answer', (_name, overrides) => {
    expect(nextHop(from(overrides))).toEqual({ kind: 'final' });
  });

  it.each<[string, string, string]>([
    ['an absolute path', '/next', 'https://a.example/next'],
    ['a relative path', 'next', 'https://a.example/next'],
    ['a query', '?y=2', 'https://a.example/start?y=2'],
    ['another host', 'https://b.example/x', 'https://b.example/x'],
    ['the same scheme', '//b.example/x', 'https://b.example/x'],
    ['another port', 'https://a.example:8443/', 'https://a.example:8443/'],
    ['an obfuscated address as the address it is', 'http://0x7f.1/', 'http://127.0.0.1/'],
    ['UTF-8 that Node read as Latin-1', Buffer.from('/ü').toString('latin1'), 'https://a.example/%C3%BC'],
    ['Latin-1 that is no UTF-8', '/\u00fc', 'https://a.example/%C3%BC'],
    ['credentials, which are dropped', 'https://user:secret@b.example/x', 'https://b.example/x'],
  ])('follows %s', (_name, location, url) => {
    const hop = nextHop(from({ location }));
    expect(hop.kind === 'follow' && hop.url.href).toBe(url);
  });

  it.each<[string, string, string]>([
    ['file', 'file:///etc/passwd', 'https://a.example/start redirects to file: instead of http or https'],
    ['gopher', 'gopher://a.example/', 'https://a.example/start redirects to gopher: instead of http or https'],
    ['javascript', 'javascript:alert(1)', 'https://a.example/start redirects to javascript: instead of http or https'],
    ['an unreadable address', 'https://[::1', 'https://a.example/start redirects to an address that cannot be read'],
    ['an unreadable port', 'https://a:99999/', 'https://a.example/start redirects to an address that cannot be read'],
  ])('refuses %s', (_name, location, message) => {
    expect(nextHop(from({ location }))).toEqual({ kind: 'refuse', message });
  });

  it('follows the fifth redirect and refuses the sixth', () => {
    expect(nextHop(from({ hops: MAX_HOPS - 1 })).kind).toBe('follow');
    expect(nextHop(from({ hops: MAX_HOPS }))).toEqual({
      kind: 'refuse',
      message: 'More than 5 redirects, the last from https://a.example/start',
    });
  });

  it.each<[number, string, string, boolean]>([
    [301, 'GET', 'GET', true],
    [301, 'POST', 'GET', false],
    [301, 'PUT', 'PUT', true],
    [302, 'HEAD', 'HEAD', true],
    [302, 'POST', 'GET', false],
    [302, 'DELETE', 'DELETE', true],
    [303, 'POST', 'GET', false],
    [303, 'PUT', 'GET', false],
    [303, 'HEAD', 'HEAD', true],
    [307, 'POST', 'POST', true],
    [308, 'PUT', 'PUT', true],
  ])('after %i, %s goes on as %s', (status, method, next, keepsBody) => {
    expect(nextHop(from({ status, method }))).toMatchObject({ method: next, keepsBody });
  });

  it.each<[string, string, string, boolean, boolean]>([
    ['the same origin', 'https://a.example/', '/x', false, false],
    ['the default port written out', 'https://a.example/', 'https://a.example:443/x', false, false],
    ['another host', 'https://a.example/', 'https://b.example/', true, false],
    ['a subdomain', 'https://a.example/', 'https://www.a.example/', true, false],
    ['another port', 'https://a.example/', 'https://a.example:8443/', true, false],
    ['http to https', 'http://a.example/', 'https://a.example/', true, false],
    ['https to http', 'https://a.example/', 'http://a.example/', true, true],
  ])('%s', (_name, url, location, leavesOrigin, isDowngrade) => {
    expect(nextHop(from({ url, location }))).toMatchObject({ leavesOrigin, isDowngrade });
  });
});

it('headersAcrossOrigins keeps what says nothing about who asks', () => {
  expect(
    headersAcrossOrigins({
      Accept: 'text/html',
      'User-Agent': 'Vedette',
      'Content-Type': 'application/json',
      Authorization: 'Bearer secret',
      Cookie: 'session=secret',
      'X-Api-Key': 'secret',
      'X-Forwarded-For': '192.0.2.1',
      Referer: 'https://a.example/?token=secret',
    }),
  ).toEqual({ Accept: 'text/html', 'User-Agent': 'Vedette', 'Content-Type': 'application/json' });
});
