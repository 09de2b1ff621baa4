import { Injectable } from '@nestjs/common';
import type { EventMonitor, KnownExpiry, OutageFact, PausedMonitor } from '@vedette/contract';
import { sqlPart } from '@vedette/database';
import { newestOfEach } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import { erasureOf, lockedUnsentJobs } from '../alert-locks.repository.ts';

/** A monitor as one of its events shows it. */
export interface HeardMonitor {
  readonly monitor: Pick<EventMonitor, 'id' | 'name' | 'type' | 'state'>;
  /** See MonitorFacts. */
  readonly sequence: number;
}

/** What an event says of a monitor. */
export interface ToldMonitor {
  readonly organizationId: string;
  readonly monitor: Pick<EventMonitor, 'id' | 'name' | 'type' | 'state' | 'createdAt'>;
  /** See MonitorFacts. */
  readonly sequence: number;
  /** A copy is made if there is none. */
  readonly isMet: boolean;
}

interface CopiedMonitor extends PausedMonitor {
  readonly organizationId: string;
  readonly describedSequence: number;
  readonly isPaused: boolean;
  readonly isMet: boolean;
}

const NEWER_WINS = sqlPart`
  name = CASE WHEN excluded.described_sequence > known.described_sequence THEN excluded.name ELSE known.name END,
  type = CASE WHEN excluded.described_sequence > known.described_sequence THEN excluded.type ELSE known.type END,
  described_sequence = greatest(known.described_sequence, excluded.described_sequence),
  is_paused = CASE WHEN excluded.paused_sequence > known.paused_sequence THEN excluded.is_paused ELSE known.is_paused END,
  paused_sequence = greatest(known.paused_sequence, excluded.paused_sequence)`;

