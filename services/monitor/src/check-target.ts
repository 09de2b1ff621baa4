// Decides which fields make up what a monitor checks: a result from before a change of one of them says nothing after it.

import type { MonitorType, MonitorUpdate } from '@vedette/contract';

type Field = keyof MonitorUpdate;

const REQUEST = [
  'url',
  'method',
  'expectedStatus',
  'requestHeaders',
  'requestBody',
  'followRedirects',
  'verifySsl',
] as const satisfies readonly Field[];

const TARGET: Readonly<Record<MonitorType, readonly Field[]>> = {
  HTTP: REQUEST,
  KEYWORD: [...REQUEST, 'keyword', 'keywordMatch'],
  PING: ['host'],
  PORT: ['host', 'port'],
  // A cron job reports by itself: only the time allowed for it can change.
  CRON: [],
  DNS: ['url', 'dnsRecordType', 'dnsExpected', 'dnsAlertOnChange'],
  SSL: ['url'],
  DOMAIN: ['url'],
};

/** `type` is the one the monitor has after the change. */
export function changesTarget(type: MonitorType, changed: readonly Field[]): boolean {
  return changed.some((field) => field === 'type' || TARGET[type].includes(field));
}
