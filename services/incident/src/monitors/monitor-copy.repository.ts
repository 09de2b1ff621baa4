import { Injectable } from '@nestjs/common';
import type { EventMonitor, KnownExpiry, OutageFact } from '@vedette/contract';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import { erasureOf, lockedUnsentJobs } from '../alert-locks.repository.ts';

/** Copies of monitors, for use while the monitor service is unreachable, and the tombstones of deleted monitors. */
@Injectable()
export class MonitorCopyRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /**
   * Creates the row of the monitor if necessary and locks it: no other transaction applies a fact about it until this one
   * ends. `description` comes from the monitor itself and is newer than the fact.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    monitor: Omit<OutageFact['monitor'], 'target'>,
    description?: Pick<EventMonitor, 'name' | 'type' | 'updatedAt'>,
  ): Promise<{ isForgotten: boolean }> {
    const { name, type } = description ?? monitor;
    const [met] = await tx.$queryRaw<{ isForgotten: boolean }[]>`
      INSERT INTO incident.monitor AS known (id, organization_id, name, type, created_at, described_at)
      VALUES (${monitor.id}, ${organizationId}, ${name}, ${type}::incident.monitor_type,
        ${monitor.createdAt}::timestamptz, ${description?.updatedAt ?? null}::timestamptz)
      ON CONFLICT (id) DO UPDATE SET (name, type, described_at) = (
        SELECT newest.name, newest.type, newest.described_at
        FROM (VALUES
          (known.name, known.type, known.described_at), (EXCLUDED.name, EXCLUDED.type, EXCLUDED.described_at)
        ) AS newest (name, type, described_at)
        ORDER BY newest.described_at DESC NULLS LAST LIMIT 1
      )
      RETURNING forgotten_at IS NOT NULL AS "isForgotten"`;
    return { isForgotten: met?.isForgotten ?? false };
  }

  /** Adds copies of monitors that are not known yet. */
  async meet(tx: Transaction, expiries: readonly KnownExpiry[]): Promise<void> {
    await tx.monitor.createMany({
      data: expiries.map(({ organizationId, monitor: { id, name, type, createdAt } }) => {
        return { id, organizationId, name, type, createdAt };
      }),
      skipDuplicates: true,
    });
  }

  /** Updates an existing copy if this description is newer. */
  async describe(tx: Transaction, { id, name, type, updatedAt }: EventMonitor): Promise<void> {
    await tx.monitor.updateMany({
      where: { id, forgottenAt: null, OR: [{ describedAt: null }, { describedAt: { lt: updatedAt } }] },
      data: { name, type, describedAt: updatedAt },
    });
  }

  /**
   * After this, the monitor's incidents are hidden, facts about it have no effect, and no monitor depends on it. Returns
   * those that depended on it until now. `dropUnsent` follows.
   */
  async forget(tx: Transaction, organizationId: string, id: string, at: Date): Promise<string[]> {
    await tx.$executeRaw`
      INSERT INTO incident.monitor AS known (id, organization_id, forgotten_at)
      VALUES (${id}, ${organizationId}, ${at}::timestamptz)
      ON CONFLICT (id) DO UPDATE SET forgotten_at = coalesce(known.forgotten_at, EXCLUDED.forgotten_at)`;
    await tx.contactMonitor.deleteMany({ where: { monitorId: id } });
    await tx.monitorChange.deleteMany({ where: { monitorId: id } });
    await tx.maintenanceSpan.deleteMany({ where: { monitorId: id } });
    await tx.$executeRaw`DELETE FROM incident.monitor_alerting WHERE monitor_id = ${id}`;
    const orphans = await tx.$queryRaw<{ id: string }[]>`
      UPDATE incident.monitor_alerting SET parent_id = NULL WHERE parent_id = ${id} RETURNING monitor_id AS id`;
    return orphans.map((orphan) => orphan.id);
  }

  /** Drops what contacts are yet to be told of a forgotten monitor. */
  async dropUnsent(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRaw`DELETE FROM incident.alert_job WHERE id = ANY (${lockedUnsentJobs(id)})`;
  }

  /** Erases up to `limit` incidents of forgotten monitors; returns how many. Replicas share the work. */
  eraseIncidents(limit: number): Promise<number> {
    return this.prisma.$executeRawUnsafe(erasureOf('incident', forgotten('incident')), limit);
  }

  /** Does the same for what else contacts were told of these monitors. */
  eraseSubjects(limit: number): Promise<number> {
    return this.prisma.$executeRawUnsafe(erasureOf('alert_subject', forgotten('alert_subject')), limit);
  }

  /** Erases tombstones from before that time: no fact that they must block can still arrive. */
  async eraseTombstones(before: Date): Promise<void> {
    const isFree = { incidents: { none: {} }, subjects: { none: {} } };
    await this.prisma.monitor.deleteMany({ where: { forgottenAt: { lt: before }, ...isFree } });
  }
}

/** $1 limit. */
function forgotten(table: 'incident' | 'alert_subject'): string {
  return `
    SELECT about.id FROM incident.${table} AS about JOIN incident.monitor AS m ON m.id = about.monitor_id
    WHERE m.forgotten_at IS NOT NULL LIMIT $1::integer FOR UPDATE OF about SKIP LOCKED`;
}
