/**
 * A monitor as the API shows it but for the secrets of its request, made by PostgreSQL itself: half the work, in our process, of reading the columns and
 * building the JSON here, and the one place that knows the shape. $1 is the address in front of heartbeat tokens.
 */
const FIELDS = `
  m.id,
  m.name,
  m.type,
  r.state,
  m.url,
  m.host,
  m.port,
  m.method,
  m.expected_status AS "expectedStatus",
  NULL AS "requestHeaders",
  m.request_body AS "requestBody",
  m.follow_redirects AS "followRedirects",
  m.verify_ssl AS "verifySsl",
  m.keyword,
  m.keyword_match AS "keywordMatch",
  m.dns_record_type AS "dnsRecordType",
  m.dns_expected AS "dnsExpected",
  m.dns_alert_on_change AS "dnsAlertOnChange",
  m.ssl_expiry_threshold_days AS "sslExpiryThresholdDays",
  m.interval_seconds AS "intervalSeconds",
  m.timeout_seconds AS "timeoutSeconds",
  m.expected_period_sec AS "expectedPeriodSec",
  m.grace_seconds AS "graceSeconds",
  m.degraded_threshold_ms AS "degradedThresholdMs",
  m.degraded_threshold_mode AS "degradedThresholdMode",
  m.degraded_samples AS "degradedSamples",
  $1::text || '/' || m.heartbeat_token AS "heartbeatUrl",
  ${instant('r.last_checked_at')} AS "lastCheckedAt",
  ${instant('r.last_status_changed_at')} AS "lastStatusChangedAt",
  r.last_response_ms AS "lastResponseMs",
  ${instant('r.cert_expires_at')} AS "certExpiresAt",
  ${instant('m.created_at')} AS "createdAt",
  ${instant('m.updated_at')} AS "updatedAt"`;

const MONITORS = `
  monitor.monitor AS m
  JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  CROSS JOIN LATERAL (SELECT ${FIELDS}) AS shown`;

/** $2 organization, $3 id. One row, or none. */
export const ONE_MONITOR = `
  SELECT row_to_json(shown)::text AS json, m.sealed FROM ${MONITORS}
  WHERE m.id = $3 AND m.organization_id = $2 AND m.deleted_at IS NULL`;

/** $2 ids. One row each; those that are deleted are left out. */
export const MONITORS_BY_ID = `
  SELECT m.id, m.organization_id AS "organizationId", row_to_json(shown)::text AS json, m.sealed FROM ${MONITORS}
  WHERE m.id = ANY ($2::text[]) AND m.deleted_at IS NULL`;

/**
 * As ONE_MONITOR, also when it is deleted, and locked until the transaction ends: nobody else changes it in between.
 * Not its key: results, which hold the runtime row, add rows that refer to the monitor, and would wait for it in a circle.
 */
export const LOCKED_MONITOR = `
  SELECT
    row_to_json(shown)::text AS json, m.sealed, m.deleted_at AS "deletedAt", m.released_at AS "releasedAt",
    r.observed_at AS "observedAt"
  FROM ${MONITORS}
  WHERE m.id = $3 AND m.organization_id = $2
  FOR NO KEY UPDATE OF m, r`;

/**
 * $1 organization, $2 limit, $3 offset. A row for each monitor of the page, in its order: its id, about how many bytes it has,
 * and how many monitors there are in all. An empty page is one row without an id.
 */
export const MONITOR_PAGE = `
  SELECT m.id, coalesce(octet_length(m.request_body), 0) + coalesce(octet_length(m.sealed), 0) + 2000 AS bytes, total
  FROM (SELECT coalesce(max(monitors), 0) AS total FROM monitor.monitor_count WHERE organization_id = $1) AS counted
  LEFT JOIN (
    SELECT id FROM monitor.monitor
    WHERE organization_id = $1 AND deleted_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3
  ) AS page ON true
  LEFT JOIN monitor.monitor AS m ON m.id = page.id
  ORDER BY m.created_at DESC, m.id DESC`;

/** $1 organization, $2 ids. One row: what other services need to know of a monitor, items joined by commas. */
export const MONITOR_DESCRIPTIONS = `
  SELECT string_agg(row_to_json(described)::text, ',') AS items
  FROM (
    SELECT m.id, m.name, m.type, r.state FROM monitor.monitor AS m
    JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
    WHERE m.id = ANY ($2::text[]) AND m.organization_id = $1 AND m.deleted_at IS NULL
  ) AS described`;

function instant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
