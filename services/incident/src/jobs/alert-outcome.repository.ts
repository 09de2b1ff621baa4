import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { IS_PENDING, isAboutLocked, lockedIncidents } from '../alert-locks.repository.ts';
import type { Failure, Happened } from '../messages/timeline-entry.ts';
import type { LeasedJob } from './alert-job.repository.ts';

export interface Settled {
  readonly job: LeasedJob;
  /** For the timeline of an incident. */
  readonly what: Happened;
}

export interface PutOff {
  readonly job: LeasedJob;
  readonly dueAt: Date;
  /** When another contact may be told in place of this one. */
  readonly decideAt: Date;
}

// $1 jobs, $2 their attempts, $3 now, $4 what happened, $5 what the jobs are about. Entries of a timeline lock its incident
// against erasure, which locks incidents before jobs, too. The reminders of a contact are one entry, which counts them.
const SENT = `
  WITH kept AS (${lockedIncidents('$5::text[]', 'KEY SHARE')}
  ), given AS (
    SELECT * FROM unnest($1::bigint[], $2::integer[], $4::jsonb[]) AS given (id, attempts, what) ORDER BY id
  ), told AS (
    SELECT held.id, given.what FROM given CROSS JOIN LATERAL (
      SELECT job.id FROM incident.alert_job AS job
      WHERE job.id = given.id AND job.attempts = given.attempts AND job.state IN ('PENDING', 'CANCELLED')
        AND ${isAboutLocked('kept')}
      FOR UPDATE
    ) AS held
  ), settled AS (
    UPDATE incident.alert_job AS job
    SET state = 'SENT', settled_at = $3::timestamptz, lease_until = NULL, gather_until = NULL, last_error = NULL,
      masked_error = NULL
    FROM told WHERE job.id = told.id
    RETURNING job.id, job.incident_id, told.what
  ), replaced AS (
    UPDATE incident.timeline_entry AS entry SET at = $3::timestamptz, what = settled.what
    FROM settled
    WHERE settled.what->>'news' = 'REMINDED' AND settled.what->>'insteadOfId' IS NULL
      AND entry.incident_id = settled.incident_id AND entry.type = 'ALERT_SENT'
      AND entry.what->>'news' = 'REMINDED' AND entry.what->>'insteadOfId' IS NULL
      AND entry.what->>'contactId' = settled.what->>'contactId'
    RETURNING settled.id
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, what)
  SELECT incident_id, $3::timestamptz, 'ALERT_SENT', what FROM settled
  WHERE incident_id IS NOT NULL AND id NOT IN (SELECT id FROM replaced)
  ORDER BY settled.id`;

// $1 what the jobs are about. After a failure, another contact may have to be told, so an incident is decided about again.
const LOCK_INCIDENTS = lockedIncidents('$1::text[]', 'NO KEY UPDATE');

// $1 jobs, $2 their attempts, $3 when to try again, $4 when to decide again, $5 the state, $6 the reason, $7 now,
// $8 what happened, $9 the reason for readers who see masks.
const FAILING = `
  WITH given AS (
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $8::jsonb[])
      AS given (id, attempts, due_at, decide_at, what)
    ORDER BY id
  ), tried AS (
    SELECT held.id, given.due_at, given.decide_at, given.what FROM given CROSS JOIN LATERAL (
      SELECT job.id FROM incident.alert_job AS job
      WHERE job.id = given.id AND job.attempts = given.attempts AND ${IS_PENDING}
      FOR UPDATE
    ) AS held
  ), failing AS (
    UPDATE incident.alert_job AS job
    SET state = $5::text::incident.alert_job_state, lease_until = NULL, gather_until = NULL, last_error = $6,
      masked_error = $9,
      due_at = coalesce(tried.due_at, job.due_at), settled_at = CASE $5::text WHEN 'FAILED' THEN $7::timestamptz END
    FROM tried WHERE job.id = tried.id
    RETURNING job.id, job.incident_id, job.kind, tried.decide_at, tried.what
  ), reconsidered AS (
    UPDATE incident.incident AS i SET decide_at = least(i.decide_at, failing.decide_at)
    FROM failing WHERE i.id = failing.incident_id AND failing.kind = 'OPENED' AND i.resolved_at IS NULL
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, what)
  SELECT incident_id, $7::timestamptz, 'ALERT_FAILED', what FROM failing
  WHERE incident_id IS NOT NULL AND what IS NOT NULL ORDER BY id`;

/** Records what became of attempts. What concerns several jobs is written together or not at all. */
@Injectable()
export class AlertOutcomeRepository {
  readonly #pool: ServiceDatabase['pool'];
  readonly #mutations: ServiceDatabase['mutations'];

  constructor({ pool, mutations }: ServiceDatabase) {
    this.#pool = pool;
    this.#mutations = mutations;
  }

  /**
   * A job that was cancelled after it was sent is recorded as sent; a job that another process has taken over is not
   * changed.
   */
  async sent(told: readonly Settled[], now: Date): Promise<void> {
    await this.#pool.query({
      name: 'note sent alerts',
      text: SENT,
      values: [
        told.map(({ job }) => job.id),
        told.map(({ job }) => job.attempts),
        now,
        told.map(({ what }) => JSON.stringify(what)),
        told.map(({ job }) => job.aboutId),
      ],
    });
  }

  async giveUp(failed: readonly Settled[], failure: Failure, now: Date): Promise<void> {
    const times = failed.map((each) => ({ ...each, dueAt: null, decideAt: now }));
    await this.#fail(times, 'FAILED', failure, now);
  }

  async putOff(failed: readonly PutOff[], failure: Failure, now: Date): Promise<void> {
    await this.#fail(
      failed.map((each) => ({ ...each, what: null })),
      'PENDING',
      failure,
      now,
    );
  }

  async #fail(
    failed: readonly { job: LeasedJob; dueAt: Date | null; decideAt: Date; what: Happened | null }[],
    state: 'PENDING' | 'FAILED',
    { reason, maskedReason }: Failure,
    now: Date,
  ): Promise<void> {
    const about = failed.map(({ job }) => job.aboutId);
    await this.#mutations.run(async (tx) => {
      await tx.query({ name: 'lock failed alerts', text: LOCK_INCIDENTS, values: [about] });
      await tx.query({
        name: 'note failed alerts',
        text: FAILING,
        values: [
          failed.map(({ job }) => job.id),
          failed.map(({ job }) => job.attempts),
          failed.map(({ dueAt }) => dueAt),
          failed.map(({ decideAt }) => decideAt),
          state,
          reason,
          now,
          failed.map(({ what }) => what && JSON.stringify(what)),
          maskedReason,
        ],
      });
    });
  }
}
