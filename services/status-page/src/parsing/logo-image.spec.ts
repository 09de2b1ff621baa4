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
    {
      name: 'SVG with comments around its document type',
      bytes: Buffer.from(
        '<!-- a --><!-- b -->\r\n<!DOCTYPE SVG PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><!-- c --><SVG\t>',
      ),
      is: 'image/svg+xml',
    },
    { name: 'SVG without anything in it', bytes: Buffer.from('<svg/>'), is: 'image/svg+xml' },
    { name: 'another element', bytes: Buffer.from('<svgs>'), is: undefined },
    { name: 'a comment without an end', bytes: Buffer.from('<!-- <svg>'), is: undefined },
    { name: 'a comment that is too short to end itself', bytes: Buffer.from('<!--><svg>'), is: undefined },
    { name: 'a cut root', bytes: Buffer.from('<svg'), is: undefined },
    { name: 'HTML', bytes: Buffer.from('<!doctype html><svg></svg>'), is: undefined },
    { name: 'HTML that mentions SVG', bytes: Buffer.from('<p><svg></svg></p>'), is: undefined },
    { name: 'JSON', bytes: Buffer.from('{"error":"not found"}'), is: undefined },
    { name: 'nothing', bytes: Buffer.alloc(0), is: undefined },
  ])('$name: $is', ({ bytes, is }) => {
    expect(imageType(bytes)).toBe(is);
  });

  it.each([
    { name: 'comments and no image', source: `${'<!---->'.repeat(32)}x` },
    { name: 'as many comments as are looked at', source: `${'<!---->'.repeat(580)}x` },
    { name: 'comments without an end', source: '<!--'.repeat(1_024) },
    { name: 'declarations without an end', source: '<?xml '.repeat(700) },
    { name: 'nothing but blanks', source: ' '.repeat(128 * 1_024) },
  ])('is judged within 50 ms: $name', ({ source }) => {
    // Processor time, which other processes on a busy machine do not lengthen.
    const before = process.threadCpuUsage();
    expect(imageType(Buffer.from(source))).toBeUndefined();
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(50);
  });
});
