import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { IS_PENDING, isAboutLocked, lockedIncidents } from '../alert-locks.repository.ts';
import { alertGathered, GATHERED_KINDS, type KnownContact } from '../messages/timeline-entry.ts';
import type { AlertJob, LeasedJob } from './alert-job.repository.ts';
import { LEASE_MS } from './ended-leases.ts';

/** More would make one transaction too long; the rest is told a minute later. */
const MOST_JOBS = 1_000;

const COUNT = `
  INSERT INTO incident.alert_storm (contact_id, told_at) VALUES ($1, $2::timestamptz[])
  ON CONFLICT (contact_id) DO UPDATE
    SET told_at = EXCLUDED.told_at, gather_until = NULL, digest_id = NULL`;

// $1 contact, $2 channel, $3 organization, $4 the claimed job, $5 its attempts, $6 until, $7 whether the storm begins, $8 now,
// $9 kinds of news and $10 what their entries of timelines say, $11 the most other jobs. The claim is undone, and what is due is put off
// with it, not one by one. Entries of a timeline lock its incident against erasure, which locks incidents before jobs, too.
const HOLD = `
  WITH storm AS (
    UPDATE incident.alert_storm SET gather_until = $6::timestamptz,
      digest_id = CASE WHEN $7::boolean THEN NULL ELSE digest_id END
    WHERE contact_id = $1
  ), found AS (
    SELECT id, incident_id FROM incident.alert_job WHERE id = $4
    UNION ALL (
      SELECT id, incident_id FROM incident.alert_job
      WHERE channel = $2::text::incident.contact_type AND organization_id = $3 AND contact_id = $1
        AND state = 'PENDING' AND digest_id IS NULL AND lease_until IS NULL AND due_at < $6::timestamptz
      ORDER BY due_at, id LIMIT $11
    )
  ), kept AS (${lockedIncidents('ARRAY(SELECT incident_id FROM found)', 'KEY SHARE')}
  ), due AS (
    SELECT locked.* FROM (SELECT DISTINCT id FROM found ORDER BY id) AS given CROSS JOIN LATERAL (
      SELECT job.id, job.gather_until IS NULL AS is_new FROM incident.alert_job AS job
      WHERE job.id = given.id AND ${IS_PENDING} AND job.digest_id IS NULL
        AND CASE job.id WHEN $4 THEN job.attempts = $5 ELSE job.lease_until IS NULL END
        AND ${isAboutLocked('kept')}
      FOR UPDATE
    ) AS locked
  ), held AS (
    UPDATE incident.alert_job AS job
    SET due_at = $6::timestamptz, gather_until = $6::timestamptz, lease_until = NULL,
      attempts = job.attempts - CASE WHEN job.id = $4 THEN 1 ELSE 0 END
    FROM due WHERE job.id = due.id
    RETURNING job.id, job.incident_id, job.kind, due.is_new
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, what)
  SELECT held.incident_id, $8::timestamptz, 'ALERT_SUPPRESSED', entry.what
  FROM held JOIN unnest($9::text[], $10::jsonb[]) AS entry (kind, what) ON entry.kind = held.kind::text
  WHERE held.is_new AND held.incident_id IS NOT NULL
  ORDER BY held.id`;

// $1 contact, $2 channel, $3 organization, $4 the claimed job, $5 its attempts, $6 the message, $7 now, $8 the milliseconds
// of the lease, $9 until when the next ones are gathered, $10 the most jobs, $11 see StoredStorm. News about a subject stay in order.
// What waits is read once, without a join: a contact may have 10,000 alerts, and PostgreSQL may not know that yet.
const GATHER = `
  WITH ours AS (
    SELECT digest_id FROM incident.alert_job WHERE id = $4 AND attempts = $5 AND state = 'PENDING'
  ), waiting AS (
    SELECT id, digest_id, due_at <= $7::timestamptz AS is_due,
      bool_or(due_at > $7::timestamptz OR digest_id IS NOT NULL) OVER earlier AS is_behind
    FROM incident.alert_job
    WHERE channel = $2::text::incident.contact_type AND organization_id = $3 AND contact_id = $1 AND state = 'PENDING'
    WINDOW earlier AS (PARTITION BY about_id ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ), chosen AS (
    SELECT waiting.id, ours.digest_id FROM waiting, ours
    WHERE waiting.digest_id IS NOT DISTINCT FROM ours.digest_id
      AND (ours.digest_id IS NOT NULL OR (waiting.is_due AND waiting.is_behind IS NOT TRUE))
    ORDER BY waiting.id <> $4, waiting.id LIMIT $10
  ), due AS (
    SELECT locked.id FROM (SELECT id, digest_id FROM chosen ORDER BY id) AS given CROSS JOIN LATERAL (
      SELECT job.id FROM incident.alert_job AS job
      WHERE job.id = given.id AND ${IS_PENDING} AND job.digest_id IS NOT DISTINCT FROM given.digest_id
        AND CASE job.id WHEN $4 THEN job.attempts = $5 ELSE coalesce(job.lease_until <= now(), true)
          AND (given.digest_id IS NOT NULL OR job.due_at <= $7::timestamptz) END
      FOR UPDATE
    ) AS locked
  ), storm AS (
    UPDATE incident.alert_storm AS storm SET gather_until = $9::timestamptz, digest_id = $11
    FROM ours WHERE storm.contact_id = $1 AND ours.digest_id IS NULL
  )
  UPDATE incident.alert_job AS job
  SET attempts = job.attempts + CASE WHEN job.id = $4 THEN 0 ELSE 1 END, lease_until = now() + $8 * interval '1 millisecond',
    gather_until = NULL, digest_id = $6
  FROM due WHERE job.id = due.id
  RETURNING job.id, job.about_id AS "aboutId", job.incident_id IS NOT NULL AS "isAboutIncident", job.kind, job.number,
    job.attempts, job.created_at AS "decidedAt", job.in_place_of AS "inPlaceOf"`;

