import { describe, expect, it } from '@jest/globals';
import { hostOf, tlsEndpoint } from './target-host.ts';

describe('hostOf', () => {
  it.each<[string, string]>([
    ['example.com', 'example.com'],
    ['https://example.com/path?query', 'example.com'],
    ['HTTPS://Example.com', 'example.com'],
    ['https://example.com:8443', 'example.com'],
    ['https://[2001:db8::1]/', '[2001:db8::1]'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['bücher.example', 'bücher.example'],
    ['http.example.com', 'http.example.com'],
  ])('%s is about %s', (url, host) => {
    expect(hostOf(url)).toBe(host);
  });
});

describe('tlsEndpoint', () => {
  it.each<[string, string, number]>([
    ['example.com', 'example.com', 443],
    ['https://example.com', 'example.com', 443],
    ['https://example.com:8443/x', 'example.com', 8443],
    ['http://example.com', 'example.com', 443],
    ['http://example.com:8080', 'example.com', 8080],
    ['https://203.0.113.7:444', '203.0.113.7', 444],
  ])('%s', (url, host, port) => {
    expect(tlsEndpoint(url)).toEqual({ host, port });
  });
});
