import { describe, expect, it } from '@jest/globals';
import { type CredentialHeaders, presentedKey, type PresentedKey } from './credentials.ts';

describe('the key that a request presents', () => {
  const rows: { name: string; headers: CredentialHeaders; presented: PresentedKey }[] = [
    { name: 'no header', headers: {}, presented: { kind: 'none' } },
    { name: 'X-API-Key', headers: { 'x-api-key': ['k'] }, presented: { kind: 'key', key: 'k' } },
    {
      name: 'an empty X-API-Key is a key, if no good one',
      headers: { 'x-api-key': [''] },
      presented: { kind: 'key', key: '' },
    },
    { name: 'Bearer', headers: { authorization: ['Bearer k'] }, presented: { kind: 'key', key: 'k' } },
    { name: 'the scheme in any case', headers: { authorization: ['bearer k'] }, presented: { kind: 'key', key: 'k' } },
    { name: 'Bearer without a key', headers: { authorization: ['Bearer '] }, presented: { kind: 'malformed' } },
    { name: 'Bearer with two words', headers: { authorization: ['Bearer a b'] }, presented: { kind: 'malformed' } },
    { name: 'another scheme', headers: { authorization: ['Basic abc'] }, presented: { kind: 'malformed' } },
    { name: 'a bare key in Authorization', headers: { authorization: ['k'] }, presented: { kind: 'malformed' } },
    { name: 'X-API-Key twice', headers: { 'x-api-key': ['k', 'k'] }, presented: { kind: 'malformed' } },
    {
      name: 'Authorization twice, even with the same key',
      headers: { authorization: ['Bearer k', 'Bearer k'] },
      presented: { kind: 'malformed' },
    },
    {
      name: 'Authorization twice, the first one of another scheme',
      headers: { authorization: ['Basic abc', 'Bearer k'] },
      presented: { kind: 'malformed' },
    },
    {
      name: 'both headers, even with the same key',
      headers: { 'x-api-key': ['k'], authorization: ['Bearer k'] },
      presented: { kind: 'ambiguous' },
    },
  ];
  it.each(rows)('$name', ({ headers, presented }) => {
    expect(presentedKey(headers)).toEqual(presented);
  });
});
