import { Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../incident.repository.ts';
import type { Resolution } from '../incident-lifecycle.ts';
import type { Addressee, AlertKind } from './alert-timeline.ts';

/** A job that is ours until its lease ends. */
export interface AlertJob {
  readonly id: string;
  readonly incidentId: string;
  readonly contactId: string;
  readonly channel: ContactType;
  readonly kind: AlertKind;
  /** The present one included. */
  readonly attempts: number;
  readonly organizationId: string;
  readonly resolution: Resolution | null;
  readonly contact: Addressee;
}

// The end of an outage is not told before its beginning is; a contact that is being told something waits.
const CLAIM = `
  UPDATE incident.alert_job AS job SET attempts = job.attempts + 1, lease_until = $4
  FROM incident.contact AS contact, incident.incident AS incident
  WHERE contact.id = job.contact_id AND incident.id = job.incident_id AND job.id = ANY (ARRAY(
    SELECT id FROM incident.alert_job
    WHERE state = 'PENDING' AND (lease_until IS NULL OR lease_until <= $3) AND id IN (
      SELECT DISTINCT ON (contact_id) id
      FROM incident.alert_job AS due
      WHERE channel = $1 AND state = 'PENDING' AND due_at <= $3
        AND contact_id NOT IN (
          SELECT contact_id FROM incident.alert_job WHERE state = 'PENDING' AND lease_until > $3
        )
        AND NOT EXISTS (
          SELECT FROM incident.alert_job AS opening
          WHERE due.kind = 'RESOLVED' AND opening.kind = 'OPENED' AND opening.state = 'PENDING'
            AND opening.incident_id = due.incident_id AND opening.contact_id = due.contact_id
        )
      ORDER BY contact_id, due_at, id
    )
    ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
  ))
  RETURNING job.id, job.incident_id AS "incidentId", job.contact_id AS "contactId", job.channel, job.kind, job.attempts,
    incident.organization_id AS "organizationId", incident.resolution,
    json_build_object('type', contact.type, 'name', contact.name, 'address', contact.address) AS contact`;

/** The alerts that are on their way, shared by all replicas. */
@Injectable()
export class AlertJobRepository {
  readonly #prisma: PrismaClient;
  readonly #pool: ServiceDatabase['pool'];

  constructor(prisma: PrismaClient, { pool }: ServiceDatabase) {
    this.#prisma = prisma;
    this.#pool = pool;
  }

  /** Takes due jobs, at most one a contact, until `leaseUntil`. */
  async claim(channel: ContactType, limit: number, now: Date, leaseUntil: Date): Promise<AlertJob[]> {
    const { rows } = await this.#pool.query<AlertJob>({
      name: 'claim alerts',
      text: CLAIM,
      values: [channel, limit, now, leaseUntil],
    });
    return rows;
  }

  /** Also when it was cancelled meanwhile: it has been sent. False when another process has taken it over. */
  async markSent(tx: Transaction, { id, attempts }: AlertJob, at: Date): Promise<boolean> {
    const { count } = await tx.alertJob.updateMany({
      where: { id: BigInt(id), attempts, state: { in: ['PENDING', 'CANCELLED'] } },
      data: { state: 'SENT', settledAt: at, leaseUntil: null, lastError: null },
    });
    return count === 1;
  }

  async markFailed(tx: Transaction, { id, attempts }: AlertJob, reason: string, at: Date): Promise<boolean> {
    const { count } = await tx.alertJob.updateMany({
      where: { id: BigInt(id), attempts, state: 'PENDING' },
      data: { state: 'FAILED', settledAt: at, leaseUntil: null, lastError: reason },
    });
    return count === 1;
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
