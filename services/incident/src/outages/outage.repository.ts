import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { evidenceRows, MAX_EVIDENCE } from './evidence-rows.ts';
import { MonitorCopyRepository, type HeardMonitor } from '../incidents/monitor-copy.repository.ts';
import type { Transaction } from '../mutations.ts';
import type { KnownOutages, StoredIncident } from './incident-lifecycle.ts';
import type { TimelineEntry } from '../messages/timeline-entry.ts';

interface KnownRow extends StoredIncident {
  readonly role: 'own' | 'newest' | 'ongoing';
}

export interface NewIncident {
  readonly organizationId: string;
  readonly fact: OutageFact;
  readonly alerts: { readonly isInMaintenance: boolean; readonly decideAt: Date | null };
  readonly timeline: readonly TimelineEntry[];
}

const ATTEMPT_COLUMNS = 'checked_at, worker, region, error, status_code, response_ms, phases';
const ATTEMPTS = `jsonb_to_recordset($2::jsonb) AS attempt (
  "checkedAt" timestamptz, worker text, region text, error text, "statusCode" integer, "responseMs" integer, phases jsonb
)`;
const ATTEMPT_VALUES = `attempt."checkedAt", attempt.worker, attempt.region, attempt.error, attempt."statusCode",
  attempt."responseMs", attempt.phases`;

/** One statement for the rows of a new incident, because thousands of monitors may go down in the same minute. */
const OPEN = `
  WITH opened AS (
    INSERT INTO incident.incident (id, organization_id, monitor_id, revision, started_at, cause, resolved_at, resolution,
      in_maintenance, decide_at, target)
    VALUES ($1, $3, $4, $5, $6::timestamptz, $7, $8::timestamptz, $9::incident.resolution, $10, $11::timestamptz, $12)
    RETURNING id
  ), attempts AS (
    INSERT INTO incident.evidence (incident_id, ${ATTEMPT_COLUMNS})
    SELECT opened.id, ${ATTEMPT_VALUES} FROM opened CROSS JOIN ${ATTEMPTS}
    ON CONFLICT DO NOTHING
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, what)
  SELECT opened.id, entry.at, entry.type, entry.what
  FROM opened CROSS JOIN unnest($13::timestamptz[], $14::incident.timeline_type[], $15::jsonb[])
    WITH ORDINALITY AS entry (at, type, what, number)
  ORDER BY entry.number`;

/** The writes that facts about outages cause. */
@Injectable()
export class OutageRepository {
  constructor(private readonly monitors: MonitorCopyRepository) {}

  /** Returns what is stored about the monitor of a fact, and locks its row. See MonitorCopyRepository. */
  async lock(
    tx: Transaction,
    organizationId: string,
    { incidentId, monitor }: OutageFact,
    heard: HeardMonitor | undefined,
  ): Promise<KnownOutages & { readonly isPaused: boolean }> {
    const { isForgotten, isPaused } = await this.monitors.lock(tx, organizationId, monitor, heard);
    const rows = await tx.$queryRaw<KnownRow[]>`
      SELECT 'own' AS role, id, revision, started_at AS "startedAt", cause, resolution::text
      FROM incident.incident WHERE id = ${incidentId}
      UNION ALL
      (SELECT 'newest', id, revision, started_at, cause, resolution::text
       FROM incident.incident WHERE monitor_id = ${monitor.id} AND id <> ${incidentId}
       ORDER BY started_at DESC, id DESC LIMIT 1)
      UNION ALL
      SELECT 'ongoing', id, revision, started_at, cause, resolution::text
      FROM incident.incident WHERE monitor_id = ${monitor.id} AND id <> ${incidentId} AND resolved_at IS NULL`;
    const of = (role: KnownRow['role']): StoredIncident | undefined => rows.find((row) => row.role === role);
    return {
      isForgotten,
      isPaused,
      incident: of('own'),
      newestOther: of('newest'),
      ongoingOther: of('ongoing'),
    };
  }

  async open(tx: Transaction, { organizationId, fact, alerts, timeline }: NewIncident): Promise<void> {
    await tx.$executeRawUnsafe(
      OPEN,
      fact.incidentId,
      JSON.stringify(evidenceRows(fact.evidence).slice(0, MAX_EVIDENCE)),
      organizationId,
      fact.monitor.id,
      fact.revision,
      fact.startedAt,
      fact.cause,
      fact.resolved?.at ?? null,
      fact.resolved?.because ?? null,
      alerts.isInMaintenance,
      alerts.decideAt,
      fact.monitor.target,
      timeline.map(({ at }) => at),
      timeline.map(({ type }) => type),
      timeline.map(({ what }) => JSON.stringify(what)),
    );
  }

  /** False when a fact of this or a later revision has already been applied. */
  async change(tx: Transaction, { incidentId: id, revision, cause }: OutageFact): Promise<boolean> {
    const changed = await tx.$executeRaw`
      UPDATE incident.incident SET revision = ${revision}, cause = ${cause}
      WHERE id = ${id} AND revision < ${revision}`;
    return changed === 1;
  }

  /** Adds the timeline entries, too. False as above. */
  async resolve(tx: Transaction, fact: OutageFact, timeline: readonly TimelineEntry[]): Promise<boolean> {
    const said = await tx.$executeRaw`
      WITH resolved AS (
        UPDATE incident.incident SET revision = ${fact.revision}::integer, cause = ${fact.cause},
          resolved_at = ${fact.resolved?.at}::timestamptz, resolution = ${fact.resolved?.because}::incident.resolution
        WHERE id = ${fact.incidentId} AND revision < ${fact.revision}::integer
        RETURNING id
      )
      INSERT INTO incident.timeline_entry (incident_id, at, type, what)
      SELECT resolved.id, entry.at, entry.type, entry.what
      FROM resolved CROSS JOIN unnest(
        ${timeline.map(({ at }) => at)}::timestamptz[], ${timeline.map(({ type }) => type)}::incident.timeline_type[],
        ${timeline.map(({ what }) => JSON.stringify(what))}::jsonb[]
      ) WITH ORDINALITY AS entry (at, type, what, number)
      ORDER BY entry.number`;
    return said > 0;
  }

  /** Ends an incident provisionally: the fact about its real end has yet to arrive. */
  async supersede(tx: Transaction, id: string, at: string): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.incident SET resolved_at = ${at}, resolution = 'SUPERSEDED'
      WHERE id = ${id} AND resolved_at IS NULL`;
  }

  /** Facts repeat the attempts of earlier facts; attempts that are already stored are skipped. */
  async addEvidence(tx: Transaction, { incidentId, evidence }: OutageFact): Promise<void> {
    await tx.$executeRawUnsafe(
      `INSERT INTO incident.evidence (incident_id, ${ATTEMPT_COLUMNS})
       SELECT $1, ${ATTEMPT_VALUES} FROM ${ATTEMPTS}
       WHERE NOT EXISTS (
         SELECT FROM incident.evidence AS known
         WHERE known.incident_id = $1 AND known.checked_at = attempt."checkedAt" AND known.worker = attempt.worker
       )
       ORDER BY attempt."checkedAt"
       LIMIT greatest(0, ${MAX_EVIDENCE} - (SELECT count(*) FROM incident.evidence WHERE incident_id = $1))
       ON CONFLICT DO NOTHING`,
      incidentId,
      JSON.stringify(evidenceRows(evidence)),
    );
  }
}
