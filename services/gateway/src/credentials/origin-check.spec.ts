import { describe, expect, it } from '@jest/globals';
import { isJsonIfAny, isOwnHost, isOwnWrite, type BodyHeaders, type OriginHeaders } from './origin-check.ts';

const SECURE = 'https://console.example.com';
const LOCAL = 'http://localhost:8083';

describe('the host that a request is for', () => {
  it.each([
    ['the host of the console', 'console.example.com', SECURE, true],
    ['in another case', 'Console.Example.COM', SECURE, true],
    ['with the default port', 'console.example.com:443', SECURE, true],
    ['with another port', 'console.example.com:8443', SECURE, false],
    ['another host', 'evil.example.com', SECURE, false],
    ['a subdomain of it', 'a.console.example.com', SECURE, false],
    ['with the host as a prefix', 'console.example.com.evil.example', SECURE, false],
    ['with user information', 'evil@console.example.com', SECURE, false],
    ['with a path', 'console.example.com/x', SECURE, false],
    ['none', undefined, SECURE, false],
    ['empty', '', SECURE, false],
    ['localhost with its port', 'localhost:8083', LOCAL, true],
    ['localhost without its port', 'localhost', LOCAL, false],
    ['another name of the same machine', '127.0.0.1:8083', LOCAL, false],
    ['an address of IPv6', '[::1]:8083', 'http://[::1]:8083', true],
  ])('%s', (_name, host, origin, isOwn) => {
    expect(isOwnHost(host, origin)).toBe(isOwn);
  });
});

describe('where a write comes from', () => {
  const rows: { name: string; headers: OriginHeaders; isOwn: boolean }[] = [
    { name: 'no browser', headers: {}, isOwn: true },
    { name: 'its own page', headers: { 'sec-fetch-site': 'same-origin', origin: SECURE }, isOwn: true },
    { name: 'its own page, without an Origin', headers: { 'sec-fetch-site': 'same-origin' }, isOwn: true },
    { name: 'another site', headers: { 'sec-fetch-site': 'cross-site' }, isOwn: false },
    { name: 'another host of the same site', headers: { 'sec-fetch-site': 'same-site', origin: SECURE }, isOwn: false },
    { name: 'the address bar or a bookmark', headers: { 'sec-fetch-site': 'none' }, isOwn: false },
    { name: 'Sec-Fetch-Site twice', headers: { 'sec-fetch-site': 'same-origin, cross-site' }, isOwn: false },
    { name: 'an old browser on its own page', headers: { origin: SECURE }, isOwn: true },
    { name: 'an old browser on another site', headers: { origin: 'https://evil.example' }, isOwn: false },
    { name: 'an old browser over http', headers: { origin: 'http://console.example.com' }, isOwn: false },
    { name: 'a page without an origin', headers: { origin: 'null' }, isOwn: false },
    { name: 'an empty Origin', headers: { origin: '' }, isOwn: false },
  ];
  it.each(rows)('$name: $isOwn', ({ headers, isOwn }) => {
    expect(isOwnWrite(headers, SECURE)).toBe(isOwn);
  });
});

describe('the body of a write', () => {
  const rows: { name: string; headers: BodyHeaders; isJson: boolean }[] = [
    { name: 'none', headers: {}, isJson: true },
    { name: 'none, with a type', headers: { 'content-type': 'text/plain', 'content-length': '0' }, isJson: true },
    { name: 'JSON', headers: { 'content-type': 'application/json', 'content-length': '2' }, isJson: true },
    {
      name: 'JSON with a charset, in another case',
      headers: { 'content-type': 'Application/JSON ; charset=utf-8', 'content-length': '2' },
      isJson: true,
    },
    {
      name: 'JSON in chunks',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      isJson: true,
    },
    { name: 'text', headers: { 'content-type': 'text/plain', 'content-length': '2' }, isJson: false },
    {
      name: 'text in chunks',
      headers: { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' },
      isJson: false,
    },
    {
      name: 'a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '2' },
      isJson: false,
    },
    {
      name: 'text that names JSON',
      headers: { 'content-type': 'text/plain; application/json', 'content-length': '2' },
      isJson: false,
    },
    { name: 'no type', headers: { 'content-length': '2' }, isJson: false },
  ];
  it.each(rows)('$name: $isJson', ({ headers, isJson }) => {
    expect(isJsonIfAny(headers)).toBe(isJson);
  });
});
