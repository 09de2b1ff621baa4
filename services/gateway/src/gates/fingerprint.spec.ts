import { describe, expect, it } from '@jest/globals';
import { canonicalJson, fingerprint, isIdempotencyKey } from './fingerprint.ts';

describe('the fingerprint of a request', () => {
  const base = fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } });
  const rows: { name: string; other: Buffer; same: boolean }[] = [
    {
      name: 'is the same whatever the order of fields',
      other: fingerprint('POST', '/api/v1/monitors', { tags: { y: [1, 2], x: 1 }, name: 'a' }),
      same: true,
    },
    {
      name: 'differs by method',
      other: fingerprint('PATCH', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by path',
      other: fingerprint('POST', '/api/v1/status-pages', { name: 'a', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by a value',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'b', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by the order of a list',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [2, 1] } }),
      same: false,
    },
  ];
  it.each(rows)('$name', ({ other, same }) => {
    expect(other.equals(base)).toBe(same);
  });

  it('keeps a field named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it('takes no body as null', () => {
    expect(canonicalJson(undefined)).toBe('null');
  });
});

describe('the form of an Idempotency-Key', () => {
  const rows: { name: string; text: string; ok: boolean }[] = [
    { name: 'empty', text: '', ok: false },
    { name: 'one character', text: 'a', ok: true },
    { name: 'every kind of character', text: 'aZ09._:-', ok: true },
    { name: '200 characters', text: 'k'.repeat(200), ok: true },
    { name: '201 characters', text: 'k'.repeat(201), ok: false },
    { name: 'a space', text: 'a b', ok: false },
    { name: 'a letter outside ASCII', text: 'é', ok: false },
    { name: 'a comma, as two headers would be joined', text: 'a, b', ok: false },
  ];
  it.each(rows)('$name', ({ text, ok }) => {
    expect(isIdempotencyKey(text)).toBe(ok);
  });
});
