// Decides what a worker is asked to probe, from a monitor's configuration and what is known of its target.

import type { CheckTarget, DomainRegistration, MonitorType } from '@vedette/contract';
import type { MonitorRequest } from '../request-secrets.ts';
import { baselineOf, type SeenRecords } from '../results/dns-baseline.ts';

/** The columns of a monitor that its checks need. */
export interface TargetRow {
  readonly type: MonitorType;
  readonly host: string | null;
  readonly port: number | null;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly expected_status: number[];
  readonly request_body: string | null;
  readonly follow_redirects: boolean;
  readonly verify_ssl: boolean;
  readonly keyword: string | null;
  readonly keyword_match: 'EXISTS' | 'NOT_EXISTS';
  readonly dns_record_type: string;
  readonly dns_expected: string | null;
  readonly dns_alert_on_change: boolean;
  readonly ssl_expiry_threshold_days: number;
  readonly timeout_seconds: number;
  readonly dns_seen: SeenRecords | null;
  readonly registration: DomainRegistration | null;
}

/** Null for CRON, whose pings come to us. */
export function targetOf(row: TargetRow, request: MonitorRequest, now: Date): CheckTarget | null {
  const timeoutSeconds = row.timeout_seconds;
  const { type, host, port } = row;
  const { url } = request;
  switch (type) {
    case 'HTTP':
      return { type, ...requestOf(row, request) };
    case 'KEYWORD':
      return { type, ...requestOf(row, request), keyword: given(row.keyword), keywordMatch: row.keyword_match };
    case 'PING':
      return { type, timeoutSeconds, host: given(host) };
    case 'PORT':
      return { type, timeoutSeconds, host: given(host), port: given(port) };
    case 'SSL':
      return { type, timeoutSeconds, url: given(url) };
    case 'DNS': {
      const watchesChange = (row.dns_expected ?? '') === '' && row.dns_alert_on_change;
      return {
        type,
        timeoutSeconds,
        url: given(url),
        recordType: row.dns_record_type,
        expected: row.dns_expected,
        baseline: watchesChange ? baselineOf(row.dns_seen, row.dns_record_type, now) : null,
      };
    }
    case 'DOMAIN':
      return { type, timeoutSeconds, url: given(url), known: row.registration };
    case 'CRON':
      return null;
  }
}

function requestOf(row: TargetRow, { url, requestHeaders }: MonitorRequest) {
  return {
    timeoutSeconds: row.timeout_seconds,
    url: given(url),
    method: row.method,
    expectedStatus: row.expected_status,
    // The contract lets nothing but texts in.
    requestHeaders: requestHeaders as Record<string, string> | null,
    requestBody: row.request_body,
    followRedirects: row.follow_redirects,
    verifySsl: row.verify_ssl,
    sslExpiryThresholdDays: row.ssl_expiry_threshold_days,
  };
}

/** What the type requires was there when the monitor was saved. */
function given<T>(value: T | null): T {
  if (value === null) throw new Error('A monitor lacks a field that its type requires');
  return value;
}
