import { Type, type Static } from 'typebox';
import { MONITOR_TYPES } from '../values/monitor-type.ts';
import { changeBody, choice, creationBody, nullable, timestamp } from '../schema.ts';

export { MONITOR_TYPES, type MonitorType } from '../values/monitor-type.ts';

export const MONITOR_STATES = ['PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED'] as const;
export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const KEYWORD_MATCHES = ['EXISTS', 'NOT_EXISTS'] as const;
export const DNS_RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS'] as const;
export const DEGRADED_THRESHOLD_MODES = ['LAST', 'P95'] as const;

export type MonitorState = (typeof MONITOR_STATES)[number];

const ABOUT = {
  name: 'What people call the monitor.',
  type: 'What is checked. It decides which of the other fields apply; those that do not are stored and ignored.',
  url: 'The target of HTTP and KEYWORD (an absolute http or https URL; credentials in it are sent as Basic authorization, and events leave them out) and of SSL, DOMAIN and DNS (such a URL, or a bare host name). Required by these types.',
  host: 'The target of PING and PORT: a host name or an IP address. Required by these types.',
  port: 'The TCP port of a PORT monitor. Required by this type.',
  method: 'The request method of HTTP and KEYWORD checks.',
  expectedStatus: 'The HTTP status codes that count as success.',
  requestHeaders:
    'Headers that HTTP and KEYWORD checks send: at most 32 KiB of names and values. `Host` chooses a virtual host; the name that TLS asks for stays that of `url`. Connection, Content-Length, Transfer-Encoding and Proxy-* are refused.',
  requestBody: 'The body that HTTP and KEYWORD checks send.',
  followRedirects: 'Whether HTTP and KEYWORD checks follow redirects.',
  verifySsl: 'Whether an invalid certificate fails an HTTP or KEYWORD check.',
  keyword: 'The text that a KEYWORD check looks for in the first 2 MiB of the decoded body. Required by this type.',
  keywordMatch: 'Whether the keyword has to be there or must not be.',
  dnsRecordType: 'The record type that a DNS check asks for.',
  dnsExpected:
    'The answer that a DNS check expects, comma-separated; order and case do not matter. Another answer is DOWN.',
  dnsAlertOnChange:
    'Without dnsExpected: whether a changed answer fails one DNS check. For A and AAAA a change is an answer without any address seen in the last 7 days, for other types another set of records.',
  sslExpiryThresholdDays:
    'How many days before its certificate (SSL) or registration (DOMAIN) expires a monitor becomes DEGRADED. HTTP and KEYWORD monitors over https announce the certificate by an event and stay UP.',
  intervalSeconds: 'The time between two checks. The plan of the organization sets the shortest.',
  timeoutSeconds: 'The time that one whole attempt may take.',
  expectedPeriodSec: 'How often a CRON monitor expects a ping; null means intervalSeconds.',
  graceSeconds: 'How late a ping of a CRON monitor may be.',
  degradedThresholdMs:
    'The latency above which successful checks are slow; null means never. A latency equal to it is not slow.',
  degradedThresholdMode:
    'LAST: DEGRADED when each of the last degradedSamples successful checks was slow. P95: when their nearest-rank 95th percentile is. Samples from before the last resume or change of target do not count.',
  degradedSamples: 'How many successful checks decide, and are needed to decide, that a monitor is slow.',
};

/** The fields of a request, with the bounds of the specification's table; the same for create and update. */
const fields = {
  name: Type.String({ minLength: 1, maxLength: 120, description: ABOUT.name }),
  type: choice(MONITOR_TYPES, ABOUT.type),
  url: nullable(Type.String({ maxLength: 2048, description: ABOUT.url })),
  host: nullable(Type.String({ maxLength: 255, description: ABOUT.host })),
  port: nullable(Type.Integer({ minimum: 1, maximum: 65_535, description: ABOUT.port })),
  method: choice(REQUEST_METHODS, ABOUT.method),
  expectedStatus: Type.Array(Type.Integer({ minimum: 100, maximum: 599 }), {
    minItems: 1,
    maxItems: 100,
    description: ABOUT.expectedStatus,
  }),
  requestHeaders: nullable(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: ABOUT.requestHeaders,
    }),
  ),
  requestBody: nullable(Type.String({ maxLength: 100_000, description: ABOUT.requestBody })),
  followRedirects: Type.Boolean({ description: ABOUT.followRedirects }),
  verifySsl: Type.Boolean({ description: ABOUT.verifySsl }),
  keyword: nullable(Type.String({ maxLength: 500, description: ABOUT.keyword })),
  keywordMatch: choice(KEYWORD_MATCHES, ABOUT.keywordMatch),
  dnsRecordType: choice(DNS_RECORD_TYPES, ABOUT.dnsRecordType),
  dnsExpected: nullable(Type.String({ maxLength: 2000, description: ABOUT.dnsExpected })),
  dnsAlertOnChange: Type.Boolean({ description: ABOUT.dnsAlertOnChange }),
  sslExpiryThresholdDays: Type.Integer({ minimum: 1, maximum: 365, description: ABOUT.sslExpiryThresholdDays }),
  intervalSeconds: Type.Integer({ minimum: 30, maximum: 86_400, description: ABOUT.intervalSeconds }),
  timeoutSeconds: Type.Integer({ minimum: 1, maximum: 60, description: ABOUT.timeoutSeconds }),
  expectedPeriodSec: nullable(Type.Integer({ minimum: 60, maximum: 2_592_000, description: ABOUT.expectedPeriodSec })),
  graceSeconds: Type.Integer({ minimum: 0, maximum: 86_400, description: ABOUT.graceSeconds }),
  degradedThresholdMs: nullable(Type.Integer({ minimum: 1, maximum: 60_000, description: ABOUT.degradedThresholdMs })),
  degradedThresholdMode: choice(DEGRADED_THRESHOLD_MODES, ABOUT.degradedThresholdMode),
  degradedSamples: Type.Integer({ minimum: 1, maximum: 100, description: ABOUT.degradedSamples }),
};

