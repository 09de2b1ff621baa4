import { Inject, Injectable } from '@nestjs/common';
import type { Monitor, MonitorCreate, MonitorUpdate } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Gatherer } from '@vedette/messaging';
import { CONFIG, ServiceDatabase } from '@vedette/service-host';
import { injectTrace, inSpan, linksTo, noTrace, type TraceCarrier } from '@vedette/telemetry';
import type { MonitorConfig } from './config.ts';
import { PrismaClient } from './generated/client.ts';
import { LOCKED_MONITOR, MONITOR_DESCRIPTIONS, MONITOR_PAGE, MONITORS_BY_ID, ONE_MONITOR } from './monitor-json.ts';
import type { Presence } from './monitor-lifecycle.ts';
import { MonitorSecrets } from './monitor-secrets.ts';
import type { Transaction } from './mutations.ts';
import type { MonitorRequest } from './request-secrets.ts';

/** A statement that hangs must not stop the look-ups of others. */
const LOOKUPS_AT_ONCE = 2;
/** What is found is held until all of it has come, and one monitor may be large. */
const LOOKED_UP_TOGETHER = 50;

export interface NewMonitor {
  readonly id: string;
  readonly organizationId: string;
  readonly fields: MonitorCreate;
  readonly heartbeatToken: string | null;
  readonly createdAt: Date;
}

export interface MonitorChanges {
  /** Its URL and headers are in `request`, and ignored here. */
  readonly fields?: MonitorUpdate;
  /** As it is after the change, when it changes. */
  readonly request?: MonitorRequest | undefined;
  readonly heartbeatToken?: string | null;
  readonly deletedAt?: Date;
  readonly updatedAt?: Date;
}

export interface LockedMonitor {
  readonly monitor: Monitor;
  readonly presence: Presence;
  /** See Observed. */
  readonly observedAt: Date | null;
}

interface MonitorRow {
  /** Without its secrets. */
  readonly json: string;
  readonly sealed: Uint8Array | null;
}

interface LockedRow extends MonitorRow {
  readonly deletedAt: Date | null;
  readonly releasedAt: Date | null;
  readonly observedAt: Date | null;
}

interface OwnedRow extends MonitorRow {
  readonly id: string;
  readonly organizationId: string;
}

interface Wanted {
  readonly id: string;
  readonly trace: TraceCarrier;
}

export interface SizedMonitor {
  readonly id: string;
  readonly bytes: number;
}

export interface MonitorPage {
  readonly monitors: readonly SizedMonitor[];
  readonly total: number;
}

type PageRow = (SizedMonitor | { readonly id: null }) & { readonly total: number };

