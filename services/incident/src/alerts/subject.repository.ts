import { Injectable } from '@nestjs/common';
import { newId, type DegradedFact, type KnownExpiry, type MonitorType } from '@vedette/contract';
import { sqlPart } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { erasureOf, lockedJobs } from '../alert-locks.repository.ts';

export type SubjectEnd = NonNullable<DegradedFact['ended']>['because'] | 'OVER';

/** A period in which a monitor was DEGRADED, or an expiry. */
export interface StoredSubject {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: 'DEGRADED' | 'EXPIRY';
  /** When it began, or when the certificate or the registration expires. */
  readonly at: Date;
  readonly endedAt: Date | null;
  readonly endedBy: SubjectEnd | null;
  readonly monitorId: string;
  readonly monitorType: MonitorType;
  readonly monitorCreatedAt: Date;
  readonly isPaused: boolean;
}

/** One page of what the monitor service knows: all expiries of the monitors between two ids. */
export interface ExpiryPage {
  readonly expiries: readonly KnownExpiry[];
  /** Excluded; null: from the first monitor on. */
  readonly after: string | null;
  /** Included; null: to the last monitor. */
  readonly last: string | null;
}

/** An expiry that is not as the page says: listed although it has ended, or not listed although it is open. */
interface ChangedExpiry {
  readonly id: string;
  readonly isListed: boolean;
  /** What is checked, if it is listed. */
  readonly target: string | null;
}

/** A page that was listed just before a monitor was paused or deleted may arrive after the event that says so. */
const IS_WATCHED = sqlPart`m.forgotten_at IS NULL AND NOT m.is_paused`;

const ERASE = erasureOf(
  'alert_subject',
  `SELECT id FROM incident.alert_subject
   WHERE ended_at < $1::timestamptz LIMIT $2::integer FOR UPDATE SKIP LOCKED`,
);

