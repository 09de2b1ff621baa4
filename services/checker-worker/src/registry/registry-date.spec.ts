import { describe, expect, it } from '@jest/globals';
import { readRegistryDate } from './registry-date.ts';

describe('readRegistryDate', () => {
  it.each<[string, string]>([
    ['2027-08-13T04:00:00Z', '2027-08-13T04:00:00.000Z'],
    ['2027-08-13T04:00:00.000Z', '2027-08-13T04:00:00.000Z'],
    ['2027-08-13T04:00:00+02:00', '2027-08-13T02:00:00.000Z'],
    ['2027-08-13T04:00:00-0330', '2027-08-13T07:30:00.000Z'],
    ['2027-08-13', '2027-08-13T00:00:00.000Z'],
    ['2027-08-13 23:59:59', '2027-08-13T23:59:59.000Z'],
    ['2027-08-13 23:59:59 UTC', '2027-08-13T23:59:59.000Z'],
    ['2027-08-13 18:00:00 CLST', '2027-08-13T18:00:00.000Z'],
    ['2027-08-13 (YYYY-MM-DD)', '2027-08-13T00:00:00.000Z'],
    ['2027/08/31', '2027-08-31T00:00:00.000Z'],
    ['2027/08/31 01:05:04 (JST)', '2027-08-31T01:05:04.000Z'],
    ['2027.08.13 14:00:00', '2027-08-13T14:00:00.000Z'],
    ['2027. 10. 04.', '2027-10-04T00:00:00.000Z'],
    ['20270813', '2027-08-13T00:00:00.000Z'],
    ['13-Aug-2027', '2027-08-13T00:00:00.000Z'],
    ['13 August 2027', '2027-08-13T00:00:00.000Z'],
    ['13-Aug-2027 23:59:59 UTC', '2027-08-13T23:59:59.000Z'],
    ['2027-Aug-13.', '2027-08-13T00:00:00.000Z'],
    ['13.08.2027', '2027-08-13T00:00:00.000Z'],
    ['13.8.2027 10:00:00', '2027-08-13T10:00:00.000Z'],
    ['13/08/2027', '2027-08-13T00:00:00.000Z'],
    ['08-09-2027', '2027-09-08T00:00:00.000Z'],
    ['Fri Aug 13 23:59:59 GMT 2027', '2027-08-13T23:59:59.000Z'],
    ['Fri Aug 13 2027', '2027-08-13T00:00:00.000Z'],
    ['August 13, 2027', '2027-08-13T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(readRegistryDate(text)?.toISOString()).toBe(iso);
  });

  it.each([
    '',
    'never',
    'N/A',
    '2027',
    '2027-13-01',
    '2027-02-29',
    '31.04.2027',
    '08/13/2027',
    '13-Foo-2027',
    'before Aug-2027',
    '2027-08-13 or later',
    '1786593600',
  ])('%p cannot be read', (text) => {
    expect(readRegistryDate(text)).toBeNull();
  });

  it.each<[string, string]>([
    ['parentheses', '('.repeat(20_000)],
    ['spaces', `2027-08-13${' '.repeat(20_000)}x`],
    ['letters', `2027-08-13 ${'t'.repeat(20_000)}`],
  ])('gives up on %s without end at once', (_name, text) => {
    // Processor time, which other processes on a busy machine do not lengthen.
    const before = process.threadCpuUsage();
    expect(readRegistryDate(text)).toBeNull();
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(50);
  });

  it('knows no year that has not four digits', () => {
    expect(readRegistryDate('9999-12-31T23:59:59-1200')).toBeNull();
    expect(readRegistryDate('0000-01-01')).toBeNull();
    expect(readRegistryDate('0001-01-01T00:00:00+1200')).toBeNull();
  });
});
