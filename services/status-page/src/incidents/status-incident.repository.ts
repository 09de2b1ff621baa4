import { Injectable } from '@nestjs/common';
import type { StatusIncidentState } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { groupsOf, PIECE_BYTES } from '@vedette/messaging';
import { PrismaClient } from '../generated/client.ts';
import type { IncidentFields, IncidentUpdate, Resolution, StoredIncident } from './status-incident-timeline.ts';
import type { MessageHtml } from './message-html.repository.ts';
import type { Transaction } from '../mutations.ts';

export type WrittenUpdate = IncidentUpdate & MessageHtml;

/** An update of an incident, with its approximate size in bytes. */
export interface SizedUpdate {
  readonly incidentId: string;
  readonly id: string;
  readonly bytes: number;
  /** Undefined if it is still to be read. */
  readonly update: IncidentUpdate | undefined;
}

interface SizedRow extends Omit<SizedUpdate, 'update'> {
  readonly createdAt: Date;
  readonly state: StatusIncidentState | null;
  readonly message: string | null;
}

/** In SQL, about as many bytes as an update takes in an answer. */
const UPDATE_BYTES = 'octet_length(message) + 200';

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

  /**
   * The present updates of incidents, in the order of the ids, and newest first. The same statement reads as many as fit
   * into one piece, so that most incidents are shown as they are at one moment. Updates never change, so the others can
   * be read later.
   */
  async sizedUpdates(sql: Sql, incidentIds: readonly string[]): Promise<SizedUpdate[]> {
    const rows = await sql.$queryRawUnsafe<SizedRow[]>(
      `SELECT incident_id AS "incidentId", id, bytes, created_at AS "createdAt",
         CASE WHEN bytes_so_far <= $2::integer THEN state::text END AS state,
         CASE WHEN bytes_so_far <= $2::integer THEN message END AS message
       FROM (
         SELECT *, ${UPDATE_BYTES} AS bytes, row_number() OVER newest_first AS rank,
           sum(${UPDATE_BYTES}) OVER newest_first AS bytes_so_far
         FROM status_page.status_incident_update WHERE incident_id = ANY ($1::text[])
         WINDOW newest_first AS (ORDER BY array_position($1::text[], incident_id), created_at DESC, id DESC)
       ) AS sized ORDER BY rank`,
      incidentIds,
      PIECE_BYTES,
    );
    return rows.map(({ incidentId, id, bytes, state, message, createdAt }) => {
      const isRead = state !== null && message !== null;
      return { incidentId, id, bytes, update: isRead ? { id, state, message, createdAt } : undefined };
    });
  }

  /** The same updates, some of which are read. None if their incident was deleted before the first of them was read. */
  async begin(sql: Sql, [first, ...others]: readonly SizedUpdate[]): Promise<SizedUpdate[]> {
    if (first === undefined) return [];
    if (first.update !== undefined) return [first, ...others];
    const known = new Set([first, ...others].map(({ id }) => id));
    return (await this.sizedUpdates(sql, [first.incidentId])).filter(({ id }) => known.has(id));
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
    const unread = sized.findIndex(({ update }) => update === undefined);
    const read = unread === -1 ? sized : sized.slice(0, unread);
    for (const { update } of read) if (update !== undefined) yield update;
    for (const group of groupsOf(sized.slice(read.length), PIECE_BYTES)) {
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
