import { Injectable } from '@nestjs/common';
import type { AlertKind, ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from '../generated/client.ts';
import type { TimelineEntry } from '../lifecycle/timeline-message.ts';
import type { Addressee } from '../messages/alert-timeline.ts';

/** A job that this process holds until its lease ends. */
export interface AlertJob {
  readonly id: string;
  /** The id of the incident or of the other subject that it is about. */
  readonly aboutId: string;
  readonly isAboutIncident: boolean;
  readonly contactId: string;
  readonly channel: ContactType;
  readonly kind: AlertKind;
  readonly number: number;
  /** Includes the present attempt. */
  readonly attempts: number;
  readonly organizationId: string;
  readonly contact: Omit<Addressee, 'address'>;
  /** The contact's address; null when the contact was removed. */
  readonly sealed: Buffer | null;
  readonly sealedSecret: Buffer | null;
  readonly decidedAt: Date;
  /** The contact that could not be reached, if this one is told in its place. */
  readonly inPlaceOf: string | null;
}

/** The places of a channel. */
export interface FreeLane {
  readonly channel: ContactType;
  readonly free: number;
  /** The most places that one organization may take. */
  readonly share: number;
  /** How many places organizations have taken. */
  readonly taken: ReadonlyMap<string, number>;
}

/** A contact that could not be reached. */
export interface UnreachedContact {
  readonly type: ContactType;
  readonly name: string | null;
  readonly sealed: Buffer | null;
  /** Why its last attempt failed. */
  readonly error: string | null;
}

// $1 channels, $2 their free places, $3 the most places that one organization may take; $4, $5 and $6 the channels,
// organizations and numbers of alerts under way; $7 now, $8 the end of the lease.
// A contact is told of an incident, or of another subject, in the order of the jobs, and gets one message at a time.
// Organizations take turns. The query steps through organizations and contacts in the index, because reading all due jobs would be slow when
// there are many.
const CLAIM = `
  WITH RECURSIVE lane AS (
    SELECT * FROM unnest($1::text[]::incident.contact_type[], $2::integer[], $3::integer[]) AS lane (channel, free, share)
  ), under_way AS (
    SELECT * FROM unnest($4::text[]::incident.contact_type[], $5::text[], $6::integer[])
      AS under_way (channel, organization_id, taken)
  ), present AS (
    SELECT lane.channel, (
      SELECT job.organization_id FROM incident.alert_job AS job
      WHERE job.channel = lane.channel AND job.state = 'PENDING' ORDER BY job.organization_id LIMIT 1
    ) AS organization_id FROM lane
    UNION ALL
    SELECT present.channel, (
      SELECT next.organization_id FROM incident.alert_job AS next
      WHERE next.channel = present.channel AND next.state = 'PENDING' AND next.organization_id > present.organization_id
      ORDER BY next.organization_id LIMIT 1
    ) FROM present WHERE present.organization_id IS NOT NULL
  ), allowed AS (
    SELECT channel, organization_id, lane.free, lane.share - coalesce(under_way.taken, 0) AS places
    FROM present JOIN lane USING (channel) LEFT JOIN under_way USING (channel, organization_id)
    WHERE present.organization_id IS NOT NULL AND lane.share > coalesce(under_way.taken, 0)
  ), waiting AS (
    SELECT allowed.*, (
      SELECT job.contact_id FROM incident.alert_job AS job
      WHERE job.channel = allowed.channel AND job.organization_id = allowed.organization_id AND job.state = 'PENDING'
      ORDER BY job.contact_id LIMIT 1
    ) AS contact_id FROM allowed
    UNION ALL
    SELECT waiting.channel, waiting.organization_id, waiting.free, waiting.places, (
      SELECT next.contact_id FROM incident.alert_job AS next
      WHERE next.channel = waiting.channel AND next.organization_id = waiting.organization_id AND next.state = 'PENDING'
        AND next.contact_id > waiting.contact_id
      ORDER BY next.contact_id LIMIT 1
    ) FROM waiting WHERE waiting.contact_id IS NOT NULL
  ), first_due AS (
    SELECT due.id, due.due_at, waiting.channel, waiting.free, waiting.places,
      row_number() OVER (PARTITION BY waiting.channel, waiting.organization_id ORDER BY due.due_at, due.id) AS turn
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT job.id, job.due_at FROM incident.alert_job AS job
      WHERE job.channel = waiting.channel AND job.organization_id = waiting.organization_id AND job.state = 'PENDING'
        AND job.contact_id = waiting.contact_id AND job.due_at <= $7
        AND NOT EXISTS (
          SELECT FROM incident.alert_job AS earlier
          WHERE earlier.about_id = job.about_id AND earlier.contact_id = job.contact_id
            AND earlier.id < job.id AND earlier.state = 'PENDING'
        )
      ORDER BY job.due_at, job.id LIMIT 1
    ) AS due
    WHERE waiting.contact_id NOT IN (
      SELECT contact_id FROM incident.alert_job WHERE state = 'PENDING' AND lease_until > $7
    )
  ), chosen AS (
    SELECT id, free, row_number() OVER (PARTITION BY channel ORDER BY turn, due_at, id) AS place
    FROM first_due WHERE turn <= places
  )
  UPDATE incident.alert_job AS job SET attempts = job.attempts + 1, lease_until = $8
  FROM incident.contact AS contact
  WHERE contact.id = job.contact_id AND job.id = ANY (ARRAY(
    SELECT id FROM incident.alert_job
    WHERE id IN (SELECT id FROM chosen WHERE place <= free)
      AND state = 'PENDING' AND (lease_until IS NULL OR lease_until <= $7)
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING job.id, job.about_id AS "aboutId", job.incident_id IS NOT NULL AS "isAboutIncident",
    job.contact_id AS "contactId", job.channel, job.kind, job.number, job.attempts,
    job.organization_id AS "organizationId",
    json_build_object('type', contact.type, 'name', contact.name) AS contact, contact.sealed,
    contact.sealed_secret AS "sealedSecret", job.created_at AS "decidedAt",
    (SELECT decision.in_place_of FROM incident.alert_decision AS decision
     WHERE decision.about_id = job.about_id AND decision.contact_id = job.contact_id
       AND decision.kind = job.kind AND decision.number = job.number) AS "inPlaceOf"`;

const SENT = `
  WITH settled AS (
    UPDATE incident.alert_job SET state = 'SENT', settled_at = $3::timestamptz, lease_until = NULL, last_error = NULL
    WHERE id = $1 AND attempts = $2 AND state IN ('PENDING', 'CANCELLED')
    RETURNING incident_id
  ), replaced AS (
    UPDATE incident.timeline_entry AS entry SET at = $3::timestamptz, message = $5
    FROM settled WHERE entry.incident_id = settled.incident_id AND entry.message = $6
    RETURNING entry.id
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, message)
  SELECT incident_id, $3::timestamptz, $4::incident.timeline_type, $5 FROM settled
  WHERE incident_id IS NOT NULL AND NOT EXISTS (SELECT FROM replaced)`;

// After a failure, another contact may have to be told in place of this one, so the incident is decided about again at
// $5. It is locked before the job, as decisions lock them.
const FAILING = `
  WITH decided_about AS (
    SELECT id FROM incident.incident WHERE id = $6 FOR NO KEY UPDATE
  ), failing AS (
    UPDATE incident.alert_job AS job
    SET state = $7::text::incident.alert_job_state, lease_until = NULL, last_error = $3, due_at = coalesce($4, job.due_at),
      settled_at = CASE $7::text WHEN 'FAILED' THEN $5::timestamptz END
    WHERE job.id = $1 AND job.attempts = $2 AND job.state = 'PENDING'
      AND (job.incident_id IS NULL OR EXISTS (SELECT FROM decided_about))
    RETURNING job.incident_id, job.kind
  ), reconsidered AS (
    UPDATE incident.incident AS i SET decide_at = least(i.decide_at, $5::timestamptz)
    FROM failing WHERE i.id = failing.incident_id AND failing.kind = 'OPENED' AND i.resolved_at IS NULL
  )`;
const PUT_OFF = `${FAILING} SELECT FROM failing`;
const GIVE_UP = `${FAILING}
  INSERT INTO incident.timeline_entry (incident_id, at, type, message)
  SELECT incident_id, $8::timestamptz, $9::incident.timeline_type, $10 FROM failing WHERE incident_id IS NOT NULL`;

/** The alerts that are waiting or being sent, shared by all replicas. */
@Injectable()
export class AlertJobRepository {
  readonly #prisma: PrismaClient;
  readonly #pool: ServiceDatabase['pool'];

  constructor(prisma: PrismaClient, { pool }: ServiceDatabase) {
    this.#prisma = prisma;
    this.#pool = pool;
  }

  /** Leases due jobs, at most one for each contact, until `leaseUntil`. */
  async claim(lanes: readonly FreeLane[], now: Date, leaseUntil: Date): Promise<AlertJob[]> {
    const underWay = lanes.flatMap(({ channel, taken }) =>
      [...taken].map(([organizationId, count]) => ({ channel, organizationId, count })),
    );
    const { rows } = await this.#pool.query<AlertJob>({
      name: 'claim alerts',
      text: CLAIM,
      values: [
        lanes.map(({ channel }) => channel),
        lanes.map(({ free }) => free),
        lanes.map(({ share }) => share),
        underWay.map(({ channel }) => channel),
        underWay.map(({ organizationId }) => organizationId),
        underWay.map(({ count }) => count),
        now,
        leaseUntil,
      ],
    });
    return rows;
  }

  /**
   * Writes the job and, of an incident, the timeline entry together or not at all. A job that was cancelled after it was sent is
   * recorded as sent; a job that another process has taken over is not changed. The entry takes the place of the one
   * with the message `replaces`.
   */
  async sent({ id, attempts }: AlertJob, { at, type, message }: TimelineEntry, replaces: string | null): Promise<void> {
    await this.#pool.query({
      name: 'note sent alert',
      text: SENT,
      values: [id, attempts, at, type, message, replaces],
    });
  }

  async giveUp({ id, attempts, aboutId }: AlertJob, reason: string, entry: TimelineEntry): Promise<void> {
    const { at, type, message } = entry;
    await this.#pool.query({
      name: 'give up alert',
      text: GIVE_UP,
      values: [id, attempts, reason, null, at, aboutId, 'FAILED', at, type, message],
    });
  }

  /** `decideAt`: when another contact may be told in place of this one. */
  async putOff({ id, attempts, aboutId }: AlertJob, dueAt: Date, reason: string, decideAt: Date): Promise<void> {
    await this.#pool.query({
      name: 'put off alert',
      text: PUT_OFF,
      values: [id, attempts, reason, dueAt, decideAt, aboutId, 'PENDING'],
    });
  }

  async unreached(incidentId: string, contactId: string): Promise<UnreachedContact | undefined> {
    const { rows } = await this.#pool.query<UnreachedContact>({
      name: 'unreached contact',
      text: `
        SELECT contact.type, contact.name, contact.sealed, job.last_error AS error
        FROM incident.contact LEFT JOIN incident.alert_job AS job
          ON job.incident_id = $1 AND job.contact_id = contact.id AND job.kind = 'OPENED'
        WHERE contact.id = $2`,
      values: [incidentId, contactId],
    });
    return rows[0];
  }

  async oldestDueSeconds(now: Date): Promise<number> {
    const { _min: oldest } = await this.#prisma.alertJob.aggregate({
      where: { state: 'PENDING', dueAt: { lte: now } },
      _min: { dueAt: true },
    });
    return oldest.dueAt === null ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1_000;
  }
}
