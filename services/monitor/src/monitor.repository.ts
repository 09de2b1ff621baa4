import { Injectable } from '@nestjs/common';
import type { MonitorCreate, MonitorUpdate } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from './generated/client.ts';
import { MonitorSecrets } from './secrets/monitor-secrets.ts';
import type { Transaction } from './mutations.ts';
import type { MonitorRequest } from './secrets/request-secrets.ts';

export interface NewMonitor {
  readonly id: string;
  readonly organizationId: string;
  readonly fields: MonitorCreate;
  readonly heartbeatToken: string | null;
  readonly createdAt: Date;
}

export interface MonitorChanges {
  /** The URL and headers in here are ignored; they are in `request`. */
  readonly fields?: MonitorUpdate;
  /** The request after the change; undefined when it does not change. */
  readonly request?: MonitorRequest | undefined;
  readonly heartbeatToken?: string | null;
  readonly updatedAt?: Date;
}

/** Writes changes of monitors; `MonitorViewRepository` reads monitors. */
@Injectable()
export class MonitorRepository {
  readonly #prisma: PrismaClient;
  readonly #pool: ServiceDatabase['pool'];
  readonly #secrets: MonitorSecrets;

  constructor(prisma: PrismaClient, { pool }: ServiceDatabase, secrets: MonitorSecrets) {
    this.#prisma = prisma;
    this.#pool = pool;
    this.#secrets = secrets;
  }

  /** False when the organization already has `allowance` monitors. Concurrent calls wait until the transaction ends. */
  async countIn(tx: Transaction, organizationId: string, allowance: number): Promise<boolean> {
    const counted = await tx.$executeRaw`
      INSERT INTO monitor.monitor_count AS known (organization_id, monitors)
      SELECT ${organizationId}, 1 WHERE ${allowance}::integer > 0
      ON CONFLICT (organization_id) DO UPDATE SET monitors = known.monitors + 1
      WHERE known.monitors < ${allowance}::integer`;
    return counted === 1;
  }

  async countOut(tx: Transaction, organizationId: string, monitors: number): Promise<void> {
    await tx.monitorCount.update({
      where: { organizationId },
      data: { monitors: { decrement: monitors } },
      select: { monitors: true },
    });
  }

  async count(organizationId: string): Promise<number> {
    const counted = await this.#prisma.monitorCount.findUnique({ where: { organizationId } });
    return counted?.monitors ?? 0;
  }

  async insert(tx: Transaction, { id, organizationId, fields, heartbeatToken, createdAt }: NewMonitor): Promise<void> {
    await tx.monitor.create({
      data: {
        ...columnsOf(fields),
        ...this.#secrets.seal(id, { url: fields.url ?? null, requestHeaders: fields.requestHeaders }),
        id,
        organizationId,
        heartbeatToken,
        createdAt,
        updatedAt: createdAt,
      },
      select: { id: true },
    });
  }

  async change(tx: Transaction, id: string, { fields = {}, request, ...columns }: MonitorChanges): Promise<void> {
    const sealed = request && this.#secrets.seal(id, request);
    await tx.monitor.update({
      where: { id },
      data: { ...columnsOf(fields), ...sealed, ...columns },
      select: { id: true },
    });
  }

  /** Writes the time of a change to all of these monitors. */
  async mark(tx: Transaction, ids: readonly string[], times: { updatedAt: Date } | { deletedAt: Date }): Promise<void> {
    await tx.monitor.updateMany({ where: { id: { in: [...ids] } }, data: times });
  }

  /** Those of these monitors that the organization has deleted and that are not released. */
  async unreleasedAmong(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const monitors = await this.#prisma.monitor.findMany({
      where: { id: { in: [...ids] }, organizationId, deletedAt: { not: null }, releasedAt: null },
      select: { id: true },
    });
    return monitors.map(({ id }) => id);
  }

  /** Monitors deleted before `before` and not released: the request that deleted them stopped before it finished. */
  unreleased(before: Date, limit: number): Promise<{ id: string; organizationId: string }[]> {
    return this.#prisma.monitor.findMany({
      where: { deletedAt: { lt: before }, releasedAt: null },
      select: { id: true, organizationId: true },
      take: limit,
    });
  }

  async release(id: string, now: Date): Promise<void> {
    await this.#prisma.monitor.updateMany({
      where: { id, deletedAt: { not: null }, releasedAt: null },
      data: { releasedAt: now },
    });
  }

  /** Erases up to `limit` released monitors with all their rows; returns how many. May be repeated. */
  async erase(limit: number): Promise<number> {
    const released = await this.#prisma.monitor.findMany({
      where: { releasedAt: { not: null } },
      select: { id: true, number: true },
      take: limit,
    });
    const ids = released.map(({ id }) => id);
    if (ids.length === 0) return 0;
    // Tables without a foreign key are cleared first: after a crash, the monitor's row still leads to the rest.
    const numbers = released.map(({ number }) => number);
    for (const table of ['check_result', 'check_rollup_hour', 'check_rollup_day']) {
      await this.#pool.query(`DELETE FROM monitor.${table} WHERE monitor_number = ANY ($1)`, [numbers]);
    }
    await this.#pool.query('DELETE FROM monitor.heartbeat_ping WHERE monitor_id = ANY ($1)', [ids]);
    await this.#prisma.monitor.deleteMany({ where: { id: { in: ids } } });
    return ids.length;
  }
}

/** The fields that the table stores unchanged. */
function columnsOf<F extends MonitorUpdate>({ url: _url, requestHeaders: _headers, ...columns }: F) {
  return columns;
}
