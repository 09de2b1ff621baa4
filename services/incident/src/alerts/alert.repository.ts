import { Injectable } from '@nestjs/common';
import { ContactAddresses } from '../contacts/contact-addresses.ts';
import type { AttachedContact } from '../contacts/contact.repository.ts';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import type { Resolution } from '../incident-lifecycle.ts';
import type { AlertState } from './alert-decision.ts';
import type { Addressee } from '../messages/alert-timeline.ts';

/** The data of an incident that alert decisions need. */
export interface AlertableIncident {
  readonly id: string;
  readonly organizationId: string;
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: Resolution | null;
  readonly alertState: AlertState;
  readonly monitorId: string;
  readonly monitorCreatedAt: Date;
}

type SparedContact = Omit<Addressee, 'address'> & { readonly id: string; readonly sealed: Uint8Array | null };

/** Stores what contacts have been told, and are still to be told, about incidents. */
@Injectable()
export class AlertRepository {
  constructor(
    private readonly prisma: PrismaClient,
    private readonly addresses: ContactAddresses,
  ) {}

  /**
   * Locks the incident, so that only one transaction decides about its alerts. Undefined when its monitor is forgotten.
   */
  async lock(tx: Transaction, incidentId: string): Promise<AlertableIncident | undefined> {
    const rows = await tx.$queryRaw<AlertableIncident[]>`
      SELECT i.id, i.organization_id AS "organizationId", i.started_at AS "startedAt", i.resolved_at AS "resolvedAt",
        i.resolution::text, i.alert_state::text AS "alertState",
        m.id AS "monitorId", m.created_at AS "monitorCreatedAt"
      FROM incident.incident AS i JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.id = ${incidentId} FOR NO KEY UPDATE OF i`;
    return rows[0];
  }

  async setState(tx: Transaction, id: string, alertState: AlertState, heldUntil: Date | null): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.incident
      SET alert_state = ${alertState}::incident.alert_state, held_until = ${heldUntil}::timestamptz WHERE id = ${id}`;
  }

  /** Held incidents that are due. A superseded incident waits until the fact about its end arrives. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ id: string }[]>`
      SELECT i.id FROM incident.incident AS i
      JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.alert_state = 'HELD' AND i.held_until <= ${now}::timestamptz AND i.resolution IS DISTINCT FROM 'SUPERSEDED'
      ORDER BY i.held_until LIMIT ${limit}::integer`;
    return rows.map(({ id }) => id);
  }

  /** Makes the held incidents of these monitors due now, so that they are decided again. */
  async reconsider(tx: Transaction, monitorIds: readonly string[], now: Date): Promise<void> {
    await tx.incident.updateMany({
      where: { monitorId: { in: [...monitorIds] }, alertState: 'HELD', heldUntil: { gt: now } },
      data: { heldUntil: now },
    });
  }

  /** Adds one job for each contact, also when another transaction adds the same jobs. */
  async addOpeningJobs(
    tx: Transaction,
    incidentId: string,
    contacts: readonly AttachedContact[],
    now: Date,
  ): Promise<void> {
    await tx.alertJob.createMany({
      data: contacts.map((contact) => ({
        incidentId,
        contactId: contact.id,
        channel: contact.type,
        kind: 'OPENED',
        dueAt: now,
        createdAt: now,
      })),
      skipDuplicates: true,
    });
  }

  /** For contacts that were told of the opening, or are still to be told. */
  async addResolutionJobs(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.alert_job (incident_id, contact_id, channel, kind, due_at, created_at)
      SELECT told.incident_id, told.contact_id, told.channel, 'RESOLVED', ${now}::timestamptz, ${now}::timestamptz
      FROM incident.alert_job AS told
      JOIN incident.contact ON contact.id = told.contact_id AND contact.removed_at IS NULL
      WHERE told.incident_id = ${incidentId} AND told.kind = 'OPENED' AND told.state <> 'CANCELLED'
      ON CONFLICT DO NOTHING`;
  }

  /** Cancels all unsent alerts; returns the contacts that are not told. */
  async withdraw(tx: Transaction, incidentId: string, now: Date): Promise<Addressee[]> {
    const spared = await tx.$queryRaw<SparedContact[]>`
      UPDATE incident.alert_job AS job SET state = 'CANCELLED', settled_at = ${now}::timestamptz
      FROM incident.contact AS contact
      WHERE job.incident_id = ${incidentId} AND job.state = 'PENDING' AND contact.id = job.contact_id
      RETURNING contact.id, contact.type::text, contact.name, contact.sealed`;
    return spared.map(({ id, type, name, sealed }) => ({ type, name, address: this.addresses.open(id, sealed) }));
  }
}
