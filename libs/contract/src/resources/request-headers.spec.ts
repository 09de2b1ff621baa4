import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { requestHeaderFaults } from './request-headers.ts';

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${String(i)}`, 'v']));
const pathsOf = (headers: Record<string, string>) => detailsOf(requestHeaderFaults(headers)).map(({ path }) => path);

describe('requestHeaderFaults', () => {
  it.each([
    { name: 'null', headers: null },
    { name: 'left out', headers: undefined },
    { name: 'no entries', headers: {} },
    { name: 'ordinary ones', headers: { Accept: 'text/html', 'x-api_key': 'a b', 'X.Y~z!': '' } },
    { name: 'a tab, and Latin-1', headers: { a: 'x\ty', b: 'größe' } },
    { name: 'names that only resemble ours', headers: { Hostname: 'a', 'X-Connection': 'b', Proxy: 'c' } },
    { name: 'a name that objects are born with', headers: JSON.parse('{"__proto__":"a"}') },
    { name: 'Host', headers: { Host: 'shop.example', accept: 'text/html' } },
    { name: 'as many entries as 32 KiB hold', headers: entries(4_000) },
    { name: '32 KiB', headers: { a: 'x'.repeat(32 * 1024 - 1) } },
  ])('takes $name', ({ headers }) => {
    expect(requestHeaderFaults(headers)).toEqual([]);
  });

  it.each(['CONNECTION', 'Content-Length', 'transfer-encoding', 'Proxy-Authorization', 'proxy-connection'])(
    'refuses %s, which belongs to the check',
    (name) => {
      expect(pathsOf({ [name]: 'x' })).toEqual([`requestHeaders.${name}`]);
    },
  );

  it.each([
    { fault: 'an empty name', name: '', value: 'v' },
    { fault: 'a space in a name', name: 'a b', value: 'v' },
    { fault: 'a colon in a name', name: 'a:', value: 'v' },
    { fault: 'a line break in a name', name: 'a\r\nb', value: 'v' },
    { fault: 'a name beyond ASCII', name: 'ä', value: 'v' },
    { fault: 'a line break in a value', name: 'a', value: 'v\r\nx: y' },
    { fault: 'a control character in a value', name: 'a', value: '\u0001' },
    { fault: 'a value beyond Latin-1', name: 'a', value: '€' },
  ])('refuses $fault, which cannot go on the wire', ({ name, value }) => {
    expect(pathsOf({ [name]: value })).toEqual([`requestHeaders.${name}`]);
  });

  it('refuses one byte more than 32 KiB, names included', () => {
    expect(pathsOf({ a: 'x'.repeat(32 * 1024) })).toEqual(['requestHeaders']);
  });

  it('reports every fault at once, and judges the names of values that are missing', () => {
    const faults = detailsOf(requestHeaderFaults({ Connection: undefined, 'a b': 'x', ok: 'x'.repeat(33_000) }));
    expect(faults.map(({ path }) => path)).toEqual([
      'requestHeaders.Connection',
      'requestHeaders.a b',
      'requestHeaders',
    ]);
  });
});
