import { describe, expect, it } from '@jest/globals';
import { registrableDomain } from './registrable-domain.ts';

describe('registrableDomain', () => {
  it.each<[string, string | null]>([
    ['example.com', 'example.com'],
    ['www.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['_dmarc.example.com', 'example.com'],
    ['pages.github.io', 'github.io'],
    ['xn--bcher-kva.example.de', 'example.de'],
    ['shop.xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['example.test', 'example.test'],
    ['com', null],
    ['co.uk', null],
    ['localhost', null],
    ['203.0.113.7', null],
    ['2001:db8::1', null],
  ])('%s: %s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });
});
