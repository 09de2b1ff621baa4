import { describe, expect, it } from '@jest/globals';
import { responseText } from './response-text.ts';

describe('what is kept of an answer', () => {
  const rows: { name: string; body: Buffer; text: string }[] = [
    { name: 'nothing', body: Buffer.alloc(0), text: '' },
    { name: 'text as it is', body: Buffer.from('ok ✓\n'), text: 'ok ✓\n' },
    { name: '4 KiB', body: Buffer.alloc(4_096, 'a'), text: 'a'.repeat(4_096) },
    { name: 'no more than 4 KiB', body: Buffer.alloc(4_097, 'a'), text: 'a'.repeat(4_096) },
    { name: 'no half characters at the end', body: Buffer.from(`${'a'.repeat(4_095)}é`), text: 'a'.repeat(4_095) },
    { name: 'a sign for each byte that is no text', body: Buffer.from([0x61, 0xff, 0x62]), text: 'a\uFFFDb' },
    { name: 'a sign for U+0000, which PostgreSQL cannot hold', body: Buffer.from('a\0b'), text: 'a\uFFFDb' },
  ];
  it.each(rows)('$name', ({ body, text }) => {
    expect(responseText(body)).toBe(text);
  });
});
