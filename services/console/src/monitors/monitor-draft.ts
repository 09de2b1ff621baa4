// Decides how the fields of the form become the body of a request, and which of them a type of monitor has.

import type { Monitor } from '@vedette/sdk';
import { parseStatusRanges, statusRanges } from './status-ranges.ts';

export type MonitorType = Monitor['type'];

/** The form as it is typed: texts, choices and switches. */
export interface Draft {
  readonly name: string;
  readonly type: MonitorType;
  readonly url: string;
  readonly host: string;
  readonly port: string;
  readonly method: Monitor['method'];
  readonly expectedStatus: string;
  readonly requestHeaders: string;
  readonly requestBody: string;
  readonly followRedirects: boolean;
  readonly verifySsl: boolean;
  readonly keyword: string;
  readonly keywordMatch: Monitor['keywordMatch'];
  readonly dnsRecordType: string;
  readonly dnsExpected: string;
  readonly dnsAlertOnChange: boolean;
  readonly sslExpiryThresholdDays: string;
  readonly intervalSeconds: string;
  readonly timeoutSeconds: string;
  readonly expectedPeriodSec: string;
  readonly graceSeconds: string;
  readonly degradedThresholdMs: string;
  readonly degradedThresholdMode: Monitor['degradedThresholdMode'];
  readonly degradedSamples: string;
}

export type FieldName = Exclude<keyof Draft, 'name' | 'type'>;

/** The defaults of the contract, except for the interval. */
export const NEW_DRAFT: Draft = {
  name: '',
  type: 'HTTP',
  url: '',
  host: '',
  port: '',
  method: 'GET',
  expectedStatus: '200–206, 301–302, 307–308',
  requestHeaders: '',
  requestBody: '',
  followRedirects: true,
  verifySsl: true,
  keyword: '',
  keywordMatch: 'EXISTS',
  dnsRecordType: 'A',
  dnsExpected: '',
  dnsAlertOnChange: true,
  sslExpiryThresholdDays: '14',
  intervalSeconds: '60',
  timeoutSeconds: '30',
  expectedPeriodSec: '',
  graceSeconds: '60',
  degradedThresholdMs: '',
  degradedThresholdMode: 'LAST',
  degradedSamples: '3',
};

const WEB: readonly FieldName[] = ['method', 'expectedStatus', 'requestHeaders', 'requestBody'];
const WEB_SWITCHES: readonly FieldName[] = ['followRedirects', 'verifySsl'];
const SLOWNESS: readonly FieldName[] = ['degradedThresholdMs', 'degradedThresholdMode', 'degradedSamples'];
const TIMES: readonly FieldName[] = ['intervalSeconds', 'timeoutSeconds'];

/** Required and optional fields, in the order of the form. */
export const FIELDS: Readonly<Record<MonitorType, { first: readonly FieldName[]; more: readonly FieldName[] }>> = {
  HTTP: { first: ['url', 'intervalSeconds'], more: ['timeoutSeconds', ...WEB, ...WEB_SWITCHES, ...SLOWNESS] },
  KEYWORD: {
    first: ['url', 'keyword', 'keywordMatch', 'intervalSeconds'],
    more: ['timeoutSeconds', ...WEB, ...WEB_SWITCHES, ...SLOWNESS],
  },
  PING: { first: ['host', 'intervalSeconds'], more: ['timeoutSeconds', ...SLOWNESS] },
  PORT: { first: ['host', 'port', 'intervalSeconds'], more: ['timeoutSeconds', ...SLOWNESS] },
  CRON: { first: ['expectedPeriodSec', 'graceSeconds'], more: [] },
  DNS: {
    first: ['url', 'dnsRecordType', 'dnsExpected', 'intervalSeconds'],
    more: ['dnsAlertOnChange', 'timeoutSeconds', ...SLOWNESS],
  },
  SSL: { first: ['url', 'sslExpiryThresholdDays', 'intervalSeconds'], more: ['timeoutSeconds'] },
  DOMAIN: { first: ['url', 'sslExpiryThresholdDays'], more: TIMES },
};

const NULLABLE_NUMBERS = new Set<FieldName>(['port', 'expectedPeriodSec', 'degradedThresholdMs']);
const NUMBERS = new Set<FieldName>([
  ...NULLABLE_NUMBERS,
  'sslExpiryThresholdDays',
  'intervalSeconds',
  'timeoutSeconds',
  'graceSeconds',
  'degradedSamples',
]);
const NULLABLE_TEXTS = new Set<FieldName>(['url', 'host', 'requestBody', 'keyword', 'dnsExpected']);

/** The fields that the type has. A text that is no number stays a text, so that the validator names the fault. */
export function bodyOf(draft: Draft): Record<string, unknown> {
  const { first, more } = FIELDS[draft.type];
  const fields = [...first, ...more].map((field): [string, unknown] => [field, valueOf(field, draft)]);
  return { name: draft.name.trim(), type: draft.type, ...Object.fromEntries<unknown>(fields) };
}

function valueOf(field: FieldName, draft: Draft): unknown {
  const value = draft[field];
  if (typeof value === 'boolean') return value;
  const typed = value.trim();
  if (field === 'expectedStatus') return parseStatusRanges(typed);
  if (field === 'requestHeaders') return headersOf(value);
  if (NUMBERS.has(field)) {
    if (typed === '' && NULLABLE_NUMBERS.has(field)) return null;
    return typed === '' || Number.isNaN(Number(typed)) ? typed : Number(typed);
  }
  return typed === '' && NULLABLE_TEXTS.has(field) ? null : field === 'requestBody' ? value : typed;
}

/** One header a line, its name before the first colon. */
function headersOf(typed: string): Record<string, string> | null {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return null;
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()];
    }),
  );
}

function text(value: string | number | null): string {
  return value === null ? '' : String(value);
}

export function draftOf(monitor: Monitor): Draft {
  const headers = Object.entries(monitor.requestHeaders ?? {});
  return {
    ...monitor,
    url: text(monitor.url),
    host: text(monitor.host),
    port: text(monitor.port),
    expectedStatus: statusRanges(monitor.expectedStatus),
    requestHeaders: headers.map(([name, value]) => `${name}: ${String(value)}`).join('\n'),
    requestBody: text(monitor.requestBody),
    keyword: text(monitor.keyword),
    dnsRecordType: monitor.dnsRecordType ?? 'A',
    dnsExpected: text(monitor.dnsExpected),
    sslExpiryThresholdDays: text(monitor.sslExpiryThresholdDays),
    intervalSeconds: text(monitor.intervalSeconds),
    timeoutSeconds: text(monitor.timeoutSeconds),
    expectedPeriodSec: text(monitor.expectedPeriodSec),
    graceSeconds: text(monitor.graceSeconds),
    degradedThresholdMs: text(monitor.degradedThresholdMs),
    degradedSamples: text(monitor.degradedSamples),
  };
}

/** The fields whose values differ: an update sends nothing else. */
export function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  );
}
