import { describe, expect, it } from '@jest/globals';
import { hasCredentials, isHostName, isHttpUrl, isIpAddress, withoutCredentials } from './host-name.ts';

const label63 = 'a'.repeat(63);

describe('isHostName', () => {
  it.each([
    { name: 'a domain', text: 'example.com' },
    { name: 'one label', text: 'localhost' },
    { name: 'upper case', text: 'Example.COM' },
    { name: 'a trailing dot', text: 'example.com.' },
    { name: 'an underscore', text: '_dmarc.example.com' },
    { name: 'digits in front', text: '1password.com' },
    { name: 'an international name', text: 'bücher.example' },
    { name: 'its ASCII form', text: 'xn--bcher-kva.example' },
    { name: 'a label of 63', text: `${label63}.example` },
    { name: '253 characters', text: `${label63}.${label63}.${label63}.${'a'.repeat(61)}` },
  ])('takes $name', ({ text }) => {
    expect(isHostName(text)).toBe(true);
  });

  it.each([
    { name: 'nothing', text: '' },
    { name: 'a dot', text: '.' },
    { name: 'an empty label', text: 'a..b' },
    { name: 'a leading dot', text: '.example.com' },
    { name: 'a leading hyphen', text: '-a.example' },
    { name: 'a trailing hyphen', text: 'a-.example' },
    { name: 'a label of 64', text: `${label63}a.example` },
    { name: '254 characters', text: `${label63}.${label63}.${label63}.${'a'.repeat(62)}` },
    { name: 'a space', text: 'exa mple.com' },
    { name: 'a space around it', text: ' example.com' },
    { name: 'a port', text: 'example.com:80' },
    { name: 'a path', text: 'example.com/a' },
    { name: 'credentials', text: 'me@example.com' },
    { name: 'percent-encoding', text: 'example%2ecom' },
    { name: 'an IPv4 address', text: '192.0.2.1' },
    { name: 'an IPv4 address in short', text: '127.1' },
    { name: 'an IPv4 address in hex', text: '0x7f.1' },
    { name: 'an impossible IPv4 address', text: '999.1.1.1' },
    { name: 'an IPv6 address', text: '2001:db8::1' },
    { name: 'a numeric last label', text: 'example.123' },
    { name: 'an exclamation mark', text: 'exa!mple.com' },
  ])('refuses $name', ({ text }) => {
    expect(isHostName(text)).toBe(false);
  });
});

describe('isIpAddress', () => {
  it.each([
    { text: '192.0.2.1', expected: true },
    { text: '2001:db8::1', expected: true },
    { text: '::ffff:192.0.2.1', expected: true },
    { text: '[2001:db8::1]', expected: false },
    { text: 'fe80::1%eth0', expected: false },
    { text: '192.0.2', expected: false },
    { text: '192.0.2.256', expected: false },
    { text: 'example.com', expected: false },
  ])('$text: $expected', ({ text, expected }) => {
    expect(isIpAddress(text)).toBe(expected);
  });
});

describe('isHttpUrl', () => {
  it.each([
    { name: 'http', text: 'http://example.com' },
    { name: 'https with all parts', text: 'https://example.com:8443/a/b?c=d#e' },
    { name: 'an upper-case scheme', text: 'HTTPS://EXAMPLE.com' },
    { name: 'an IPv4 host', text: 'http://192.0.2.1/' },
    { name: 'an IPv6 host', text: 'http://[2001:db8::1]:8080/' },
    { name: 'an international host', text: 'https://bücher.example/straße' },
    { name: 'a colon and an at sign in the path', text: 'https://example.com/a:b@c' },
    { name: 'a user', text: 'https://me@example.com' },
    { name: 'a user and a password', text: 'https://me:secret@example.com' },
    { name: 'a password alone', text: 'https://:secret@example.com' },
    { name: 'an at sign in a password', text: 'https://me:p%40ss@example.com' },
  ])('takes $name', ({ text }) => {
    expect(isHttpUrl(text)).toBe(true);
  });

  it.each([
    { name: 'nothing', text: '' },
    { name: 'a bare host', text: 'example.com' },
    { name: 'a path', text: '/health' },
    { name: 'another scheme', text: 'ftp://example.com' },
    { name: 'a scheme without slashes', text: 'https:example.com' },
    { name: 'no host', text: 'https:///health' },
    { name: 'a space around it', text: ' https://example.com' },
    { name: 'a space inside', text: 'https://example.com/a b' },
    { name: 'a line break, which URL parsers drop', text: 'https://exam\nple.com' },
    { name: 'an impossible port', text: 'https://example.com:65536' },
    { name: 'an empty label', text: 'https://a..b/' },
    { name: 'an impossible IPv4 host', text: 'https://1.2.3.256/' },
  ])('refuses $name', ({ text }) => {
    expect(isHttpUrl(text)).toBe(false);
  });
});

describe('the credentials in an address', () => {
  it.each([
    { name: 'a user', text: 'https://me@example.com/a?b#c', shown: 'https://example.com/a?b#c' },
    { name: 'a user and a password', text: 'http://me:secret@example.com:8080', shown: 'http://example.com:8080/' },
    { name: 'a password alone', text: 'https://:secret@example.com/', shown: 'https://example.com/' },
    { name: 'an at sign in a password', text: 'https://me:a@b@example.com/', shown: 'https://example.com/' },
    { name: 'another scheme', text: 'ftp://me:secret@example.com/', shown: 'ftp://example.com/' },
    {
      name: 'a space in front, which URL parsers drop',
      text: ' https://me@example.com/',
      shown: 'https://example.com/',
    },
    {
      name: 'no slashes, which URL parsers do not need',
      text: 'https:me:secret@example.com',
      shown: 'https://example.com/',
    },
  ])('are left out: $name', ({ text, shown }) => {
    expect([hasCredentials(text), withoutCredentials(text)]).toEqual([true, shown]);
  });

  it('are left out of what is no URL, too', () => {
    expect(withoutCredentials('https://me:secret@exa mple.com/@b')).toBe('https://exa mple.com/@b');
  });

  it.each(['https://example.com', 'https://example.com/a:b@c', 'example.com', 'not an address', ''])(
    'leave an address without them as it is: %s',
    (text) => {
      expect([hasCredentials(text), withoutCredentials(text)]).toEqual([false, text]);
    },
  );
});
