import { Injectable } from '@nestjs/common';
import type { Incident, IncidentDetail, QueryOf } from '@vedette/contract';
import { countOf, sqlPart, type SqlPart } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { instant } from './sql-instant.ts';
import type { TimelineEntry } from '../messages/timeline-entry.ts';
import { entryMessage, type StoredEntry } from '../messages/timeline-message.ts';

export type IncidentQuery = QueryOf<'listIncidents'>;

/** An incident as lists show it, built by PostgreSQL. The shape is defined only here. */
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
    SELECT ${instant('at')} AS at, type, what, message
    FROM incident.timeline_entry WHERE incident_id = i.id ORDER BY timeline_entry.at, id
  ) AS entry`;

/** Incidents of a forgotten monitor are hidden from all reads, although their rows may not be erased yet. */
const VISIBLE = `incident.incident AS i JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL`;

/** $1 organization, $2 id. Returns one row or none. */
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

/** Bounds the size of an incident whose cause changes with every check for days. */
const MAX_CAUSE_CHANGES = 100;

@Injectable()
export class IncidentRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async page(organizationId: string, query: IncidentQuery): Promise<{ incidents: Incident[]; total: number }> {
    const { rows } = await this.#pool.query<{ incidents: Incident[]; total: number }>(
      incidentPage(organizationId, query),
    );
    return rows[0] ?? { incidents: [], total: 0 };
  }

  /** `seesMasks`: the addresses of contacts are masked in its timeline. */
  async find(organizationId: string, id: string, seesMasks = false): Promise<IncidentDetail | undefined> {
    const { rows } = await this.#pool.query<{ incident: StoredIncident }>({
      name: 'one incident',
      text: ONE_INCIDENT,
      values: [organizationId, id],
    });
    return rows[0] && shown(rows[0].incident, seesMasks);
  }

  /** The incident as this transaction sees it. */
  async read(tx: Transaction, organizationId: string, id: string): Promise<IncidentDetail | undefined> {
    const rows = await tx.$queryRawUnsafe<{ incident: StoredIncident }[]>(ONE_INCIDENT, organizationId, id);
    return rows[0] && shown(rows[0].incident, false);
  }

  /** The entries of these incidents. */
  async timelinesOf(organizationId: string, ids: readonly string[]): Promise<(StoredEntry & { incidentId: string })[]> {
    const { rows } = await this.#pool.query<StoredEntry & { incidentId: string }>({
      name: 'timelines',
      text: `
        SELECT entry.incident_id AS "incidentId", entry.type::text, entry.what, entry.message
        FROM incident.timeline_entry AS entry JOIN incident.incident AS i ON i.id = entry.incident_id
        WHERE i.organization_id = $1 AND i.id = ANY ($2)`,
      values: [organizationId, ids],
    });
    return rows;
  }

  /** False when the incident is already acknowledged or resolved, or does not exist. */
  async acknowledge(tx: Transaction, organizationId: string, id: string, at: Date): Promise<boolean> {
    const acknowledged = await tx.$executeRaw`
      UPDATE incident.incident AS i SET acknowledged_at = ${at} FROM incident.monitor AS m
      WHERE i.id = ${id} AND i.organization_id = ${organizationId} AND i.resolved_at IS NULL
        AND i.acknowledged_at IS NULL AND m.id = i.monitor_id AND m.forgotten_at IS NULL`;
    return acknowledged === 1;
  }

  /** How many notes the incident has; undefined if it does not exist. Notes of one incident wait for each other. */
  async lockForNote(tx: Transaction, organizationId: string, id: string): Promise<number | undefined> {
    const found = await tx.$queryRaw<unknown[]>`
      SELECT FROM incident.incident AS i
      JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.organization_id = ${organizationId} AND i.id = ${id}
      FOR UPDATE OF i`;
    return found.length === 0 ? undefined : countEntries(tx, id, 'NOTE');
  }

  async addToTimeline(tx: Transaction, incidentId: string, entries: readonly TimelineEntry[]): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.timeline_entry (incident_id, at, type, what)
      SELECT ${incidentId}, at, type, what FROM ${rowsOf(entries)} ORDER BY number`;
  }

  /** Skips entries that the timeline already has, whatever contacts and monitors were called then. */
  async addToTimelineOnce(tx: Transaction, incidentId: string, entries: readonly TimelineEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO incident.timeline_entry (incident_id, at, type, what)
      SELECT ${incidentId}, at, type, what FROM ${rowsOf(entries)}
      WHERE NOT EXISTS (
        SELECT FROM incident.timeline_entry AS said
        WHERE said.incident_id = ${incidentId} AND said.type = entry.type AND said.what - 'names' = entry.what - 'names'
      )
      ORDER BY number`;
  }

  async addCauseChange(tx: Transaction, incidentId: string, entry: TimelineEntry): Promise<void> {
    const earlier = await countEntries(tx, incidentId, 'CAUSE_CHANGED');
    if (earlier < MAX_CAUSE_CHANGES) await this.addToTimeline(tx, incidentId, [entry]);
  }
}

function countEntries(tx: Transaction, incidentId: string, type: TimelineEntry['type']): Promise<number> {
  return countOf(tx, 'incident.timeline_entry WHERE incident_id = $1 AND type = $2', incidentId, type);
}

interface StoredIncident extends Omit<IncidentDetail, 'timeline'> {
  readonly timeline: readonly (StoredEntry & { readonly at: string })[];
}

function shown(incident: StoredIncident, seesMasks: boolean): IncidentDetail {
  const timeline = incident.timeline.map((entry) => {
    return { at: entry.at, type: entry.type, message: entryMessage(entry, seesMasks) };
  });
  return { ...incident, timeline };
}

function rowsOf(entries: readonly TimelineEntry[]): SqlPart {
  return sqlPart`unnest(
    ${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ type }) => type)}::incident.timeline_type[],
    ${entries.map(({ what }) => JSON.stringify(what))}::jsonb[]
  ) WITH ORDINALITY AS entry (at, type, what, number)`;
}

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * One row: the incidents of the page, and how many match the filters in all. Each set of filters has its own statement.
 */
function incidentPage(organizationId: string, query: IncidentQuery): Statement {
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

/** Never negative: the clocks of two workers may differ. */
function seconds(from: string, to: string): string {
  return `greatest(0, floor(extract(epoch FROM ${to} - ${from})))::integer`;
}
