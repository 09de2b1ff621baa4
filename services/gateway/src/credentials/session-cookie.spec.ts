import { describe, expect, it } from '@jest/globals';
import {
  cookieThatRemoves,
  cookieThatSets,
  isWellFormedToken,
  presentedToken,
  sessionCookieOf,
  type PresentedToken,
} from './session-cookie.ts';

const secure = { name: '__Host-vedette_session', isSecure: true };
const local = { name: 'vedette_session_8083', isSecure: false };
const TOKEN = 'Qm9yZWQ_ZG9uJ3QgdHJ5IHRoaXMgb25lIGF0IGhvbWU';
const OTHER = 'another_token_of_forty-three_characters_000';

describe('the cookie of a console', () => {
  it.each([
    ['https', 'https://console.example.com', secure],
    ['https with a port and a path', 'https://example.com:8443/vedette', secure],
    ['https on this machine', 'https://localhost:8083', secure],
    ['localhost', 'http://localhost:8083', local],
    ['localhost on the default port', 'http://localhost', { name: 'vedette_session_80', isSecure: false }],
    ['a name below localhost', 'http://vedette.localhost:8083', local],
    ['IPv4 loopback', 'http://127.0.0.1:8083', local],
    ['IPv6 loopback', 'http://[::1]:8083', local],
    ['http on another machine', 'http://console.example.com', undefined],
    ['http on a private address', 'http://192.168.1.5:8083', undefined],
    ['a name that only begins like loopback', 'http://localhost.example.com:8083', undefined],
    ['a name that only begins like an address', 'http://127.0.0.1.example.com', undefined],
  ])('%s', (_name, url, cookie) => {
    expect(sessionCookieOf(url)).toEqual(cookie);
  });
});

describe('the token that a request presents', () => {
  const rows: { name: string; header: string | undefined; presented: PresentedToken }[] = [
    { name: 'no cookie at all', header: undefined, presented: { kind: 'none' } },
    { name: 'another cookie', header: 'theme=dark', presented: { kind: 'none' } },
    { name: 'the cookie', header: `vedette_session_8083=${TOKEN}`, presented: { kind: 'token', token: TOKEN } },
    {
      name: 'among others',
      header: `a=b; vedette_session_8083=${TOKEN};c=d`,
      presented: { kind: 'token', token: TOKEN },
    },
    { name: 'the cookie of another port', header: `vedette_session_80=${TOKEN}`, presented: { kind: 'none' } },
    { name: 'a name that ends alike', header: `x_vedette_session_8083=${TOKEN}`, presented: { kind: 'none' } },
    { name: 'a name in another case', header: `Vedette_session_8083=${TOKEN}`, presented: { kind: 'none' } },
    {
      name: 'two of them',
      header: `vedette_session_8083=${TOKEN}; vedette_session_8083=${OTHER}`,
      presented: { kind: 'malformed' },
    },
    { name: 'an empty one', header: 'vedette_session_8083=', presented: { kind: 'malformed' } },
    { name: 'a short one', header: `vedette_session_8083=${TOKEN.slice(1)}`, presented: { kind: 'malformed' } },
    { name: 'in quotes', header: `vedette_session_8083="${TOKEN}"`, presented: { kind: 'malformed' } },
  ];
  it.each(rows)('$name', ({ header, presented }) => {
    expect(presentedToken(header, local)).toEqual(presented);
  });

  it('has exactly the form of 256 bits in base64url', () => {
    const forms = [Buffer.alloc(32, 251).toString('base64url'), TOKEN, `${TOKEN}A`, TOKEN.replace('_', '+'), ''];
    expect(forms.map(isWellFormedToken)).toEqual([true, true, false, false, false]);
  });
});

describe('a cookie', () => {
  it('is for this host alone, for no script, and for no other site', () => {
    expect(cookieThatSets(secure, TOKEN)).toBe(
      `__Host-vedette_session=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(cookieThatSets(local, TOKEN)).toBe(
      `vedette_session_8083=${TOKEN}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    );
  });

  it('is removed by the same attributes', () => {
    expect(cookieThatRemoves(secure)).toBe(
      '__Host-vedette_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });
});
