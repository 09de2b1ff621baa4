import { describe, expect, it } from '@jest/globals';
import { targetOf, type TargetFields } from './job-target.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const registration = { domain: 'a.test', expiresAt: '2027-01-01T00:00:00Z', checkedAt: '2026-01-01T00:00:00Z' };
const row: TargetFields = {
  type: 'HTTP',
  host: 'a.test',
  port: 25,
  method: 'POST',
  expectedStatus: [200, 204],
  requestBody: 'hello',
  followRedirects: true,
  verifySsl: false,
  keyword: 'fine',
  keywordMatch: 'NOT_EXISTS',
  dnsRecordType: 'A',
  dnsExpected: null,
  dnsAlertOnChange: true,
  timeoutSeconds: 7,
  dnsSeen: { '192.0.2.2': '2026-03-01T11:00:00.000Z', '192.0.2.1': '2026-03-01T11:00:00.000Z' },
  registration,
};
const request = { url: 'https://a.test/x', requestHeaders: { 'x-a': '1' } };
const exchange = {
  timeoutSeconds: 7,
  url: 'https://a.test/x',
  method: 'POST',
  expectedStatus: [200, 204],
  requestHeaders: { 'x-a': '1' },
  requestBody: 'hello',
  followRedirects: true,
  verifySsl: false,
};
const dns = { type: 'DNS', timeoutSeconds: 7, url: 'https://a.test/x', recordType: 'A' };

describe('what a worker is asked to probe', () => {
  it.each([
    { type: 'HTTP', target: { type: 'HTTP', ...exchange } },
    { type: 'KEYWORD', target: { type: 'KEYWORD', ...exchange, keyword: 'fine', keywordMatch: 'NOT_EXISTS' } },
    { type: 'PING', target: { type: 'PING', timeoutSeconds: 7, host: 'a.test' } },
    { type: 'PORT', target: { type: 'PORT', timeoutSeconds: 7, host: 'a.test', port: 25 } },
    { type: 'SSL', target: { type: 'SSL', timeoutSeconds: 7, url: 'https://a.test/x' } },
    { type: 'DNS', target: { ...dns, expected: null, baseline: ['192.0.2.1', '192.0.2.2'] } },
    { type: 'DOMAIN', target: { type: 'DOMAIN', timeoutSeconds: 7, url: 'https://a.test/x', known: registration } },
    { type: 'CRON', target: null },
  ] as const)('of a $type monitor', ({ type, target }) => {
    expect(targetOf({ ...row, type }, request, NOW)).toEqual(target);
  });

  it.each([
    { name: 'nothing is known yet', changes: { dnsSeen: null }, expected: null },
    { name: 'nobody wants to hear of changes', changes: { dnsAlertOnChange: false }, expected: null },
    { name: 'an answer is expected', changes: { dnsExpected: '192.0.2.1' }, expected: '192.0.2.1' },
  ])('has no DNS baseline while $name', ({ changes, expected }) => {
    expect(targetOf({ ...row, type: 'DNS', ...changes }, request, NOW)).toEqual({ ...dns, expected, baseline: null });
  });

  it('has a DNS baseline while the expected answer is empty', () => {
    const target = targetOf({ ...row, type: 'DNS', dnsExpected: '' }, request, NOW);
    expect(target).toEqual({ ...dns, expected: '', baseline: ['192.0.2.1', '192.0.2.2'] });
  });

  it.each([
    { type: 'PORT', changes: { port: null } },
    { type: 'PING', changes: { host: null } },
    { type: 'KEYWORD', changes: { keyword: null } },
  ] as const)('is nothing without a field that $type requires', ({ type, changes }) => {
    expect(() => targetOf({ ...row, type, ...changes }, request, NOW)).toThrow('lacks a field');
  });
});