@Injectable()
export class MonitorRepository {
  readonly #prisma: PrismaClient;
  readonly #pool: ServiceDatabase['pool'];
  readonly #heartbeatUrl: string;
  readonly #secrets: MonitorSecrets;
  /** Look-ups of one moment are one statement. What was committed before a look-up is always seen by it. */
  readonly #lookups = new Gatherer<Wanted, OwnedRow | undefined>({
    size: LOOKED_UP_TOGETHER,
    concurrency: LOOKUPS_AT_ONCE,
    run: (wanted) => this.#lookUp(wanted),
  });

  constructor(
    prisma: PrismaClient,
    { pool }: ServiceDatabase,
    secrets: MonitorSecrets,
    @Inject(CONFIG) config: MonitorConfig,
  ) {
    this.#prisma = prisma;
    this.#secrets = secrets;
    this.#pool = pool;
    this.#heartbeatUrl = config.heartbeatPublicUrl;
  }

  /** The monitor as JSON text. */
  async find(organizationId: string, id: string): Promise<string | undefined> {
    const found = await this.#findById(id);
    if (found?.organizationId !== organizationId) return undefined;
    return this.#secrets.openJson(found.json, found.sealed);
  }

  /** The monitors of a page in their order, each with about how many bytes it has. */
  async page(organizationId: string, limit: number, offset: number): Promise<MonitorPage> {
    const { rows } = await this.#pool.query<PageRow>({
      name: 'monitor-page',
      text: MONITOR_PAGE,
      values: [organizationId, limit, offset],
    });
    return { monitors: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
  }

  /** Monitors as JSON text, in this order; those that are deleted are left out. */
  async shown(ids: readonly string[]): Promise<string[]> {
    const found = await this.#readAll(ids);
    return ids.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : this.#secrets.openJson(row.json, row.sealed);
    });
  }

  /** Descriptions as JSON text, joined by commas. */
  async descriptions(organizationId: string, ids: readonly string[]): Promise<string> {
    const { rows } = await this.#pool.query<{ items: string | null }>({
      name: 'monitor-descriptions',
      text: MONITOR_DESCRIPTIONS,
      values: [organizationId, ids],
    });
    return rows[0]?.items ?? '';
  }

  /** Locks a monitor, be it there or deleted; undefined when the organization has none with this id. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<LockedMonitor | undefined> {
    const rows = await tx.$queryRawUnsafe<LockedRow[]>(LOCKED_MONITOR, this.#heartbeatUrl, organizationId, id);
    if (rows[0] === undefined) return undefined;
    const { json, sealed, deletedAt, releasedAt, observedAt } = rows[0];
    const presence = deletedAt === null ? 'live' : releasedAt === null ? 'deleted' : 'released';
    const monitor = this.#secrets.openMonitor(JSON.parse(json) as Monitor, sealed);
    return { monitor, presence, observedAt };
  }

  /** The monitor as this transaction has left it. */
  async read(tx: Sql, organizationId: string, id: string): Promise<Monitor> {
    const rows = await tx.$queryRawUnsafe<MonitorRow[]>(ONE_MONITOR, this.#heartbeatUrl, organizationId, id);
    if (rows[0] === undefined) throw new Error(`Monitor ${id} is gone from its own transaction`);
    return this.#secrets.openMonitor(JSON.parse(rows[0].json) as Monitor, rows[0].sealed);
  }

  /** Monitors as this transaction has left them, by id, without their secrets; deleted ones are left out. */
  async readMany(sql: Sql, ids: readonly string[]): Promise<Map<string, Monitor>> {
    if (ids.length === 0) return new Map();
    const rows = await sql.$queryRawUnsafe<{ id: string; json: string }[]>(MONITORS_BY_ID, this.#heartbeatUrl, ids);
    return new Map(rows.map(({ id, json }) => [id, JSON.parse(json) as Monitor]));
  }

  /** Without its secrets. */
  async findOwned(id: string): Promise<{ organizationId: string; monitor: Monitor } | undefined> {
    const found = await this.#findById(id);
    return found && { organizationId: found.organizationId, monitor: JSON.parse(found.json) as Monitor };
  }

  /** False when the organization has `allowance` monitors already. Others who count wait until the transaction ends. */
  async countIn(tx: Transaction, organizationId: string, allowance: number): Promise<boolean> {
    const counted = await tx.$executeRaw`
      INSERT INTO monitor.monitor_count AS known (organization_id, monitors)
      SELECT ${organizationId}, 1 WHERE ${allowance}::integer > 0
      ON CONFLICT (organization_id) DO UPDATE SET monitors = known.monitors + 1
      WHERE known.monitors < ${allowance}::integer`;
    return counted === 1;
  }

  async countOut(tx: Transaction, organizationId: string): Promise<void> {
    await tx.monitorCount.update({
      where: { organizationId },
      data: { monitors: { decrement: 1 } },
      select: { monitors: true },
    });
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

  /** Deleted before `before` and not released since: whoever deleted them did not live to finish. */
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

  /** Erases up to `limit` released monitors with all that hangs on them; returns how many. May be repeated. */
  async erase(limit: number): Promise<number> {
    const released = await this.#prisma.monitor.findMany({
      where: { releasedAt: { not: null } },
      select: { id: true },
      take: limit,
    });
    const ids = released.map(({ id }) => id);
    if (ids.length === 0) return 0;
    // What has no key to the monitor goes first: as long as its row is there, a crash is made up for.
    for (const table of ['check_result', 'check_rollup_hour', 'check_rollup_day', 'heartbeat_ping']) {
      await this.#pool.query(`DELETE FROM monitor.${table} WHERE monitor_id = ANY ($1)`, [ids]);
    }
    await this.#prisma.monitor.deleteMany({ where: { id: { in: ids } } });
    return ids.length;
  }

  #findById(id: string): Promise<OwnedRow | undefined> {
    return this.#lookups.add({ id, trace: injectTrace() });
  }

  async #lookUp(wanted: readonly Wanted[]): Promise<(OwnedRow | undefined)[]> {
    const links = linksTo(wanted.map(({ trace }) => trace));
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const found = await inSpan('look up', { parent: noTrace, links }, () => this.#readAll(ids));
    return wanted.map(({ id }) => found.get(id));
  }

  async #readAll(ids: readonly string[]): Promise<Map<string, OwnedRow>> {
    const values = [this.#heartbeatUrl, ids];
    const { rows } = await this.#pool.query<OwnedRow>({ name: 'monitors-by-id', text: MONITORS_BY_ID, values });
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** Fields that the table holds as they are. */
function columnsOf<F extends MonitorUpdate>({ url: _url, requestHeaders: _headers, ...columns }: F) {
  return columns;
}
