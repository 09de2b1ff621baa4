import { Injectable } from '@nestjs/common';
import type { EventMonitor } from '@vedette/contract';
import { PrismaClient } from './generated/client.ts';
import type { Transaction } from './mutations.ts';

/** Copies of monitors, for use while the monitor service is unreachable, and the tombstones of deleted monitors. */
@Injectable()
export class MonitorCopyRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Updates an existing copy if this description is newer. */
  async describe(tx: Transaction, { id, name, type, updatedAt }: EventMonitor): Promise<void> {
    await tx.monitor.updateMany({
      where: { id, forgottenAt: null, OR: [{ describedAt: null }, { describedAt: { lt: updatedAt } }] },
      data: { name, type, describedAt: updatedAt },
    });
  }

  /**
   * After this, the monitor's incidents are hidden, contacts are not told of them, and facts about it have no effect.
   */
  async forget(tx: Transaction, organizationId: string, id: string, at: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.monitor AS known (id, organization_id, forgotten_at)
      VALUES (${id}, ${organizationId}, ${at}::timestamptz)
      ON CONFLICT (id) DO UPDATE SET forgotten_at = coalesce(known.forgotten_at, EXCLUDED.forgotten_at)`;
    await tx.alertJob.deleteMany({ where: { state: 'PENDING', incident: { monitorId: id } } });
    await tx.contactMonitor.deleteMany({ where: { monitorId: id } });
    await tx.monitorChange.deleteMany({ where: { monitorId: id } });
    await tx.maintenanceSpan.deleteMany({ where: { monitorId: id } });
  }

  /** Erases up to `limit` incidents of forgotten monitors; returns how many. Replicas share the work. */
  eraseIncidents(limit: number): Promise<number> {
    return this.prisma.$executeRaw`
      DELETE FROM incident.incident WHERE id = ANY (ARRAY(
        SELECT i.id FROM incident.incident AS i JOIN incident.monitor AS m ON m.id = i.monitor_id
        WHERE m.forgotten_at IS NOT NULL LIMIT ${limit}::integer FOR UPDATE OF i SKIP LOCKED
      ))`;
  }

  /** Erases tombstones from before that time: no fact that they must block can still arrive. */
  async eraseTombstones(before: Date): Promise<void> {
    await this.prisma.monitor.deleteMany({ where: { forgottenAt: { lt: before }, incidents: { none: {} } } });
  }
}
