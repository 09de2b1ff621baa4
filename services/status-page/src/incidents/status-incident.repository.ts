import { Injectable } from '@nestjs/common';
import type { StatusIncidentState } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { groupsOf, PIECE_BYTES } from '@vedette/messaging';
import { PrismaClient } from '../generated/client.ts';
import type { IncidentFields, IncidentUpdate, Resolution, StoredIncident } from './status-incident-timeline.ts';
import type { MessageHtml } from './message-html.repository.ts';
import type { Transaction } from '../mutations.ts';

export type WrittenUpdate = IncidentUpdate & MessageHtml;

/** An update that is still to be read, with its approximate size in bytes. */
export interface SizedUpdate {
  readonly incidentId: string;
  readonly id: string;
  readonly bytes: number;
}

@Injectable()
export class StatusIncidentRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async find(organizationId: string, id: string, tx: Transaction = this.prisma): Promise<StoredIncident | undefined> {
    return (await tx.statusIncident.findFirst({ where: { id, organizationId } })) ?? undefined;
  }

  /** Newest first. */
  async list(
    organizationId: string,
    filter: { readonly state?: StatusIncidentState; readonly statusPageId?: string },
    limit: number,
    offset: number,
  ): Promise<{ incidents: StoredIncident[]; total: number }> {
    const where = {
      organizationId,
      ...(filter.state !== undefined && { state: filter.state }),
      ...(filter.statusPageId !== undefined && { pageIds: { has: filter.statusPageId } }),
    };
    const [incidents, total] = await Promise.all([
      this.prisma.statusIncident.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        skip: offset,
      }),
      this.prisma.statusIncident.count({ where }),
    ]);
    return { incidents, total };
  }

  /** Locks the incident until the transaction ends. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredIncident | undefined> {
    await tx.$queryRaw`
      SELECT FROM status_page.status_incident WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`;
    return this.find(organizationId, id, tx);
  }

  /** The present updates of incidents, newest first. Updates never change, so they can be read one by one later. */
  async sizedUpdates(sql: Sql, incidentIds: readonly string[]): Promise<SizedUpdate[]> {
    return sql.$queryRawUnsafe<SizedUpdate[]>(
      `SELECT incident_id AS "incidentId", id, octet_length(message) + 200 AS bytes FROM status_page.status_incident_update
       WHERE incident_id = ANY ($1::text[]) ORDER BY created_at DESC, id DESC`,
      incidentIds,
    );
  }

  async lastUpdateAt(tx: Transaction, incidentId: string): Promise<Date | undefined> {
    const last = await tx.statusIncidentUpdate.findFirst({
      where: { incidentId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { createdAt: true },
    });
    return last?.createdAt;
  }

  /** Reads the updates in the given order. Fails when an update is gone, because its incident was deleted. */
  async *updates(sql: Sql, sized: readonly SizedUpdate[]): AsyncGenerator<IncidentUpdate, void, undefined> {
    for (const group of groupsOf(sized, PIECE_BYTES)) {
      const rows = await sql.$queryRawUnsafe<IncidentUpdate[]>(
        `SELECT id, state::text, message, created_at AS "createdAt" FROM status_page.status_incident_update
         WHERE id = ANY ($1::text[])`,
        group.map(({ id }) => id),
      );
      const found = new Map(rows.map((row) => [row.id, row]));
      for (const { id, incidentId } of group) {
        const update = found.get(id);
        if (update === undefined) throw new Error(`Published incident ${incidentId} was deleted while it was read`);
        yield update;
      }
    }
  }

  async insert(tx: Transaction, incident: StoredIncident, first: WrittenUpdate): Promise<void> {
    await tx.statusIncident.create({
      data: { ...incident, updates: { createMany: { data: [first] } } },
      select: { id: true },
    });
  }

  async change(tx: Transaction, id: string, fields: Partial<IncidentFields>, updatedAt: Date): Promise<void> {
    await tx.statusIncident.update({ where: { id }, data: { ...fields, updatedAt }, select: { id: true } });
  }

  async addUpdate(
    tx: Transaction,
    id: string,
    update: WrittenUpdate,
    resolution: Resolution,
    updatedAt: Date,
  ): Promise<void> {
    await tx.statusIncident.update({
      where: { id },
      data: { ...resolution, updatedAt, updates: { createMany: { data: [update] } } },
      select: { id: true },
    });
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.statusIncident.delete({ where: { id }, select: { id: true } });
  }
}
