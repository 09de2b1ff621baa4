import { describe, expect, it } from '@jest/globals';
import { MONITOR_TYPES, monitorUpdateSchema, type MonitorType, type MonitorUpdate } from '@vedette/contract';
import { changesTarget } from './check-target.ts';

type Field = keyof MonitorUpdate;

const request: Field[] = [
  'expectedStatus',
  'followRedirects',
  'method',
  'requestBody',
  'requestHeaders',
  'url',
  'verifySsl',
];

describe('what a monitor checks changes with', () => {
  const rows: Record<MonitorType, Field[]> = {
    HTTP: [...request, 'type'],
    KEYWORD: [...request, 'keyword', 'keywordMatch', 'type'],
    PING: ['host', 'type'],
    PORT: ['host', 'port', 'type'],
    CRON: ['type'],
    DNS: ['dnsAlertOnChange', 'dnsExpected', 'dnsRecordType', 'type', 'url'],
    SSL: ['type', 'url'],
    DOMAIN: ['type', 'url'],
  };
  const { properties } = monitorUpdateSchema as { properties?: object };
  const fields = Object.keys(properties ?? {}) as Field[];
  it.each(MONITOR_TYPES)('%s', (type) => {
    expect(fields.filter((field) => changesTarget(type, [field])).toSorted()).toEqual(rows[type].toSorted());
  });
});

describe('a change of several fields', () => {
  it('changes the target when one of them does', () => {
    expect(changesTarget('HTTP', ['name', 'timeoutSeconds', 'url'])).toBe(true);
  });

  it('leaves the target alone when none of them touches it', () => {
    expect(changesTarget('HTTP', ['name', 'host', 'intervalSeconds', 'timeoutSeconds'])).toBe(false);
    expect(changesTarget('HTTP', [])).toBe(false);
  });
});
