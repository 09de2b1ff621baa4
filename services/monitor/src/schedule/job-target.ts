// Decides what a worker is asked to probe, from a monitor's configuration and its stored observations.

import type { CheckTarget, DomainRegistration, MonitorType } from '@vedette/contract';
import type { MonitorRequest } from '../views/request-secrets.ts';
import { baselineOf, type SeenRecords } from '../observations/dns-baseline.ts';

/** The fields of a monitor that its checks need. */
export interface TargetFields {
  readonly type: MonitorType;
  readonly host: string | null;
  readonly port: number | null;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly expectedStatus: number[];
  readonly requestBody: string | null;
  readonly followRedirects: boolean;
  readonly verifySsl: boolean;
  readonly keyword: string | null;
  readonly keywordMatch: 'EXISTS' | 'NOT_EXISTS';
  readonly dnsRecordType: string;
  readonly dnsExpected: string | null;
  readonly dnsAlertOnChange: boolean;
  readonly timeoutSeconds: number;
  readonly dnsSeen: SeenRecords | null;
  readonly registration: DomainRegistration | null;
}

/** Null for CRON monitors, which are not probed: their pings come to us. */
export function targetOf(monitor: TargetFields, request: MonitorRequest, now: Date): CheckTarget | null {
  const { type, host, port, timeoutSeconds } = monitor;
  const { url } = request;
  switch (type) {
    case 'HTTP':
      return { type, ...requestOf(monitor, request) };
    case 'KEYWORD':
      return {
        type,
        ...requestOf(monitor, request),
        keyword: given(monitor.keyword),
        keywordMatch: monitor.keywordMatch,
      };
    case 'PING':
      return { type, timeoutSeconds, host: given(host) };
    case 'PORT':
      return { type, timeoutSeconds, host: given(host), port: given(port) };
    case 'SSL':
      return { type, timeoutSeconds, url: given(url) };
    case 'DNS': {
      const watchesChange = (monitor.dnsExpected ?? '') === '' && monitor.dnsAlertOnChange;
      return {
        type,
        timeoutSeconds,
        url: given(url),
        recordType: monitor.dnsRecordType,
        expected: monitor.dnsExpected,
        baseline: watchesChange ? baselineOf(monitor.dnsSeen, monitor.dnsRecordType, now) : null,
      };
    }
    case 'DOMAIN':
      return { type, timeoutSeconds, url: given(url), known: monitor.registration };
    case 'CRON':
      return null;
  }
}

function requestOf(monitor: TargetFields, { url, requestHeaders }: MonitorRequest) {
  return {
    timeoutSeconds: monitor.timeoutSeconds,
    url: given(url),
    method: monitor.method,
    expectedStatus: monitor.expectedStatus,
    // The contract permits only string values.
    requestHeaders: requestHeaders as Record<string, string> | null,
    requestBody: monitor.requestBody,
    followRedirects: monitor.followRedirects,
    verifySsl: monitor.verifySsl,
  };
}

/** The fields that a type requires were validated when the monitor was saved. */
function given<T>(value: T | null): T {
  if (value === null) throw new Error('A monitor lacks a field that its type requires');
  return value;
}
