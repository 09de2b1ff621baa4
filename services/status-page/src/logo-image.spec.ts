import { describe, expect, it } from '@jest/globals';
import { imageType } from './logo-image.ts';

describe('a fetched logo', () => {
  it.each([
    { name: 'PNG', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), is: 'image/png' },
    { name: 'JPEG', bytes: Buffer.from('ffd8ffe000104a464946', 'hex'), is: 'image/jpeg' },
    { name: 'GIF', bytes: Buffer.from('GIF89a...'), is: 'image/gif' },
    { name: 'WebP', bytes: Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'), is: 'image/webp' },
    { name: 'AVIF', bytes: Buffer.from('\0\0\0\x20ftypavif', 'latin1'), is: 'image/avif' },
    { name: 'SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), is: 'image/svg+xml' },
    {
      name: 'SVG with a prologue',
      bytes: Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- made by hand -->\n<svg >'),
      is: 'image/svg+xml',
    },
    { name: 'HTML', bytes: Buffer.from('<!doctype html><svg></svg>'), is: undefined },
    { name: 'HTML that mentions SVG', bytes: Buffer.from('<p><svg></svg></p>'), is: undefined },
    { name: 'JSON', bytes: Buffer.from('{"error":"not found"}'), is: undefined },
    { name: 'nothing', bytes: Buffer.alloc(0), is: undefined },
  ])('$name: $is', ({ bytes, is }) => {
    expect(imageType(bytes)).toBe(is);
  });

  it('is judged quickly, however hostile', () => {
    const startedAt = performance.now();
    imageType(Buffer.from('<!--'.repeat(1_024)));
    imageType(Buffer.from(' '.repeat(4_096)));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