/** When a monitor counts as slow. */
export const policyFields = {
  degradedThresholdMs: fields.degradedThresholdMs,
  degradedThresholdMode: fields.degradedThresholdMode,
  degradedSamples: fields.degradedSamples,
};

const DEFAULTS = {
  method: 'GET' as const,
  expectedStatus: [200, 201, 202, 203, 204, 205, 206, 301, 302, 307, 308],
  requestHeaders: null,
  requestBody: null,
  followRedirects: true,
  verifySsl: true,
  keywordMatch: 'EXISTS' as const,
  dnsRecordType: 'A' as const,
  dnsAlertOnChange: true,
  sslExpiryThresholdDays: 2,
  intervalSeconds: 300,
  timeoutSeconds: 30,
  graceSeconds: 60,
  degradedThresholdMode: 'LAST' as const,
  degradedSamples: 3,
};

export const monitorCreateSchema = creationBody({
  title: 'MonitorCreate',
  description: 'A new monitor.',
  fields,
  required: ['name', 'type'],
  defaults: DEFAULTS,
});

export const monitorSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, description: 'The id of the monitor.' }),
    name: Type.String({ description: ABOUT.name }),
    type: choice(MONITOR_TYPES, ABOUT.type),
    state: choice(
      MONITOR_STATES,
      'PENDING until the first result since creation, resume or a change of type; PAUSED while checks are stopped; otherwise what the newest check found.',
    ),
    url: nullable(Type.String({ description: ABOUT.url })),
    host: nullable(Type.String({ description: ABOUT.host })),
    port: nullable(Type.Integer({ description: ABOUT.port })),
    method: choice(REQUEST_METHODS, ABOUT.method),
    expectedStatus: Type.Array(Type.Integer(), { description: ABOUT.expectedStatus }),
    requestHeaders: nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: ABOUT.requestHeaders,
      }),
    ),
    requestBody: nullable(Type.String({ description: ABOUT.requestBody })),
    followRedirects: Type.Boolean({ description: ABOUT.followRedirects }),
    verifySsl: Type.Boolean({ description: ABOUT.verifySsl }),
    keyword: nullable(Type.String({ description: ABOUT.keyword })),
    keywordMatch: choice(KEYWORD_MATCHES, ABOUT.keywordMatch),
    dnsRecordType: nullable(Type.String({ description: ABOUT.dnsRecordType })),
    dnsExpected: nullable(Type.String({ description: ABOUT.dnsExpected })),
    dnsAlertOnChange: Type.Boolean({ description: ABOUT.dnsAlertOnChange }),
    sslExpiryThresholdDays: Type.Integer({ description: ABOUT.sslExpiryThresholdDays }),
    intervalSeconds: Type.Integer({ description: ABOUT.intervalSeconds }),
    timeoutSeconds: Type.Integer({ description: ABOUT.timeoutSeconds }),
    expectedPeriodSec: nullable(Type.Integer({ description: ABOUT.expectedPeriodSec })),
    graceSeconds: Type.Integer({ description: ABOUT.graceSeconds }),
    degradedThresholdMs: nullable(Type.Integer({ description: ABOUT.degradedThresholdMs })),
    degradedThresholdMode: choice(DEGRADED_THRESHOLD_MODES, ABOUT.degradedThresholdMode),
    degradedSamples: Type.Integer({ description: ABOUT.degradedSamples }),
    heartbeatUrl: nullable(
      Type.String({
        description:
          'The address that a CRON monitor is pinged on by GET, HEAD or POST; null for other types. `/start` appended marks the beginning of a run, `/0` a success, `/1` to `/255` and `/fail` a failure.',
      }),
    ),
    lastCheckedAt: nullable(timestamp('When the newest check ended, its confirmation included.')),
    lastStatusChangedAt: nullable(timestamp('When the state last changed.')),
    lastResponseMs: nullable(
      Type.Integer({
        description: 'The latency of the newest check; null when it failed, and for CRON and DOMAIN monitors.',
      }),
    ),
    certExpiresAt: nullable(
      timestamp('When the certificate seen by the newest check of an SSL, HTTP or KEYWORD monitor expires.'),
    ),
    createdAt: timestamp('When the monitor was created.'),
    updatedAt: timestamp('When the configuration last changed, or the monitor was paused or resumed.'),
  },
  { title: 'Monitor', description: 'A check that watches a service.' },
);

export const monitorUpdateSchema = changeBody({ title: 'MonitorUpdate', fields, resource: monitorSchema });

export type Monitor = Static<typeof monitorSchema>;
export type MonitorCreate = Static<typeof monitorCreateSchema>;
export type MonitorUpdate = Static<typeof monitorUpdateSchema>;
