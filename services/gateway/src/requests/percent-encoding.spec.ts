import { describe, expect, it } from '@jest/globals';
import { decodableQuery, decodeSegment } from './percent-encoding.ts';

describe('a segment of a path', () => {
  const rows: { name: string; segment: string; decoded: string | undefined }[] = [
    { name: 'plain', segment: 'mon_1', decoded: 'mon_1' },
    { name: 'encoded', segment: 'a%2Fb%c3%a9', decoded: 'a/bé' },
    { name: 'with a bare percent sign', segment: '100%', decoded: undefined },
    { name: 'with digits that are none', segment: '%zz', decoded: undefined },
    { name: 'in no UTF-8', segment: '%ff', decoded: undefined },
  ];
  it.each(rows)('$name', ({ segment, decoded }) => {
    expect(decodeSegment(segment)).toBe(decoded);
  });
});

describe('a query', () => {
  const rows: { name: string; raw: string; query: [string, string][]; paths: string[] }[] = [
    { name: 'that is empty', raw: '', query: [], paths: [] },
    {
      name: 'without a percent sign',
      raw: 'limit=1&a=b+c',
      query: [
        ['limit', '1'],
        ['a', 'b c'],
      ],
      paths: [],
    },
    {
      name: 'properly encoded',
      raw: 'limit=%31&a%20b=%c3%a9',
      query: [
        ['limit', '1'],
        ['a b', 'é'],
      ],
      paths: [],
    },
    {
      name: 'with a bare percent sign in a value',
      raw: 'limit=5%&offset=0',
      query: [['offset', '0']],
      paths: ['limit'],
    },
    { name: 'with digits that are none', raw: 'limit=%zz', query: [], paths: ['limit'] },
    { name: 'with an escape that is cut off', raw: 'state=%4', query: [], paths: ['state'] },
    { name: 'in no UTF-8', raw: 'monitorId=%ff', query: [], paths: ['monitorId'] },
    { name: 'with a bad value of an unknown parameter', raw: 'other=%', query: [], paths: ['other'] },
    { name: 'with a bad name', raw: '%zz=1', query: [], paths: ['body'] },
    { name: 'with a bad value without a name', raw: '=%zz', query: [], paths: ['body'] },
    { name: 'with the same bad parameter twice', raw: 'a=%&a=%', query: [], paths: ['a'] },
  ];
  it.each(rows)('$name', ({ raw, query, paths }) => {
    const read = decodableQuery(raw);
    expect([...read.query]).toEqual(query);
    expect(read.faults.map(({ path }) => path)).toEqual(paths);
  });

  it('lists a bounded number of faults', () => {
    const raw = Array.from({ length: 5_000 }, (_, index) => `p${index}=%`).join('&');
    expect(decodableQuery(raw).faults).toHaveLength(100);
  });
});
