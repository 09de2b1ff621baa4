// Decides which columns of `monitor.monitor` store the fields of a monitor, and the statements that write them.
import type { MonitorCreate, MonitorUpdate } from '@vedette/contract';

/** The request's URL and headers are stored without secrets, and with them in `sealed`. */
type PlainField = Exclude<keyof MonitorCreate, 'url' | 'requestHeaders'>;

/** The fields that the table stores unchanged. */
const FIELD_COLUMNS: Readonly<Record<PlainField, string>> = {
  name: 'name',
  type: 'type',
  host: 'host',
  port: 'port',
  method: 'method',
  expectedStatus: 'expected_status',
  requestBody: 'request_body',
  followRedirects: 'follow_redirects',
  verifySsl: 'verify_ssl',
  keyword: 'keyword',
  keywordMatch: 'keyword_match',
  dnsRecordType: 'dns_record_type',
  dnsExpected: 'dns_expected',
  dnsAlertOnChange: 'dns_alert_on_change',
  sslExpiryThresholdDays: 'ssl_expiry_threshold_days',
  intervalSeconds: 'interval_seconds',
  timeoutSeconds: 'timeout_seconds',
  expectedPeriodSec: 'expected_period_sec',
  graceSeconds: 'grace_seconds',
  degradedThresholdMs: 'degraded_threshold_ms',
  degradedThresholdMode: 'degraded_threshold_mode',
  degradedSamples: 'degraded_samples',
};
const FIELDS = Object.keys(FIELD_COLUMNS) as PlainField[];

/** Columns that no client writes directly. */
export interface OwnColumns {
  readonly url?: string | null;
  readonly sealed?: Uint8Array | null;
  readonly heartbeat_token?: string | null;
  readonly updated_at?: string;
}

/** Values by column; a field that is not given is left out. */
export function columnsOf(fields: MonitorUpdate, own: OwnColumns): Map<string, unknown> {
  const given = FIELDS.filter((field) => fields[field] !== undefined);
  return new Map<string, unknown>([
    ...given.map((field) => [FIELD_COLUMNS[field], fields[field]] as const),
    ...Object.entries(own).filter(([, value]) => value !== undefined),
  ]);
}

/** `column = $n, …`, whose first parameter has this number. */
export function assignments(columns: ReadonlyMap<string, unknown>, first: number): string {
  return [...columns.keys()].map((column, index) => `${column} = $${first + index}`).join(', ');
}

/** `$n, …`, whose first parameter has this number. */
export function placeholders(columns: ReadonlyMap<string, unknown>, first: number): string {
  return Array.from(columns.keys(), (_, index) => `$${first + index}`).join(', ');
}
