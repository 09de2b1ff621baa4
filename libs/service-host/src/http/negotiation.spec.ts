import { describe, expect, it } from '@jest/globals';
import { encodingFor, isKnown } from './negotiation.ts';

describe('the encoding of an answer', () => {
  it.each([
    { header: undefined, is: 'identity' },
    { header: '', is: 'identity' },
    { header: 'gzip, deflate, br, zstd', is: 'br' },
    { header: 'gzip, deflate', is: 'gzip' },
    { header: 'GZIP', is: 'gzip' },
    { header: 'br;q=0, gzip;q=0.5', is: 'gzip' },
    { header: 'br; q=0.000, gzip; q=0', is: 'identity' },
    { header: 'br;q=0.1', is: 'br' },
    { header: 'brotli, xgzip', is: 'identity' },
    { header: 'identity', is: 'identity' },
  ])('for $header is $is', ({ header, is }) => {
    expect(encodingFor(header)).toBe(is);
  });
});

describe('a version that the client names', () => {
  const etag = 'W/"abc"';
  it.each([
    { header: undefined, is: false },
    { header: 'W/"abc"', is: true },
    { header: '"abc"', is: true },
    { header: '"x", W/"abc"', is: true },
    { header: '*', is: true },
    { header: 'W/"abcd"', is: false },
    { header: 'abc', is: false },
  ])('$header: $is', ({ header, is }) => {
    expect(isKnown(header, etag)).toBe(is);
  });
});
