import { Injectable } from '@nestjs/common';
import type { MaintenanceState } from '@vedette/contract';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import type { RecurrenceRule } from './recurrence.ts';
import type { Transaction } from '../mutations.ts';
import type { Stage, StoredWindow } from './maintenance-window-state.ts';

export interface DueWindow {
  readonly id: string;
  readonly organizationId: string;
}

@Injectable()
export class MaintenanceWindowRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async find(organizationId: string, id: string): Promise<StoredWindow | undefined> {
    const row = await this.prisma.maintenanceWindow.findFirst({ where: { id, organizationId } });
    return row === null ? undefined : toWindow(row);
  }

  /** Newest first. */
  async list(
    organizationId: string,
    state: MaintenanceState | undefined,
    limit: number,
    offset: number,
  ): Promise<{ windows: StoredWindow[]; total: number }> {
    const where = { organizationId, ...(state !== undefined && { state }) };
    const [rows, total] = await Promise.all([
      this.prisma.maintenanceWindow.findMany({
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        skip: offset,
      }),
      this.prisma.maintenanceWindow.count({ where }),
    ]);
    return { windows: rows.map(toWindow), total };
  }

  /** Windows that are running or planned, in the order of their start. */
  async next(organizationId: string, limit: number): Promise<{ windows: StoredWindow[]; total: number }> {
    const where = { organizationId, state: { not: 'COMPLETED' as const } };
    const [rows, total] = await Promise.all([
      this.prisma.maintenanceWindow.findMany({
        where,
        orderBy: [{ occurrenceStartsAt: 'asc' }, { id: 'asc' }],
        take: limit,
      }),
      this.prisma.maintenanceWindow.count({ where }),
    ]);
    return { windows: rows.map(toWindow), total };
  }

  /**
   * Until the transaction ends, no other one plans or changes windows of the organization. Comes first in a transaction, so
   * that whoever waits for it keeps nothing else waiting.
   */
  async lockOrganization(tx: Transaction, organizationId: string): Promise<void> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`maintenance ${organizationId}`}, 0))`;
  }

  /** How many windows of the organization are not completed. */
  async countOpen(organizationId: string, tx: Transaction = this.prisma): Promise<number> {
    const [counted] = await tx.$queryRaw<{ windows: number }[]>`
      SELECT count(*)::integer AS windows FROM status_page.maintenance_window
      WHERE organization_id = ${organizationId} AND state <> 'COMPLETED'`;
    return counted?.windows ?? 0;
  }

  /** The given monitors that are in `most` or more windows that are not completed. */
  async monitorsInMost(
    tx: Transaction,
    organizationId: string,
    monitorIds: readonly string[],
    most: number,
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM unnest(${[...monitorIds]}::text[]) AS wanted (id)
      JOIN (
        SELECT unnest(monitor_ids) AS id FROM status_page.maintenance_window
        WHERE organization_id = ${organizationId} AND state <> 'COMPLETED'
      ) AS planned USING (id)
      GROUP BY id HAVING count(*) >= ${most}::integer`;
    return new Set(rows.map(({ id }) => id));
  }

  /** Locks the window until the transaction ends. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredWindow | undefined> {
    await tx.$queryRaw`
      SELECT FROM status_page.maintenance_window WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`;
    const row = await tx.maintenanceWindow.findFirst({ where: { id, organizationId } });
    return row === null ? undefined : toWindow(row);
  }

  /**
   * Windows whose start or end is due, except the given ones; of one organization, if it is given. Organizations take turns:
   * first the longest due window of each, then the second one, and so on.
   */
  async due(now: Date, limit: number, except: readonly string[], organizationId?: string): Promise<DueWindow[]> {
    return this.prisma.$queryRaw<DueWindow[]>`
      SELECT id, organization_id AS "organizationId"
      FROM (
        SELECT id, organization_id, next_transition_at,
          row_number() OVER (PARTITION BY organization_id ORDER BY next_transition_at, id) AS turn
        FROM status_page.maintenance_window
        WHERE next_transition_at <= ${now}::timestamptz AND id <> ALL (${[...except]}::text[])
          AND organization_id = coalesce(${organizationId ?? null}::text, organization_id)
      ) AS waiting
      ORDER BY turn, next_transition_at, id LIMIT ${limit}::integer`;
  }

  /** As `lockOrganization`, for those of the organizations that nobody has locked. */
  async lockFree(tx: Transaction, organizationIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM unnest(${[...organizationIds]}::text[]) AS wanted (id)
      WHERE pg_try_advisory_xact_lock(hashtextextended('maintenance ' || id, 0))`;
    return new Set(rows.map(({ id }) => id));
  }

  /** Locks those of the windows that still are due. */
  async lockDue(tx: Transaction, now: Date, ids: readonly string[]): Promise<StoredWindow[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM status_page.maintenance_window
      WHERE id = ANY (${[...ids]}::text[]) AND next_transition_at <= ${now}::timestamptz ORDER BY id FOR UPDATE`;
    if (rows.length === 0) return [];
    const found = await tx.maintenanceWindow.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    return found.map(toWindow);
  }

  /** When the next window starts or ends, the given ones left out. */
  async nextTransitionAt(except: readonly string[]): Promise<Date | null> {
    const [next] = await this.prisma.$queryRaw<{ at: Date | null }[]>`
      SELECT min(next_transition_at) AS at FROM status_page.maintenance_window WHERE id <> ALL (${[...except]}::text[])`;
    return next?.at ?? null;
  }

  async insert(tx: Transaction, window: StoredWindow): Promise<void> {
    const { id, organizationId, createdAt } = window;
    await tx.maintenanceWindow.create({
      data: { id, organizationId, createdAt, ...columns(window) },
      select: { id: true },
    });
  }

  async save(tx: Transaction, window: StoredWindow): Promise<void> {
    await tx.maintenanceWindow.update({ where: { id: window.id }, data: columns(window), select: { id: true } });
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.maintenanceWindow.delete({ where: { id }, select: { id: true } });
  }

  /** Saves the stages of the windows in one statement. */
  async saveStages(tx: Transaction, windows: readonly StoredWindow[]): Promise<void> {
    await tx.$executeRaw`
      UPDATE status_page.maintenance_window AS known
      SET state = moved.state, occurrence_starts_at = moved.starts_at, occurrence_ends_at = moved.ends_at,
        revision = moved.revision
      FROM unnest(
        ${windows.map(({ id }) => id)}::text[],
        ${windows.map(({ stage }) => stage.state)}::status_page.window_state[],
        ${windows.map(({ stage }) => stage.occurrence?.startsAt ?? null)}::timestamptz[],
        ${windows.map(({ stage }) => stage.occurrence?.endsAt ?? null)}::timestamptz[],
        ${windows.map(({ revision }) => revision)}::integer[]
      ) AS moved (id, state, starts_at, ends_at, revision)
      WHERE known.id = moved.id`;
  }

  /** Those of the monitors that are in maintenance now. */
  async coveredMonitors(
    organizationId: string,
    monitorIds: readonly string[],
    tx: Transaction = this.prisma,
  ): Promise<ReadonlySet<string>> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM unnest(${[...monitorIds]}::text[]) AS wanted (id)
      WHERE id IN (
        SELECT unnest(monitor_ids) FROM status_page.maintenance_window
        WHERE organization_id = ${organizationId} AND state = 'ACTIVE'
      )`;
    return new Set(rows.map(({ id }) => id));
  }
}

type Row = Prisma.MaintenanceWindowGetPayload<object>;

function toWindow(row: Row): StoredWindow {
  return {
    id: row.id,
    organizationId: row.organizationId,
    title: row.title,
    description: row.description,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    recurrence: recurrenceOf(row),
    stage: stageOf(row),
    scheduleNumber: row.schedule,
    revision: row.revision,
    pageIds: row.pageIds,
    monitorIds: row.monitorIds,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function recurrenceOf({ frequency, repeatInterval, weekdays, until, timezone }: Row): RecurrenceRule | null {
  if (frequency === null || repeatInterval === null || timezone === null) return null;
  return { frequency, interval: repeatInterval, weekdays, until, timezone };
}

function stageOf({ id, state, occurrenceStartsAt, occurrenceEndsAt }: Row): Stage {
  if (state === 'COMPLETED') return { state, occurrence: null };
  if (occurrenceStartsAt === null || occurrenceEndsAt === null) throw new Error(`Window ${id} has no occurrence`);
  return { state, occurrence: { startsAt: occurrenceStartsAt, endsAt: occurrenceEndsAt } };
}

function columns(window: StoredWindow) {
  const { recurrence, stage } = window;
  return {
    title: window.title,
    description: window.description,
    startsAt: window.startsAt,
    endsAt: window.endsAt,
    frequency: recurrence?.frequency ?? null,
    repeatInterval: recurrence?.interval ?? null,
    weekdays: [...(recurrence?.weekdays ?? [])],
    until: recurrence?.until ?? null,
    timezone: recurrence?.timezone ?? null,
    state: stage.state,
    occurrenceStartsAt: stage.occurrence?.startsAt ?? null,
    occurrenceEndsAt: stage.occurrence?.endsAt ?? null,
    schedule: window.scheduleNumber,
    revision: window.revision,
    pageIds: [...window.pageIds],
    monitorIds: [...window.monitorIds],
    updatedAt: window.updatedAt,
  };
}
