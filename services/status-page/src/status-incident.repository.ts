import { Injectable } from '@nestjs/common';
import type { StatusIncidentImpact, StatusIncidentState } from '@vedette/contract';
import { PrismaClient, type Prisma } from './generated/client.ts';
import type { Resolution } from './incident-timeline.ts';
import type { MessageHtml } from './message-html.repository.ts';
import type { Transaction } from './transaction.repository.ts';

export interface IncidentFields {
  readonly title: string;
  readonly impact: StatusIncidentImpact;
  readonly pageIds: string[];
  readonly monitorIds: string[];
  readonly startedAt: Date;
}

export interface IncidentUpdate {
  readonly id: string;
  readonly state: StatusIncidentState;
  readonly message: string;
  readonly createdAt: Date;
}

export type WrittenUpdate = IncidentUpdate & MessageHtml;

export interface StoredIncident extends IncidentFields, Resolution {
  readonly id: string;
  readonly organizationId: string;
  /** Newest first. */
  readonly updates: readonly IncidentUpdate[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const WITH_UPDATES = {
  updates: {
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, state: true, message: true, createdAt: true },
  },
} satisfies Prisma.StatusIncidentInclude;

@Injectable()
export class StatusIncidentRepository {
  constructor(private readonly prisma: PrismaClient) {}

  find(organizationId: string, id: string): Promise<StoredIncident | null> {
    return this.prisma.statusIncident.findFirst({ where: { id, organizationId }, include: WITH_UPDATES });
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
        include: WITH_UPDATES,
      }),
      this.prisma.statusIncident.count({ where }),
    ]);
    return { incidents, total };
  }

  /** Nobody else changes the incident until the transaction ends. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredIncident | null> {
    await tx.$queryRaw`
      SELECT FROM status_page.status_incident WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`;
    return tx.statusIncident.findFirst({ where: { id, organizationId }, include: WITH_UPDATES });
  }

  async insert(tx: Transaction, incident: Omit<StoredIncident, 'updates'>, first: WrittenUpdate): Promise<void> {
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