/** $1 contact, $2 channel, $3 organization, $4 the message, $5 now. */
const GROWTH = `
  WITH named AS (
    SELECT about_id FROM incident.alert_job WHERE digest_id = $4 AND contact_id = $1
  ), due AS (
    SELECT about_id, kind FROM incident.alert_job
    WHERE channel = $2::text::incident.contact_type AND organization_id = $3 AND contact_id = $1
      AND state = 'PENDING' AND digest_id IS NULL AND due_at <= $5::timestamptz
  )
  SELECT (SELECT count(*)::integer FROM (SELECT about_id FROM named UNION SELECT about_id FROM due) AS named_or_due) AS names,
    EXISTS (SELECT about_id FROM due WHERE kind = 'REMINDED' INTERSECT SELECT about_id FROM named) AS "hasReminder"`;

/** $1 contact, $2 the message, $3 what the receiver calls it. */
const NOTE_MESSAGE = `
  WITH told AS (
    SELECT id FROM incident.alert_job
    WHERE digest_id = $2 AND contact_id = $1 AND message_id IS DISTINCT FROM $3
    ORDER BY id FOR UPDATE
  )
  UPDATE incident.alert_job AS job SET message_id = $3 FROM told WHERE job.id = told.id`;

export interface Growth {
  readonly names: number;
  /** The contact is to be reminded of something that the message names. */
  readonly hasReminder: boolean;
}

/** Stores which alerts to a contact are gathered, and in which message they are told. */
@Injectable()
export class AlertStormRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Counts an alert that is sent at once. */
  async count(contactId: string, toldAt: readonly Date[]): Promise<void> {
    await this.#pool.query({ name: 'count alert', text: COUNT, values: [contactId, toldAt] });
  }

  /** Puts off the job, and everything else that is due for its contact. */
  async hold(
    { contactId, channel, organizationId, id, attempts }: AlertJob,
    contact: KnownContact,
    { until, isFirst }: { readonly until: Date; readonly isFirst: boolean },
    now: Date,
  ): Promise<void> {
    const entries = GATHERED_KINDS.map((kind) => JSON.stringify(alertGathered(contact, kind, until)));
    await this.#pool.query({
      name: 'hold alerts',
      text: HOLD,
      values: [
        contactId,
        channel,
        organizationId,
        id,
        attempts,
        until,
        isFirst,
        now,
        GATHERED_KINDS,
        entries,
        MOST_JOBS,
      ],
    });
  }

  /**
   * Leases everything that is told in the message `digestId`: what is due, or what a process that died had begun to
   * tell in it. Nothing if the job was withdrawn. `threadId`: see StoredStorm; `gatherUntil`: null if it was begun.
   */
  async gather(
    { contactId, channel, organizationId, id, attempts }: AlertJob,
    digest: { readonly id: string; readonly threadId: string; readonly gatherUntil: Date | null },
    now: Date,
  ): Promise<LeasedJob[]> {
    const claimed = [contactId, channel, organizationId, id, attempts];
    const { rows } = await this.#pool.query<LeasedJob>({
      name: 'gather alerts',
      text: GATHER,
      values: [...claimed, digest.id, now, LEASE_MS, digest.gatherUntil, MOST_JOBS, digest.threadId],
    });
    return rows;
  }

  /** How a message would grow if everything that is due were told in it, too. */
  async growthOf({ contactId, channel, organizationId }: AlertJob, digestId: string, now: Date): Promise<Growth> {
    const { rows } = await this.#pool.query<Growth>({
      name: 'growth of digest',
      text: GROWTH,
      values: [contactId, channel, organizationId, digestId, now],
    });
    return rows[0] ?? { names: 0, hasReminder: false };
  }

  /** What the receiver calls the message; null if it has not taken it yet. */
  async messageIdOf({ contactId }: AlertJob, digestId: string): Promise<string | null> {
    const { rows } = await this.#pool.query<{ messageId: string }>({
      name: 'growing message',
      text: `SELECT message_id AS "messageId" FROM incident.alert_job
        WHERE digest_id = $2 AND contact_id = $1 AND message_id IS NOT NULL LIMIT 1`,
      values: [contactId, digestId],
    });
    return rows[0]?.messageId ?? null;
  }

  /** Notes what the receiver calls the message, with all of its jobs: the storm may go on with another one. */
  async noteMessage({ contactId }: AlertJob, digestId: string, messageId: string): Promise<void> {
    await this.#pool.query({
      name: 'note growing message',
      text: NOTE_MESSAGE,
      values: [contactId, digestId, messageId],
    });
  }
}
