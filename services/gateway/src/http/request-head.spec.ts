import { METHODS } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { joinedHeaders, readUnknownMethod, requestStart } from './request-head.ts';

function read(text: string, offset = 1): unknown {
  const bytes = Buffer.from(text, 'latin1');
  const found = readUnknownMethod(bytes.subarray(requestStart(bytes, offset)), METHODS);
  return found.kind === 'request' ? found.head : found.kind;
}

describe('a request whose method the parser does not know', () => {
  const rows: { name: string; text: string; offset?: number; found: unknown }[] = [
    {
      name: 'is read with every value of its headers',
      text: 'BREW /pot?a=b HTTP/1.1\r\nHost: x\r\nX-API-Key:\tk \r\nEmpty:\r\nx-api-key: l\r\n\r\n',
      found: {
        method: 'BREW',
        target: '/pot?a=b',
        rawHeaders: ['Host', 'x', 'X-API-Key', 'k', 'Empty', '', 'x-api-key', 'l'],
      },
    },
    {
      name: 'may have no headers',
      text: 'get / HTTP/1.0\r\n\r\n',
      offset: 0,
      found: { method: 'get', target: '/', rawHeaders: [] },
    },
    {
      name: 'may be one that the parser knows from another protocol',
      text: 'DESCRIBE / HTTP/1.1\r\n\r\n',
      offset: 15,
      found: { method: 'DESCRIBE', target: '/', rawHeaders: [] },
    },
    {
      name: 'may follow other requests',
      text: 'GET / HTTP/1.1\r\n\r\nBREW /pot HTTP/1.1\r\n\r\n',
      offset: 19,
      found: { method: 'BREW', target: '/pot', rawHeaders: [] },
    },
    {
      name: 'may come with its body',
      text: 'BREW / HTTP/1.1\r\n\r\nwater',
      found: expect.objectContaining({ method: 'BREW' }),
    },
    { name: 'is waited for while its method arrives', text: 'BRE', found: 'incomplete' },
    { name: 'is waited for while its target arrives', text: 'BREW /po', found: 'incomplete' },
    { name: 'is waited for while its version arrives', text: 'BREW /pot HTTP/1', found: 'incomplete' },
    { name: 'is waited for while its headers arrive', text: 'BREW /pot HTTP/1.1\r\nHost: x\r\n', found: 'incomplete' },
  ];
  it.each(rows)('$name', ({ text, offset, found }) => {
    expect(read(text, offset)).toEqual(found);
  });
});

describe('what else a parser refuses is no such request', () => {
  const rows: { name: string; text: string; offset?: number }[] = [
    { name: 'garbage', text: 'garbage\r\n\r\n' },
    { name: 'binary garbage', text: '\u0016\u0003\u0001\u0002\u0000' },
    { name: 'a method that is known', text: 'GET / HTTP/1.1\r\nnonsense\r\n\r\n', offset: 24 },
    { name: 'a method with characters that none may have', text: 'BR@W / HTTP/1.1\r\n\r\n' },
    { name: 'no target', text: 'BREW  HTTP/1.1\r\n\r\n' },
    { name: 'a space in the target', text: 'BREW /a b HTTP/1.1\r\n\r\n' },
    { name: 'another version', text: 'BREW / HTTP/2.0\r\n\r\n' },
    { name: 'a header without a colon', text: 'BREW / HTTP/1.1\r\nnonsense\r\n\r\n' },
    { name: 'a header with a space in its name', text: 'BREW / HTTP/1.1\r\nX-API-Key : k\r\n\r\n' },
    { name: 'a folded header', text: 'BREW / HTTP/1.1\r\nA: b\r\n c\r\n\r\n' },
    { name: 'two hosts', text: 'BREW / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n' },
    { name: 'a bare line feed in a header', text: 'BREW / HTTP/1.1\r\nA: b\nX-API-Key: k\r\n\r\n' },
  ];
  it.each(rows)('$name', ({ text, offset }) => {
    expect(read(text, offset)).toBe('none');
  });
});

describe('the headers of such a request', () => {
  it.each<{ name: string; raw: string[]; headers: Record<string, string> }>([
    { name: 'by name in lower case', raw: ['X-API-Key', 'k', 'Host', 'a'], headers: { 'x-api-key': 'k', host: 'a' } },
    { name: 'sent twice', raw: ['A', '1', 'B', '2', 'a', '3'], headers: { a: '1, 3', b: '2' } },
    { name: 'named as a property of objects', raw: ['constructor', 'x'], headers: { ['constructor']: 'x' } },
    { name: 'none', raw: [], headers: {} },
  ])('$name', ({ raw, headers }) => {
    expect(joinedHeaders(raw)).toEqual(headers);
  });

  it('cost no more for each one the more there are', () => {
    const raw = Array.from({ length: 8_000 }, () => ['a', '']).flat();
    const before = process.threadCpuUsage();
    joinedHeaders(raw);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(50);
  });
});
