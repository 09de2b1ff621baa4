import type { QueryOf } from '@vedette/contract';

/** An incident as lists show it, made by PostgreSQL: the one place that knows the shape. */
const LISTED = `
  i.id,
  json_build_object('id', m.id, 'name', m.name, 'type', m.type) AS monitor,
  ${instant('i.started_at')} AS "startedAt",
  ${instant('i.resolved_at')} AS "resolvedAt",
  CASE WHEN i.resolved_at IS NOT NULL THEN ${seconds('i.started_at', 'i.resolved_at')} END AS "durationSec",
  i.cause,
  i.acknowledged_at IS NOT NULL AS acknowledged`;

const EVIDENCE = `
  SELECT coalesce(json_agg(attempt), '[]')
  FROM (
    SELECT ${instant('checked_at')} AS "checkedAt", worker, region, error, status_code AS "statusCode",
      response_ms AS "responseMs", phases
    FROM incident.evidence WHERE incident_id = i.id ORDER BY evidence.checked_at, id
  ) AS attempt`;

const TIMELINE = `
  SELECT coalesce(json_agg(entry), '[]')
  FROM (
    SELECT ${instant('at')} AS at, type, message
    FROM incident.timeline_entry WHERE incident_id = i.id ORDER BY timeline_entry.at, id
  ) AS entry`;

/** Incidents of a forgotten monitor are gone for everybody, although their rows may still wait to be erased. */
const VISIBLE = `incident.incident AS i JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL`;

/** $1 organization, $2 id. One row, or none. */
export const ONE_INCIDENT = `
  SELECT row_to_json(shown) AS incident
  FROM (
    SELECT ${LISTED},
      ${instant('i.acknowledged_at')} AS "acknowledgedAt",
      i.in_maintenance AS maintenance,
      (${EVIDENCE}) AS evidence,
      (${TIMELINE}) AS timeline
    FROM ${VISIBLE}
    WHERE i.organization_id = $1 AND i.id = $2
  ) AS shown`;

export type IncidentQuery = QueryOf<'listIncidents'>;

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** One row: the page's incidents, and how many the filters leave in all. Each set of filters is a statement of its own. */
export function incidentPage(organizationId: string, query: IncidentQuery): Statement {
  const { limit, offset, state, monitorId, acknowledged } = query;
  const conditions = ['i.organization_id = $1'];
  if (state !== undefined) conditions.push(`i.resolved_at IS ${state === 'ONGOING' ? '' : 'NOT '}NULL`);
  if (acknowledged !== undefined) conditions.push(`i.acknowledged_at IS ${acknowledged ? 'NOT ' : ''}NULL`);
  if (monitorId !== undefined) conditions.push('i.monitor_id = $4');
  const where = conditions.join(' AND ');
  return {
    name: `incidents ${state ?? '-'} ${acknowledged ?? '-'} ${monitorId === undefined ? '-' : 'monitor'}`,
    text: `
      SELECT
        (SELECT count(*)::integer FROM ${VISIBLE} WHERE ${where}) AS total,
        (
          SELECT coalesce(json_agg(shown), '[]')
          FROM (
            SELECT ${LISTED} FROM ${VISIBLE} WHERE ${where}
            ORDER BY i.started_at DESC, i.id DESC LIMIT $2 OFFSET $3
          ) AS shown
        ) AS incidents`,
    values: [organizationId, limit, offset, ...(monitorId === undefined ? [] : [monitorId])],
  };
}

/** Never below none: the clocks of two workers may differ. */
function seconds(from: string, to: string): string {
  return `greatest(0, floor(extract(epoch FROM ${to} - ${from})))::integer`;
}

function instant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
