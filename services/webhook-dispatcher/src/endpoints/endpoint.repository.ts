import { Injectable } from '@nestjs/common';
import type { EndpointDisabledReason, WebhookEndpoint } from '@vedette/contract';
import type { EndpointFields } from './endpoint-change.ts';
import type { DatedSecret } from '../signing/endpoint-secrets.ts';
import type { StoredEndpoint } from './endpoint-view.ts';
import { Prisma, PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

const SHOWN = {
  id: true,
  url: true,
  description: true,
  eventTypes: true,
  disabledReason: true,
  createdAt: true,
  updatedAt: true,
  secrets: { select: { retiredAt: true }, orderBy: { id: 'desc' } },
} as const satisfies Prisma.WebhookEndpointSelect;

export interface NewEndpoint extends EndpointFields {
  readonly id: string;
  readonly organizationId: string;
  readonly createdAt: Date;
}

export interface HandledEndpoint extends StoredEndpoint {
  readonly secrets: readonly (DatedSecret & { readonly sealed: Buffer })[];
}

@Injectable()
export class EndpointRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async page(
    organizationId: string,
    limit: number,
    offset: number,
  ): Promise<{ endpoints: StoredEndpoint[]; total: number }> {
    const [rows, count] = await Promise.all([
      this.prisma.webhookEndpoint.findMany({
        where: { organizationId, deletedAt: null },
        select: SHOWN,
        orderBy: { id: 'desc' },
        take: limit,
        skip: offset,
      }),
      this.count(organizationId),
    ]);
    return { endpoints: rows.map(stored), total: count };
  }

  /** The oldest first. */
  async named(organizationId: string): Promise<{ id: string; host: string }[]> {
    const rows = await this.prisma.webhookEndpoint.findMany({
      where: { organizationId, deletedAt: null },
      select: { id: true, url: true },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ id, url }) => ({ id, host: new URL(url).host }));
  }

  async count(organizationId: string): Promise<number> {
    const counted = await this.prisma.endpointCount.findUnique({ where: { organizationId } });
    return counted?.endpoints ?? 0;
  }

  async find(organizationId: string, id: string, tx: Transaction = this.prisma): Promise<StoredEndpoint | undefined> {
    const row = await tx.webhookEndpoint.findFirst({ where: { id, organizationId, deletedAt: null }, select: SHOWN });
    return row === null ? undefined : stored(row);
  }

  /** The data that a manual attempt needs of an endpoint; undefined when the endpoint is deleted. */
  async sending(
    organizationId: string,
    id: string,
    tx: Transaction = this.prisma,
  ): Promise<HandledEndpoint | undefined> {
    const row = await tx.webhookEndpoint.findFirst({
      where: { id, organizationId, deletedAt: null },
      select: { ...SHOWN, secrets: { select: { retiredAt: true, sealed: true }, orderBy: { id: 'desc' } } },
    });
    if (row === null) return undefined;
    const secrets = row.secrets.map(({ retiredAt, sealed }) => ({ retiredAt, sealed: Buffer.from(sealed) }));
    return { ...stored(row), secrets };
  }

  /** Locks the endpoint until the transaction ends; it gets no new events meanwhile. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredEndpoint | undefined> {
    await tx.$queryRaw`SELECT FROM webhook_dispatcher.webhook_endpoint WHERE id = ${id} FOR UPDATE`;
    return this.find(organizationId, id, tx);
  }

  /**
   * False when the organization already has `allowance` endpoints. Concurrent counts wait until the transaction ends.
   */
  async countIn(tx: Transaction, organizationId: string, allowance: number): Promise<boolean> {
    const counted = await tx.$executeRaw`
      INSERT INTO webhook_dispatcher.endpoint_count AS known (organization_id, endpoints)
      SELECT ${organizationId}, 1 WHERE ${allowance}::integer > 0
      ON CONFLICT (organization_id) DO UPDATE SET endpoints = known.endpoints + 1
      WHERE known.endpoints < ${allowance}::integer`;
    return counted === 1;
  }

  async countOut(tx: Transaction, organizationId: string): Promise<void> {
    await tx.endpointCount.update({ where: { organizationId }, data: { endpoints: { decrement: 1 } } });
  }

  async insert(tx: Transaction, endpoint: NewEndpoint, sealed: Buffer): Promise<void> {
    const { createdAt, eventTypes, ...columns } = endpoint;
    await tx.webhookEndpoint.create({
      data: {
        ...columns,
        eventTypes: [...eventTypes],
        createdAt,
        updatedAt: createdAt,
        secrets: { create: { sealed: new Uint8Array(sealed), createdAt } },
        due: { create: {} },
      },
      select: { id: true },
    });
  }

  async update(tx: Transaction, id: string, fields: EndpointFields, now: Date): Promise<void> {
    const { eventTypes, ...columns } = fields;
    await tx.webhookEndpoint.update({
      where: { id },
      data: { ...columns, eventTypes: [...eventTypes], updatedAt: now },
      select: { id: true },
    });
  }

  /** False when the endpoint was already disabled or deleted. */
  async disable(tx: Transaction, id: string, reason: EndpointDisabledReason, now: Date): Promise<boolean> {
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { id, disabledReason: null, deletedAt: null },
      data: { disabledReason: reason, updatedAt: now },
    });
    return count === 1;
  }

  /** Makes the dispatching loop look at the endpoint now. */
  async markDue(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRaw`
      UPDATE webhook_dispatcher.endpoint_due SET due_at = least(due_at, now()), arrivals = arrivals + 1
      WHERE endpoint_id = ${id}`;
  }

  /** Returns since when the endpoint has only failed, and locks that value until the transaction ends. */
  async lockHealth(tx: Transaction, id: string): Promise<Date | null> {
    // Every transaction that locks both rows locks the endpoint first.
    await tx.$queryRaw`SELECT FROM webhook_dispatcher.webhook_endpoint WHERE id = ${id} FOR UPDATE`;
    const rows = await tx.$queryRaw<{ failingSince: Date | null }[]>`
      SELECT failing_since AS "failingSince" FROM webhook_dispatcher.endpoint_due
      WHERE endpoint_id = ${id} FOR UPDATE`;
    return rows[0]?.failingSince ?? null;
  }

  async forgetFailures(tx: Transaction, id: string): Promise<void> {
    await tx.endpointDue.updateMany({ where: { endpointId: id }, data: { failingSince: null } });
  }

  /** Fails all pending deliveries of the endpoint. */
  async endPending(tx: Transaction, id: string, now: Date): Promise<void> {
    await tx.delivery.updateMany({
      where: { endpointId: id, state: 'PENDING' },
      data: { state: 'FAILED', nextAttemptAt: null, completedAt: now },
    });
  }

  /** Removes the secrets; the row stays as long as deliveries refer to it. */
  async bury(tx: Transaction, id: string, now: Date): Promise<void> {
    await tx.webhookEndpoint.update({ where: { id }, data: { deletedAt: now }, select: { id: true } });
    await tx.endpointSecret.deleteMany({ where: { endpointId: id } });
  }

  async rotateSecret(tx: Transaction, id: string, sealed: Buffer, now: Date): Promise<void> {
    await tx.endpointSecret.updateMany({ where: { endpointId: id, retiredAt: null }, data: { retiredAt: now } });
    await tx.endpointSecret.create({
      data: { endpointId: id, sealed: new Uint8Array(sealed), createdAt: now },
      select: { id: true },
    });
    await tx.webhookEndpoint.update({ where: { id }, data: { updatedAt: now }, select: { id: true } });
  }

  /** Erases all secrets but the newest `kept`. */
  async dropSecrets(tx: Transaction, id: string, kept: number): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM webhook_dispatcher.endpoint_secret WHERE id IN (
        SELECT id FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id = ${id} ORDER BY id DESC OFFSET ${kept}::integer
      )`;
  }
}

type Row = Prisma.WebhookEndpointGetPayload<{ select: typeof SHOWN }>;

/** The contract's validators accept only event types. */
function stored(row: Row): StoredEndpoint {
  return { ...row, eventTypes: row.eventTypes as WebhookEndpoint['eventTypes'] };
}