/** Copies of monitors, for use while the monitor service is unreachable, and the tombstones of deleted monitors. */
@Injectable()
export class MonitorCopyRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /**
   * Creates the row of the monitor if necessary and locks it: no other transaction applies a fact about it until this one
   * ends. `heard` is what an event says of the monitor; an older event changes nothing.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    monitor: Omit<OutageFact['monitor'], 'target'>,
    heard?: HeardMonitor,
  ): Promise<{ isForgotten: boolean; isPaused: boolean }> {
    const { name, type } = heard?.monitor ?? monitor;
    const sequence = heard?.sequence ?? 0;
    const [met] = await tx.$queryRaw<{ isForgotten: boolean; isPaused: boolean }[]>`
      INSERT INTO incident.monitor AS known
        (id, organization_id, name, type, created_at, described_sequence, paused_sequence, is_paused)
      VALUES (${monitor.id}, ${organizationId}, ${name}, ${type}::incident.monitor_type,
        ${monitor.createdAt}::timestamptz, ${sequence}::integer, ${sequence}::integer,
        ${heard?.monitor.state === 'PAUSED'})
      ON CONFLICT (id) DO UPDATE SET ${NEWER_WINS}
      RETURNING forgotten_at IS NOT NULL AS "isForgotten", is_paused AS "isPaused"`;
    return met ?? { isForgotten: false, isPaused: false };
  }

  /**
   * Marks monitors as paused, unless a newer event says otherwise. Returns those that are paused and of which contacts
   * could still be told something. All are locked in the order of their ids.
   */
  async pause(tx: Transaction, organizationId: string, paused: readonly PausedMonitor[]): Promise<string[]> {
    await this.#merge(
      tx,
      paused.map(({ sequence, ...monitor }) => {
        return { ...monitor, organizationId, describedSequence: 0, sequence, isPaused: true, isMet: true };
      }),
    );
    return this.#pausedAndOpen(tx, idsOf(paused));
  }

  /** What events say of monitors; older events change nothing. Returns the same as `pause`. */
  async hear(tx: Transaction, told: readonly ToldMonitor[]): Promise<string[]> {
    const met = new Set(told.filter(({ isMet }) => isMet).map(({ monitor }) => monitor.id));
    const newest = newestOfEach(told, ({ monitor }) => monitor.id);
    const rows = newest.map(({ organizationId, monitor: { id, name, type, createdAt, state }, sequence }) => {
      const isPaused = state === 'PAUSED';
      const isMet = met.has(id);
      return { id, name, type, createdAt, organizationId, describedSequence: sequence, sequence, isPaused, isMet };
    });
    await this.#merge(tx, rows);
    return this.#pausedAndOpen(tx, idsOf(rows));
  }

  async #merge(tx: Transaction, rows: readonly CopiedMonitor[]): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.monitor AS known
        (id, organization_id, name, type, created_at, described_sequence, paused_sequence, is_paused)
      SELECT id, organization_id, name, type::incident.monitor_type, created_at, described_sequence, sequence, is_paused
      FROM unnest(
        ${idsOf(rows)}::text[], ${rows.map((row) => row.organizationId)}::text[],
        ${rows.map(({ name }) => name)}::text[], ${rows.map(({ type }) => type)}::text[],
        ${rows.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${rows.map((row) => row.describedSequence)}::integer[], ${rows.map(({ sequence }) => sequence)}::integer[],
        ${rows.map(({ isPaused }) => isPaused)}::boolean[], ${rows.map(({ isMet }) => isMet)}::boolean[]
      ) AS told (id, organization_id, name, type, created_at, described_sequence, sequence, is_paused, is_met)
      WHERE is_met OR EXISTS (SELECT FROM incident.monitor AS m WHERE m.id = told.id)
      ORDER BY id COLLATE "C"
      ON CONFLICT (id) DO UPDATE SET ${NEWER_WINS} WHERE known.forgotten_at IS NULL`;
  }

  async #pausedAndOpen(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM incident.monitor WHERE id = ANY (${[...ids]}::text[]) AND is_paused AND forgotten_at IS NULL
        AND EXISTS (SELECT FROM incident.alert_subject WHERE monitor_id = monitor.id AND ended_at IS NULL)
      ORDER BY id COLLATE "C"`;
    return idsOf(rows);
  }

  /** Adds copies of monitors that are not known yet. */
  async meet(tx: Transaction, expiries: readonly KnownExpiry[]): Promise<void> {
    const monitors = expiries.map(({ monitor }) => monitor);
    await tx.$executeRaw`
      INSERT INTO incident.monitor (id, organization_id, name, type, created_at)
      SELECT * FROM unnest(
        ${idsOf(monitors)}::text[], ${expiries.map(({ organizationId }) => organizationId)}::text[],
        ${monitors.map(({ name }) => name)}::text[], ${monitors.map(({ type }) => type)}::incident.monitor_type[],
        ${monitors.map(({ createdAt }) => createdAt)}::timestamptz[]
      )
      ON CONFLICT DO NOTHING`;
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
    await tx.$executeRaw`DELETE FROM incident.contact_monitor WHERE monitor_id = ${id}`;
    await tx.$executeRaw`DELETE FROM incident.monitor_change WHERE monitor_id = ${id}`;
    await tx.$executeRaw`DELETE FROM incident.maintenance_span WHERE monitor_id = ${id}`;
    await tx.$executeRaw`DELETE FROM incident.monitor_alerting WHERE monitor_id = ${id}`;
    const orphans = await tx.$queryRaw<{ id: string }[]>`
      UPDATE incident.monitor_alerting SET parent_id = NULL WHERE parent_id = ${id} RETURNING monitor_id AS id`;
    return orphans.map((orphan) => orphan.id);
  }

  /** Deletes the unsent alerts about a forgotten monitor. */
  async dropUnsent(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRaw`DELETE FROM incident.alert_job WHERE id = ANY (${lockedUnsentJobs([id])})`;
  }

  /** Erases up to `limit` incidents of forgotten monitors; returns how many. Replicas share the work. */
  async eraseIncidents(limit: number): Promise<number> {
    return this.#sql.$executeRawUnsafe(erasureOf('incident', forgotten('incident')), limit);
  }

  /** Does the same for slow periods and expiries. */
  async eraseSubjects(limit: number): Promise<number> {
    return this.#sql.$executeRawUnsafe(erasureOf('alert_subject', forgotten('alert_subject')), limit);
  }

  /** Erases tombstones from before that time: no fact that they must block can still arrive. */
  async eraseTombstones(before: Date): Promise<void> {
    await this.#sql.$executeRaw`
      DELETE FROM incident.monitor AS m WHERE forgotten_at < ${before}
        AND NOT EXISTS (SELECT FROM incident.incident WHERE monitor_id = m.id)
        AND NOT EXISTS (SELECT FROM incident.alert_subject WHERE monitor_id = m.id)`;
  }
}

/** $1 limit. */
function forgotten(table: 'incident' | 'alert_subject'): string {
  return `
    SELECT about.id FROM incident.${table} AS about JOIN incident.monitor AS m ON m.id = about.monitor_id
    WHERE m.forgotten_at IS NOT NULL LIMIT $1::integer FOR UPDATE OF about SKIP LOCKED`;
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
