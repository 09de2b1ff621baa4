import { describe, expect, it } from '@jest/globals';
import { canonicalJson, fingerprint } from './fingerprint.ts';

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
      name: 'differs by the person, where one counts',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } }, 'per_1'),
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
