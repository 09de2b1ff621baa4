import { describe, expect, it } from '@jest/globals';
import { domainRefusal, hostOfDomain, hostOfHeader } from './custom-domain.ts';

describe('host of a custom domain', () => {
  it.each([
    { domain: 'status.example.com', host: 'status.example.com' },
    { domain: 'Status.Example.COM', host: 'status.example.com' },
    { domain: 'status.example.com.', host: 'status.example.com' },
    { domain: 'stätus.example.com', host: 'xn--sttus-hra.example.com' },
  ])('$domain is $host', ({ domain, host }) => {
    expect(hostOfDomain(domain)).toBe(host);
  });
});

describe('host of a Host header', () => {
  it.each([
    { header: 'status.example.com', host: 'status.example.com' },
    { header: 'Status.Example.com:8081', host: 'status.example.com' },
    { header: 'status.example.com.', host: 'status.example.com' },
    { header: 'status.example.com.:443', host: 'status.example.com' },
    { header: '[::1]:8081', host: '[::1]' },
    { header: '', host: undefined },
    { header: undefined, host: undefined },
  ])('$header is $host', ({ header, host }) => {
    expect(hostOfHeader(header)).toBe(host);
  });
});

describe('a page may take', () => {
  it.each([
    { domain: 'status.example.com', may: true },
    { domain: 'acme.pages.vedette.example', may: true },
    { domain: 'pages.vedette.example', may: false },
    { domain: 'PAGES.vedette.example.', may: false },
  ])('$domain: $may', ({ domain, may }) => {
    expect(domainRefusal(domain, 'pages.vedette.example') === undefined).toBe(may);
  });
});
