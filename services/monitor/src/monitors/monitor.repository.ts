import { Injectable } from '@nestjs/common';
import type { MonitorCreate, MonitorUpdate } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from '../generated/client.ts';
import { assignments, columnsOf, placeholders } from './monitor-columns.ts';
import { NEW_LANE } from '../schedule/next-lane.ts';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import type { Transaction } from '../mutations.ts';
import type { MonitorRequest } from '../views/request-secrets.ts';

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
    const counted = await tx.$executeRawUnsafe(
      `INSERT INTO monitor.monitor_count AS known (organization_id, monitors)
       SELECT $1, 1 WHERE $2::integer > 0
       ON CONFLICT (organization_id) DO UPDATE SET monitors = known.monitors + 1
       WHERE known.monitors < $2::integer`,
      organizationId,
      allowance,
    );
    return counted === 1;
  }

  async countOut(tx: Transaction, organizationId: string, monitors: number): Promise<void> {
    const counted = await tx.$executeRawUnsafe(
      `UPDATE monitor.monitor_count SET monitors = monitors - $2::integer WHERE organization_id = $1`,
      organizationId,
      monitors,
    );
    if (counted !== 1) throw new Error(`The monitors of ${organizationId} are not counted`);
  }

  async count(organizationId: string): Promise<number> {
    const counted = await this.#prisma.monitorCount.findUnique({ where: { organizationId } });
    return counted?.monitors ?? 0;
  }

  /** Writes all rows of a new monitor. It is due at once, unless it is a cron job, which reports by itself. */
  async insert(tx: Transaction, { id, organizationId, fields, heartbeatToken, createdAt }: NewMonitor): Promise<void> {
    const columns = columnsOf(fields, {
      ...this.#secrets.seal(id, { url: fields.url ?? null, requestHeaders: fields.requestHeaders }),
      heartbeat_token: heartbeatToken,
    });
    await tx.$executeRawUnsafe(
      `WITH new_monitor AS (
         INSERT INTO monitor.monitor (id, organization_id, created_at, updated_at, ${[...columns.keys()].join(', ')})
         VALUES ($1, $2, $3::timestamptz, $3::timestamptz, ${placeholders(columns, 7)})
       ), new_runtime AS (
         INSERT INTO monitor.monitor_runtime
           (monitor_id, organization_id, state, epoch, interval_seconds, lane, next_check_at)
         VALUES ($1, $2, 'PENDING', 1, $4, $5, CASE WHEN NOT $6::boolean THEN $3::timestamptz END)
       ), first_state AS (
         INSERT INTO monitor.state_change (monitor_id, at, state) VALUES ($1, $3::timestamptz, 'PENDING')
       )
       INSERT INTO monitor.heartbeat (monitor_id, counts_from_at) SELECT $1, $3::timestamptz WHERE $6::boolean`,
      id,
      organizationId,
      createdAt.toISOString(),
      fields.intervalSeconds,
      NEW_LANE,
      fields.type === 'CRON',
      ...columns.values(),
    );
  }

  async change(tx: Transaction, id: string, changes: MonitorChanges): Promise<void> {
    const { fields = {}, request, heartbeatToken, updatedAt } = changes;
    const columns = columnsOf(fields, {
      ...(request && this.#secrets.seal(id, request)),
      ...(heartbeatToken !== undefined && { heartbeat_token: heartbeatToken }),
      ...(updatedAt && { updated_at: updatedAt.toISOString() }),
    });
    const changed = await tx.$executeRawUnsafe(
      `UPDATE monitor.monitor SET ${assignments(columns, 2)} WHERE id = $1`,
      id,
      ...columns.values(),
    );
    if (changed !== 1) throw new Error(`There is no monitor ${id} to change`);
  }

  /** Writes the time of a change to all of these monitors. */
  async mark(tx: Transaction, ids: readonly string[], column: 'updated_at' | 'deleted_at', at: Date): Promise<void> {
    await tx.$executeRawUnsafe(
      `UPDATE monitor.monitor SET ${column} = $2::timestamptz WHERE id = ANY ($1::text[])`,
      ids,
      at.toISOString(),
    );
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
