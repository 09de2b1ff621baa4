import { Injectable } from '@nestjs/common';
import type { AlertSubject, MonitorType } from '@vedette/contract';
import { sqlPart, type SqlPart } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import type { Transaction } from '../mutations.ts';
import type { OutageNews } from '../messages/alert-message.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import { lockedJobs } from '../alert-locks.repository.ts';
import type { Decision } from '../plans/subject-plan.ts';

/** The data of an incident that alert decisions need. */
export interface AlertableIncident {
  readonly id: string;
  readonly organizationId: string;
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: OutageNews['resolution'];
  readonly acknowledgedAt: Date | null;
  readonly monitorId: string;
  readonly monitorType: MonitorType;
  readonly isPaused: boolean;
  readonly monitorCreatedAt: Date;
}

/** What decisions are about. */
export interface DecidedAbout {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: AlertSubject;
}

type CancelledContact = Omit<KnownContact, 'address'> & { readonly sealed: Uint8Array | null };

/** Stores the decisions about contacts, and the jobs that follow from them. */
@Injectable()
export class AlertRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor(
    private readonly addresses: ContactAddresses,
    { sql }: ServiceDatabase,
  ) {
    this.#sql = sql;
  }

  /**
   * Locks the incident, so that only one transaction decides about its alerts. Undefined when its monitor is forgotten.
   */
  async lock(tx: Transaction, incidentId: string): Promise<AlertableIncident | undefined> {
    const rows = await tx.$queryRaw<AlertableIncident[]>`
      SELECT i.id, i.organization_id AS "organizationId", i.started_at AS "startedAt", i.resolved_at AS "resolvedAt",
        i.resolution::text, i.acknowledged_at AS "acknowledgedAt",
        m.id AS "monitorId", m.type::text AS "monitorType", m.created_at AS "monitorCreatedAt",
        m.is_paused AS "isPaused"
      FROM incident.incident AS i JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.id = ${incidentId} FOR NO KEY UPDATE OF i`;
    return rows[0];
  }

  async lockOngoing(tx: Transaction, monitorId: string): Promise<string | undefined> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM incident.incident
      WHERE monitor_id = ${monitorId} AND resolved_at IS NULL FOR NO KEY UPDATE`;
    return rows[0]?.id;
  }

  async decideAgainAt(tx: Transaction, id: string, at: Date | null): Promise<void> {
    await tx.$executeRaw`UPDATE incident.incident SET decide_at = ${at}::timestamptz WHERE id = ${id}`;
  }

  /** Incidents that are to be decided about. A superseded incident waits until the fact about its end arrives. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#sql.$queryRaw<{ id: string }[]>`
      SELECT i.id FROM incident.incident AS i
      JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.decide_at <= ${now}::timestamptz AND i.resolution IS DISTINCT FROM 'SUPERSEDED'
      ORDER BY i.decide_at LIMIT ${limit}::integer`;
    return rows.map(({ id }) => id);
  }

  /**
   * Stores decisions, and creates a job for each message. A decision to tell is final; if the news was held before, its
   * `until` says when that was over. What follows an alert that waits to be told together with others waits with it.
   */
  async record(
    tx: Transaction,
    { id, organizationId, kind }: DecidedAbout,
    decisions: readonly Decision[],
    now: Date,
  ): Promise<void> {
    if (decisions.length === 0) return;
    const [incidentId, subjectId] = kind === 'INCIDENT' ? [id, null] : [null, id];
    await tx.$executeRaw`
      WITH decided AS (
        INSERT INTO incident.alert_decision AS known
          (organization_id, incident_id, subject_id, contact_id, kind, number, outcome, reason, in_place_of, until, decided_at)
        SELECT ${organizationId}, ${incidentId}, ${subjectId}, decision.*, ${now}::timestamptz
        FROM unnest(
          ${decisions.map(({ contactId }) => contactId)}::text[],
          ${decisions.map(({ news }) => news)}::incident.alert_kind[],
          ${decisions.map(({ number }) => number)}::integer[],
          ${decisions.map(({ outcome }) => outcome)}::incident.alert_outcome[],
          ${decisions.map(({ reason }) => reason)}::incident.alert_reason[],
          ${decisions.map(({ inPlaceOf }) => inPlaceOf)}::text[],
          ${decisions.map(({ until }) => until)}::timestamptz[]
        ) AS decision
        ON CONFLICT (about_id, contact_id, kind, number) DO UPDATE
          SET outcome = EXCLUDED.outcome, reason = EXCLUDED.reason, in_place_of = EXCLUDED.in_place_of,
            until = CASE EXCLUDED.outcome WHEN 'TOLD' THEN least(known.until, EXCLUDED.decided_at) ELSE EXCLUDED.until END,
            decided_at = EXCLUDED.decided_at
          WHERE known.outcome = 'HELD'
            AND (known.outcome, known.reason, known.until) IS DISTINCT FROM
              (EXCLUDED.outcome, EXCLUDED.reason, EXCLUDED.until)
        RETURNING contact_id, kind, number, outcome, in_place_of
      )
      INSERT INTO incident.alert_job
        (organization_id, incident_id, subject_id, contact_id, channel, kind, number, in_place_of, gather_until, due_at,
          created_at)
      SELECT ${organizationId}, ${incidentId}, ${subjectId}, contact.id, contact.type, decided.kind, decided.number,
        decided.in_place_of, before.gather_until, coalesce(before.gather_until, ${now}::timestamptz), ${now}::timestamptz
      FROM decided JOIN incident.contact ON contact.id = decided.contact_id
      CROSS JOIN LATERAL (
        SELECT max(job.gather_until) AS gather_until FROM incident.alert_job AS job
        WHERE job.about_id = ${id} AND job.contact_id = contact.id AND job.state::text = 'PENDING'
      ) AS before
      WHERE decided.outcome = 'TOLD'
      ORDER BY decided.kind
      ON CONFLICT DO NOTHING`;
  }

  /** Drops the reminders of an incident that is over or acknowledged, except those that are being sent. */
  async dropReminders(tx: Transaction, incidentId: string): Promise<void> {
    const unsent = sqlPart`incident_id = ${incidentId} AND kind = 'REMINDED'
      AND state = 'PENDING' AND lease_until IS NULL`;
    await tx.$executeRaw`
      WITH dropped AS (
        DELETE FROM incident.alert_job WHERE id = ANY (${lockedJobs(unsent)}) RETURNING contact_id, number
      )
      DELETE FROM incident.alert_decision AS decision USING dropped
      WHERE decision.incident_id = ${incidentId} AND decision.kind = 'REMINDED'
        AND decision.contact_id = dropped.contact_id AND decision.number = dropped.number`;
  }

  /** Cancels unsent alerts about an expiry that is over, because they are no longer true. */
  async dropUnsent(tx: Transaction, subjectId: string, now: Date): Promise<void> {
    await tx.$executeRaw`
      WITH cancelled AS (
        UPDATE incident.alert_job SET state = 'CANCELLED', settled_at = ${now}::timestamptz
        WHERE id = ANY (${lockedJobs(unsentOf(subjectId))})
        RETURNING contact_id, kind, number
      )
      DELETE FROM incident.alert_decision AS decision USING cancelled
      WHERE decision.about_id = ${subjectId} AND decision.contact_id = cancelled.contact_id
        AND decision.kind = cancelled.kind AND decision.number = cancelled.number`;
  }

  /** Cancels all unsent alerts because the monitor was paused; returns the contacts that are not told. */
  async withdraw(tx: Transaction, aboutId: string, now: Date): Promise<KnownContact[]> {
    const cancelled = await tx.$queryRaw<CancelledContact[]>`
      WITH cancelled AS (
        UPDATE incident.alert_job AS job SET state = 'CANCELLED', settled_at = ${now}::timestamptz
        FROM incident.contact AS contact
        WHERE job.id = ANY (${lockedJobs(unsentOf(aboutId))}) AND contact.id = job.contact_id
        RETURNING contact.id, contact.type::text, contact.name, contact.sealed, job.kind, job.number
      ), suppressed AS (
        UPDATE incident.alert_decision AS decision
        SET outcome = 'SUPPRESSED', reason = 'PAUSED', decided_at = ${now}::timestamptz
        FROM cancelled
        WHERE decision.about_id = ${aboutId} AND decision.contact_id = cancelled.id
          AND decision.kind = cancelled.kind AND decision.number = cancelled.number
      )
      SELECT DISTINCT id, type, name, sealed FROM cancelled ORDER BY id`;
    return cancelled.map(({ id, type, name, sealed }) => ({
      id,
      type,
      name,
      address: this.addresses.open(id, sealed),
    }));
  }
}

function unsentOf(aboutId: string): SqlPart {
  return sqlPart`about_id = ${aboutId} AND state = 'PENDING'`;
}
