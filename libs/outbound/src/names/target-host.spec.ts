import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTargetHost } from './target-host.ts';

describe('readTargetHost', () => {
  it.each<[string, string, string]>([
    ['dotted decimal', '192.0.2.7', '192.0.2.7'],
    ['hexadecimal and short', '0x7f.1', '127.0.0.1'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1', '127.0.0.1'],
    ['one hexadecimal number', '0x7f000001', '127.0.0.1'],
    ['upper-case hexadecimal', '0X7F000001', '127.0.0.1'],
    ['one decimal number', '2130706433', '127.0.0.1'],
    ['one octal number', '017700000001', '127.0.0.1'],
    ['octal parts', '0177.0.0.01', '127.0.0.1'],
    ['mixed bases', '0xa9.254.0251.254', '169.254.169.254'],
    ['two parts', '127.1', '127.0.0.1'],
    ['three parts', '10.1.257', '10.1.1.1'],
    ['zero', '0', '0.0.0.0'],
    ['a trailing dot', '127.0.0.1.', '127.0.0.1'],
    ['full-width digits', '１２７.０.０.１', '127.0.0.1'],
    ['circled digits', '①②⑦.0.0.1', '127.0.0.1'],
    ['ideographic full stops', '127。0。0。1', '127.0.0.1'],
    ['IPv6', '::1', '::1'],
    ['IPv6 in brackets', '[::1]', '::1'],
    ['IPv4-mapped in brackets', '[::ffff:127.0.0.1]', '::ffff:127.0.0.1'],
    ['IPv6 with a zone id', 'fe80::1%eth0', 'fe80::1%eth0'],
  ])('reads %s (%s) as the address %s', (_name, host, address) => {
    expect(readTargetHost(host)).toEqual({ kind: 'address', address, family: address.includes(':') ? 6 : 4 });
  });

  it.each<[string, string, string, string]>([
    ['a plain name', 'example.com', 'example.com', 'example.com'],
    ['upper case', 'API.Example.COM', 'api.example.com', 'api.example.com'],
    ['a fully qualified name, without its dot in SNI', 'example.com.', 'example.com.', 'example.com'],
    ['one label', 'localhost', 'localhost', 'localhost'],
    ['underscores', '_dmarc.example.com', '_dmarc.example.com', '_dmarc.example.com'],
    ['hyphens anywhere', '-a-.b--c.example', '-a-.b--c.example', '-a-.b--c.example'],
    ['an internationalised name', 'bücher.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['its ASCII form', 'xn--bcher-kva.example', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['an ideographic full stop', 'example。com', 'example.com', 'example.com'],
    ['digits before a name', '127.0.0.1.nip.io', '127.0.0.1.nip.io', '127.0.0.1.nip.io'],
    ['the longest label', `${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('reads %s as a name', (_name, host, name, servername) => {
    expect(readTargetHost(host)).toEqual({ kind: 'name', name, servername });
  });

  it.each([
    ['nothing', ''],
    ['a space', 'exa mple.com'],
    ['a line break', 'example.com\r\nx'],
    ['a tab that a URL parser would drop', 'exam\tple.com'],
    ['a path', 'example.com/x'],
    ['a backslash', 'example.com\\x'],
    ['a port', 'example.com:80'],
    ['credentials', 'user@example.com'],
    ['a query', 'example.com?x'],
    ['percent-encoding', '127%2e0%2e0%2e1'],
    ['a null byte', 'example.com\0'],
    ['a number too large', '4294967296'],
    ['a part too large', '256.1.1.1'],
    ['five numeric parts', '1.2.3.4.5'],
    ['bad octal', '09.1.1.1'],
    ['an empty label', 'a..b'],
    ['only a dot', '.'],
    ['a wildcard', '*.example.com'],
    ['a label too long', `${'a'.repeat(64)}.example`],
    ['a name too long', `${'a.'.repeat(126)}ab`],
    ['brackets around a name', '[example.com]'],
    ['brackets around IPv4', '[127.0.0.1]'],
    ['an open bracket', '[::1'],
  ])('refuses %s', (_name, host) => {
    expect(readTargetHost(host)).toMatchObject({ kind: 'invalid' });
  });

  it('says in one sentence what is wrong, and keeps it short', () => {
    expect(readTargetHost('exa mple')).toEqual({
      kind: 'invalid',
      message: '"exa mple" has characters that no host name has',
    });
    const long = readTargetHost(`${'a'.repeat(300)} `);
    expect(long.kind === 'invalid' && long.message.length).toBeLessThan(140);
  });

  it('reads every spelling of an IPv4 address as that address', () => {
    const byte = fc.nat(255);
    const base = fc.constantFrom<(n: number) => string>(
      String,
      (n) => `0x${n.toString(16)}`,
      (n) => `0${n.toString(8)}`,
    );
    fc.assert(
      fc.property(
        fc.tuple(byte, byte, byte, byte),
        fc.array(base, { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        ([a, b, c, d], bases, parts) => {
          // The last part holds all bytes that have no part of their own.
          const bytes = [a, b, c, d];
          const own = bytes.slice(0, parts - 1);
          const rest = bytes.slice(parts - 1).reduce((sum, value) => sum * 256 + value, 0);
          const host = [...own, rest].map((value, i) => (bases[i] ?? String)(value)).join('.');
          expect(readTargetHost(host)).toEqual({ kind: 'address', address: bytes.join('.'), family: 4 });
        },
      ),
    );
  });

  it('reads the host of a URL as the URL itself does', () => {
    for (const url of ['http://0x7f.1/', 'http://[::1]:80/', 'https://bücher.example/', 'http://2130706433']) {
      const { hostname } = new URL(url);
      const target = readTargetHost(hostname);
      expect(target).toMatchObject({ kind: hostname.includes('xn--') ? 'name' : 'address' });
    }
  });
});
