import { Injectable } from '@nestjs/common';
import type { AlertKind, ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from '../generated/client.ts';
import type { Resolution } from '../incident-lifecycle.ts';
import type { TimelineEntry } from '../timeline-message.ts';
import type { Addressee } from '../messages/alert-timeline.ts';

/** A job that this process holds until its lease ends. */
export interface AlertJob {
  readonly id: string;
  readonly incidentId: string;
  readonly contactId: string;
  readonly channel: ContactType;
  readonly kind: AlertKind;
  readonly number: number;
  /** Includes the present attempt. */
  readonly attempts: number;
  readonly organizationId: string;
  readonly resolution: Resolution | null;
  readonly target: string | null;
  /** How many outages of the monitor began in the last 30 days. */
  readonly recentOutages: number;
  readonly contact: Omit<Addressee, 'address'>;
  /** The contact's address; null when the contact was removed. */
  readonly sealed: Buffer | null;
  readonly sealedSecret: Buffer | null;
  readonly decidedAt: Date;
}

// A contact is told of an incident in the order of the jobs, and gets one message at a time. The query steps
// through the contacts in the index, because reading all due jobs would be slow when there are many.
const CLAIM = `
  WITH RECURSIVE waiting AS (
    (SELECT contact_id FROM incident.alert_job WHERE channel = $1 AND state = 'PENDING' ORDER BY contact_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT next.contact_id FROM incident.alert_job AS next
      WHERE next.channel = $1 AND next.state = 'PENDING' AND next.contact_id > waiting.contact_id
      ORDER BY next.contact_id LIMIT 1
    ) FROM waiting WHERE waiting.contact_id IS NOT NULL
  ), first_due AS (
    SELECT due.id, due.due_at
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT job.id, job.due_at FROM incident.alert_job AS job
      WHERE job.channel = $1 AND job.state = 'PENDING' AND job.contact_id = waiting.contact_id AND job.due_at <= $3
        AND NOT EXISTS (
          SELECT FROM incident.alert_job AS earlier
          WHERE earlier.incident_id = job.incident_id AND earlier.contact_id = job.contact_id
            AND earlier.id < job.id AND earlier.state = 'PENDING'
        )
      ORDER BY job.due_at, job.id LIMIT 1
    ) AS due
    WHERE waiting.contact_id NOT IN (
      SELECT contact_id FROM incident.alert_job WHERE state = 'PENDING' AND lease_until > $3
    )
  )
  UPDATE incident.alert_job AS job SET attempts = job.attempts + 1, lease_until = $4
  FROM incident.contact AS contact, incident.incident AS incident
  WHERE contact.id = job.contact_id AND incident.id = job.incident_id AND job.id = ANY (ARRAY(
    SELECT id FROM incident.alert_job
    WHERE id IN (SELECT id FROM first_due ORDER BY due_at, id LIMIT $2)
      AND state = 'PENDING' AND (lease_until IS NULL OR lease_until <= $3)
    FOR UPDATE SKIP LOCKED
  ))
  RETURNING job.id, job.incident_id AS "incidentId", job.contact_id AS "contactId", job.channel, job.kind, job.number,
    job.attempts,
    incident.organization_id AS "organizationId", incident.resolution, incident.target,
    (SELECT count(*)::integer FROM incident.incident AS recent
     WHERE recent.monitor_id = incident.monitor_id AND recent.started_at > $3 - interval '30 days') AS "recentOutages",
    json_build_object('type', contact.type, 'name', contact.name) AS contact, contact.sealed,
    contact.sealed_secret AS "sealedSecret", job.created_at AS "decidedAt"`;

const SETTLE = `
  WITH settled AS (
    UPDATE incident.alert_job SET state = $3::text::incident.alert_job_state, settled_at = $5::timestamptz, lease_until = NULL, last_error = $4
    WHERE id = $1 AND attempts = $2 AND (state = 'PENDING' OR (state = 'CANCELLED' AND $3::text = 'SENT'))
    RETURNING incident_id
  ), replaced AS (
    UPDATE incident.timeline_entry AS entry SET at = $5::timestamptz, message = $7
    FROM settled WHERE entry.incident_id = settled.incident_id AND entry.message = $8
    RETURNING entry.id
  )
  INSERT INTO incident.timeline_entry (incident_id, at, type, message)
  SELECT incident_id, $5::timestamptz, $6::incident.timeline_type, $7 FROM settled
  WHERE NOT EXISTS (SELECT FROM replaced)`;

export interface Settled {
  readonly state: 'SENT' | 'FAILED';
  readonly error: string | null;
  /** The message of the timeline entry that the new one takes the place of. */
  readonly replaces: string | null;
}

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
  async claim(channel: ContactType, limit: number, now: Date, leaseUntil: Date): Promise<AlertJob[]> {
    const { rows } = await this.#pool.query<AlertJob>({
      name: 'claim alerts',
      text: CLAIM,
      values: [channel, limit, now, leaseUntil],
    });
    return rows;
  }

  /**
   * Writes the job and the timeline entry together or not at all. A job that was cancelled after it was sent is
   * recorded as sent; a job that another process has taken over is not changed.
   */
  async settle(job: AlertJob, settled: Settled, entry: TimelineEntry): Promise<void> {
    await this.#pool.query({
      name: 'settle alert',
      text: SETTLE,
      values: [
        job.id,
        job.attempts,
        settled.state,
        settled.error,
        entry.at,
        entry.type,
        entry.message,
        settled.replaces,
      ],
    });
  }

  async putOff({ id, attempts }: AlertJob, dueAt: Date, reason: string): Promise<void> {
    await this.#prisma.alertJob.updateMany({
      where: { id: BigInt(id), attempts, state: 'PENDING' },
      data: { dueAt, leaseUntil: null, lastError: reason },
    });
  }

  async oldestDueSeconds(now: Date): Promise<number> {
    const { _min: oldest } = await this.#prisma.alertJob.aggregate({
      where: { state: 'PENDING', dueAt: { lte: now } },
      _min: { dueAt: true },
    });
    return oldest.dueAt === null ? 0 : (now.getTime() - oldest.dueAt.getTime()) / 1_000;
  }
}
