import { describe, expect, it } from '@jest/globals';
import type { Operation } from '../operation.ts';
import { operations } from '../operations/operations.ts';
import type { JsonSchema } from '../schema.ts';
import { compileRequestValidator } from '../validation/request-validator.ts';

/** Copied from the specification, section 4.1. */
const TABLE = `
| name | string | yes | | length 1-120 |
| type | enum | yes | | HTTP, KEYWORD, PING, PORT, CRON, DNS, SSL, DOMAIN |
| url | string or null | no | | max length 2048 |
| host | string or null | no | | max length 255 |
| port | integer or null | no | | 1-65535 |
| method | enum | no | GET | GET, HEAD, POST, PUT, PATCH, DELETE |
| expectedStatus | array of integer | no | 200,201,202,203,204,205,206,301,302,307,308 | 1-100 items, each 100-599 |
| requestHeaders | object string->string or null | no | null | |
| requestBody | string or null | no | null | max length 100000 |
| followRedirects | boolean | no | true | |
| verifySsl | boolean | no | true | |
| keyword | string or null | no | | max length 500 |
| keywordMatch | enum | no | EXISTS | EXISTS, NOT_EXISTS |
| dnsRecordType | enum | no | A | A, AAAA, CNAME, MX, TXT, NS |
| dnsExpected | string or null | no | | max length 2000 |
| dnsAlertOnChange | boolean | no | true | |
| sslExpiryThresholdDays | integer | no | 2 | 1-365 |
| intervalSeconds | integer | no | 300 | 30-86400 |
| timeoutSeconds | integer | no | 30 | 1-60 |
| expectedPeriodSec | integer or null | no | | 60-2592000 |
| graceSeconds | integer | no | 60 | 0-86400 |
| degradedThresholdMs | integer or null | no | | 1-60000 |
| degradedThresholdMode | enum | no | LAST | LAST, P95 |
| degradedSamples | integer | no | 3 | 1-100 |
`;

interface Row {
  field: string;
  type: string;
  required: boolean;
  preset: unknown;
  bounds: string;
}

const rows: Row[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [field = '', type = '', required, preset = '', bounds = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { field, type, required: required === 'yes', preset: parsePreset(type, preset), bounds };
  });

function parsePreset(type: string, text: string): unknown {
  if (text === '') return undefined;
  if (type === 'array of integer') return text.split(',').map(Number);
  return type === 'enum' ? text : JSON.parse(text);
}

interface Trial {
  field: string;
  name: string;
  value: unknown;
  accepted: boolean;
}

const trials: Trial[] = rows.flatMap((row) => {
  const { field, type, bounds } = row;
  const trial = (name: string, value: unknown, accepted: boolean) => ({ field, name, value, accepted });
  return [
    trial('null', null, type.endsWith('or null')),
    trial('a wrong type', type.startsWith('string') ? 7 : 'seven', false),
    ...boundTrials(type, bounds).map(([name, value, accepted]) => trial(name, value, accepted)),
  ];
});

function boundTrials(type: string, bounds: string): [string, unknown, boolean][] {
  const [first = 0, second = 0] = [...bounds.matchAll(/\d+/g)].map(Number);
  if (type === 'boolean')
    return [
      ['true', true, true],
      ['false', false, true],
      ['1', 1, false],
    ];
  if (type === 'enum') {
    const values = bounds.split(', ');
    return [
      ...values.map((value): [string, unknown, boolean] => [value, value, true]),
      ['lower case', values[0]?.toLowerCase(), false],
      ['nothing', '', false],
    ];
  }
  if (type.startsWith('array')) {
    return [
      ['no items', [], false],
      ['1 item', [200], true],
      ['100 items', Array.from({ length: 100 }, () => 200), true],
      ['101 items', Array.from({ length: 101 }, () => 200), false],
      ['99', [99], false],
      ['100', [100], true],
      ['599', [599], true],
      ['600', [600], false],
      ['a fraction', [200.5], false],
    ];
  }
  if (type.startsWith('object'))
    return [
      ['strings', { a: 'b' }, true],
      ['numbers', { a: 1 }, false],
    ];
  if (type.startsWith('integer')) {
    return [
      ['below', first - 1, false],
      ['the least', first, true],
      ['the most', second, true],
      ['above', second + 1, false],
      ['a fraction', first + 0.5, false],
      ['digits', String(first), false],
    ];
  }
  const most = bounds.startsWith('max') ? first : second;
  const least = bounds.startsWith('max') ? 0 : first;
  const letters = (count: number) => 'x'.repeat(count);
  return [
    ...(least > 0 ? [['too short', letters(least - 1), false] as [string, unknown, boolean]] : []),
    ['the shortest', letters(least), true],
    ['the longest', letters(most), true],
    ['the longest in astral characters', '🦉'.repeat(most), true],
    ['too long', letters(most + 1), false],
  ];
}

const noQuery = new URLSearchParams();

function refusedPaths(operationId: 'createMonitor' | 'updateMonitor', body: unknown): string[] {
  const validate = compileRequestValidator(operations[operationId]);
  const result = validate({ params: { monitorId: 'mon_1' }, query: noQuery, body });
  return result.ok ? [] : result.details.map(({ path }) => path.replace(/\..*/, ''));
}

// CRON requires no field, so that only the bounds decide.
const cron = { name: 'nightly backup', type: 'CRON' };

describe('the fields of a monitor', () => {
  it('are those of the table, for create and update', () => {
    const fields = rows.map(({ field }) => field);
    for (const id of ['createMonitor', 'updateMonitor'] as const) {
      const operation: Operation = operations[id];
      const { properties = {} }: JsonSchema = operation.body ?? {};
      expect(Object.keys(properties).filter((name) => properties[name]?.readOnly !== true)).toEqual(fields);
    }
  });

  it.each(trials)('create: $field of $name: $accepted', ({ field, value, accepted }) => {
    expect(refusedPaths('createMonitor', { ...cron, [field]: value }).includes(field)).toBe(!accepted);
  });

  it.each(trials)('update: $field of $name: $accepted', ({ field, value, accepted }) => {
    expect(refusedPaths('updateMonitor', { [field]: value }).includes(field)).toBe(!accepted);
  });

  it.each(rows.filter(({ required }) => required))('create requires $field', ({ field }) => {
    expect(refusedPaths('createMonitor', { ...cron, [field]: undefined })).toContain(field);
  });

  it('have the defaults of the table on create', () => {
    const validate = compileRequestValidator(operations.createMonitor);
    const result = validate({ params: {}, query: noQuery, body: { ...cron } });
    const presets = rows.filter(({ preset }) => preset !== undefined).map(({ field, preset }) => [field, preset]);
    expect(result).toMatchObject({ ok: true, value: { body: { ...cron, ...Object.fromEntries(presets) } } });
  });

  it('have no defaults on update', () => {
    const validate = compileRequestValidator(operations.updateMonitor);
    const result = validate({ params: { monitorId: 'mon_1' }, query: noQuery, body: {} });
    expect(result).toMatchObject({ ok: true, value: { body: {} } });
    expect(Object.keys(result.ok ? (result.value.body ?? {}) : { failed: true })).toEqual([]);
  });
});
