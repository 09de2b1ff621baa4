import { describe, expect, it } from '@jest/globals';
import { addressPieces } from './address-pieces.ts';

describe('the pieces of an address', () => {
  it.each([
    { name: 'nothing', address: '', pieces: [''] },
    { name: 'one word', address: 'localhost', pieces: ['localhost'] },
    {
      name: 'an address with a path',
      address: 'https://api.example.com/v1/health',
      pieces: ['https://', 'api.', 'example.', 'com/', 'v1/', 'health'],
    },
    { name: 'a query', address: 'a/?b=1&c=2#d', pieces: ['a/', '?', 'b=', '1&', 'c=', '2#', 'd'] },
    { name: 'slashes in a row', address: 'a//b', pieces: ['a//', 'b'] },
  ])('are those of $name', ({ address, pieces }) => {
    expect(addressPieces(address)).toEqual(pieces);
    expect(addressPieces(address).join('')).toBe(address);
  });
});