/** What contacts are told of besides outages. */
@Injectable()
export class SubjectRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /** The id of the period; undefined if the fact says nothing new. The first fact about an end is final. */
  async saveDegraded(tx: Transaction, organizationId: string, fact: DegradedFact): Promise<string | undefined> {
    const { monitor, startedAt, cause, ended } = fact;
    const [changed] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO incident.alert_subject AS known
        (id, organization_id, monitor_id, kind, at, cause, target, ended_at, ended_by)
      VALUES (${newId('sub', Date.parse(startedAt))}, ${organizationId}, ${monitor.id}, 'DEGRADED',
        ${startedAt}::timestamptz, ${cause}, ${monitor.target},
        ${ended?.at ?? null}::timestamptz, ${ended?.because ?? null}::incident.subject_end)
      ON CONFLICT (monitor_id, kind, at) DO UPDATE SET
        cause = coalesce(known.cause, EXCLUDED.cause),
        ended_at = coalesce(known.ended_at, EXCLUDED.ended_at), ended_by = coalesce(known.ended_by, EXCLUDED.ended_by)
      WHERE (known.cause IS NULL AND EXCLUDED.cause IS NOT NULL)
        OR (known.ended_at IS NULL AND EXCLUDED.ended_at IS NOT NULL)
      RETURNING id`;
    return changed?.id;
  }

  /**
   * Adds expiries that are new, ends those that the page should have and does not (renewed, paused, or of another
   * type), and reopens those that it has again. All of them are due to be decided about.
   */
  async syncExpiries(tx: Transaction, page: ExpiryPage, now: Date): Promise<void> {
    await this.#keepWatched(tx, page);
    const changed = await this.#lockChanged(tx, page);
    const missing = changed.filter(({ isListed }) => !isListed).map(({ id }) => id);
    await this.#end(tx, missing, 'OVER', now);
    const listed = changed.filter(({ isListed }) => isListed);
    await this.#reopen(tx, listed, now);
    await this.#add(tx, page, now);
  }

  /** Ends the open subjects of a paused monitor, which the caller has locked; returns their ids. */
  async pause(tx: Transaction, monitorId: string, now: Date): Promise<string[]> {
    const open = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM incident.alert_subject WHERE monitor_id = ${monitorId} AND ended_at IS NULL ORDER BY id`;
    const ids = open.map(({ id }) => id);
    await this.#end(tx, ids, 'PAUSED', now);
    return ids;
  }

  /** No listed monitor is paused or deleted until this transaction ends. Monitors are locked in the order of their ids. */
  async #keepWatched(tx: Transaction, { expiries }: ExpiryPage): Promise<void> {
    await tx.$queryRaw`
      SELECT FROM incident.monitor WHERE id = ANY (${expiries.map(({ monitor }) => monitor.id)}::text[])
      ORDER BY id COLLATE "C" FOR SHARE`;
  }

  /** Subjects are always locked in the order of their ids. Unchanged subjects are not locked. */
  #lockChanged(tx: Transaction, { expiries, after, last }: ExpiryPage): Promise<ChangedExpiry[]> {
    return tx.$queryRaw<ChangedExpiry[]>`
      SELECT subject.id, listed.monitor_id IS NOT NULL AS "isListed", listed.target
      FROM incident.alert_subject AS subject
      LEFT JOIN (
        SELECT listed.* FROM unnest(
          ${expiries.map(({ monitor }) => monitor.id)}::text[],
          ${expiries.map(({ monitor }) => monitor.target)}::text[],
          ${expiries.map(({ expiresAt }) => expiresAt)}::timestamptz[]
        ) AS listed (monitor_id, target, expires_at)
        JOIN incident.monitor AS m ON m.id = listed.monitor_id AND ${IS_WATCHED}
      ) AS listed ON listed.monitor_id = subject.monitor_id AND listed.expires_at = subject.at
      WHERE subject.kind = 'EXPIRY'
        AND subject.monitor_id > ${after ?? ''} AND (${last}::text IS NULL OR subject.monitor_id <= ${last}::text)
        AND (subject.ended_at IS NULL) = (listed.monitor_id IS NULL)
      ORDER BY subject.id FOR NO KEY UPDATE OF subject`;
  }

  async #end(tx: Transaction, ids: readonly string[], because: 'OVER' | 'PAUSED', now: Date): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.alert_subject
      SET ended_at = ${now}::timestamptz, ended_by = ${because}::incident.subject_end, decide_at = ${now}::timestamptz
      WHERE id = ANY (${[...ids]}::text[])`;
  }

  /** Deletes decisions not to tell that were taken because the expiry seemed to be over: contacts can still be told. */
  async #reopen(tx: Transaction, changed: readonly ChangedExpiry[], now: Date): Promise<void> {
    if (changed.length === 0) return;
    const ids = changed.map(({ id }) => id);
    await tx.$executeRaw`
      UPDATE incident.alert_subject AS subject
      SET ended_at = NULL, ended_by = NULL, decide_at = ${now}::timestamptz, target = listed.target
      FROM unnest(${ids}::text[], ${changed.map(({ target }) => target)}::text[]) AS listed (id, target)
      WHERE subject.id = listed.id`;
    await tx.$executeRaw`
      WITH cancelled AS (
        DELETE FROM incident.alert_job
        WHERE id = ANY (${lockedJobs(sqlPart`subject_id = ANY (${ids}::text[]) AND state = 'CANCELLED'`)})
      )
      DELETE FROM incident.alert_decision AS decision
      WHERE decision.subject_id = ANY (${ids}::text[]) AND decision.outcome = 'SUPPRESSED' AND NOT EXISTS (
        SELECT FROM incident.alert_job AS job
        WHERE job.about_id = decision.about_id AND job.contact_id = decision.contact_id
          AND job.kind = decision.kind AND job.number = decision.number AND job.state = 'SENT'
      )`;
  }

  async #add(tx: Transaction, { expiries }: ExpiryPage, now: Date): Promise<void> {
    const monitors = expiries.map(({ monitor }) => monitor);
    await tx.$executeRaw`
      INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at, target, decide_at)
      SELECT listed.id, listed.organization_id, m.id, 'EXPIRY', listed.expires_at, listed.target, ${now}::timestamptz
      FROM unnest(
        ${monitors.map(() => newId('sub', now.getTime()))}::text[], ${monitors.map(({ id }) => id)}::text[],
        ${expiries.map(({ organizationId }) => organizationId)}::text[], ${monitors.map(({ target }) => target)}::text[],
        ${expiries.map(({ expiresAt }) => expiresAt)}::timestamptz[]
      ) AS listed (id, monitor_id, organization_id, target, expires_at)
      JOIN incident.monitor AS m ON m.id = listed.monitor_id AND ${IS_WATCHED}
      ORDER BY m.id
      ON CONFLICT DO NOTHING`;
  }

  /** The most days before an expiry on which a contact is told; null if no contact is told of expiries. */
  async horizonDays(): Promise<number | null> {
    const [row] = await this.#sql.$queryRaw<{ days: number | null }[]>`
      SELECT max(days) AS days FROM incident.contact CROSS JOIN unnest(expiry_days) AS days
      WHERE removed_at IS NULL AND 'EXPIRY' = ANY (notify_on)`;
    return row?.days ?? null;
  }

  /** True if no pass has begun since that time. Only one replica gets true. */
  async beginPass(now: Date, notSince: Date): Promise<boolean> {
    const begun = await this.#sql.$executeRaw`
      UPDATE incident.expiry_pass SET began_at = ${now} WHERE began_at IS NULL OR began_at <= ${notSince}`;
    return begun === 1;
  }

  /** Lets another pass begin earlier, as if this one had begun at that time. */
  async abandonPass(beganAt: Date): Promise<void> {
    await this.#sql.$executeRaw`UPDATE incident.expiry_pass SET began_at = ${beganAt}`;
  }

  /** Locks the subject, so that only one transaction decides about it. Undefined when its monitor is forgotten. */
  async lock(tx: Transaction, id: string): Promise<StoredSubject | undefined> {
    const [subject] = await tx.$queryRaw<StoredSubject[]>`
      SELECT s.id, s.organization_id AS "organizationId", s.kind::text, s.at, s.ended_at AS "endedAt",
        s.ended_by::text AS "endedBy",
        m.id AS "monitorId", m.type::text AS "monitorType", m.created_at AS "monitorCreatedAt",
        m.is_paused AS "isPaused"
      FROM incident.alert_subject AS s JOIN incident.monitor AS m ON m.id = s.monitor_id AND m.forgotten_at IS NULL
      WHERE s.id = ${id} FOR NO KEY UPDATE OF s`;
    return subject;
  }

  async decideAgainAt(tx: Transaction, id: string, at: Date | null): Promise<void> {
    await tx.$executeRaw`UPDATE incident.alert_subject SET decide_at = ${at}::timestamptz WHERE id = ${id}`;
  }

  async due(now: Date, limit: number): Promise<string[]> {
    const found = await this.#sql.$queryRaw<{ id: string }[]>`
      SELECT s.id FROM incident.alert_subject AS s
      JOIN incident.monitor AS m ON m.id = s.monitor_id AND m.forgotten_at IS NULL
      WHERE s.decide_at <= ${now} ORDER BY s.decide_at LIMIT ${limit}`;
    return found.map(({ id }) => id);
  }

  /** Erases up to `limit` subjects that ended before that time, and returns how many. Replicas share the work. */
  async erase(before: Date, limit: number): Promise<number> {
    return this.#sql.$executeRawUnsafe(ERASE, before, limit);
  }
}
