// Decides which fields define a monitor's target: after a change of one of them, older results no longer apply.

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
  // A cron job reports by itself, so it has no target: only its permitted time can change.
  CRON: [],
  DNS: ['url', 'dnsRecordType', 'dnsExpected', 'dnsAlertOnChange'],
  SSL: ['url'],
  DOMAIN: ['url'],
};

/** `type` is the monitor's type after the change. */
export function changesTarget(type: MonitorType, changed: readonly Field[]): boolean {
  return changed.some((field) => field === 'type' || TARGET[type].includes(field));
}
