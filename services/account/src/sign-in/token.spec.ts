import { describe, expect, it } from '@jest/globals';
import { hashToken, makeToken, tokenUrl } from './token.ts';

describe('a token', () => {
  it('is 256 random bits in base64url', () => {
    expect(makeToken((size) => new Uint8Array(size).fill(255))).toBe('_'.repeat(42) + '8');
  });

  it('is stored as its SHA-256', () => {
    expect(hashToken('')).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });

  it.each([
    ['http://localhost:8083', 'http://localhost:8083/console/sign-in#token=t'],
    ['https://example.com/vedette/', 'https://example.com/vedette/console/sign-in#token=t'],
  ])('is the fragment of an address under %s', (consoleUrl, url) => {
    expect(tokenUrl(consoleUrl, 'sign-in', 't')).toBe(url);
  });
});
