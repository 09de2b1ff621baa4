import { Injectable } from '@nestjs/common';
import type { MonitorState } from '@vedette/contract';
import { newestOfEach } from '@vedette/messaging';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

export interface KnownMonitor {
  readonly id: string;
  readonly name: string;
  readonly state: MonitorState;
}

export interface HeardMonitor extends KnownMonitor {
  readonly organizationId: string;
  /** Of the event that reported this state; see MonitorFacts. */
  readonly sequence: number;
}

export interface ReferredMonitor {
  readonly id: string;
  readonly organizationId: string;
  readonly sequence: number | null;
}

@Injectable()
export class MonitorCopyRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async find(organizationId: string, ids: readonly string[]): Promise<KnownMonitor[]> {
    const rows = await this.prisma.monitorCopy.findMany({
      where: { organizationId, monitorId: { in: [...ids] }, forgottenAt: null },
    });
    return rows.map(({ monitorId, name, state }) => ({ id: monitorId, name, state }));
  }

  /**
   * Locks monitors that the transaction refers to: they cannot be forgotten before it ends. Returns those that already
   * are forgotten. An existing copy is not overwritten, because an event newer than this description may have arrived.
   */
  async hold(tx: Transaction, organizationId: string, monitors: readonly KnownMonitor[]): Promise<string[]> {
    if (monitors.length === 0) return [];
    const ids = monitors.map(({ id }) => id);
    await tx.$executeRaw`
      INSERT INTO status_page.monitor_copy (monitor_id, organization_id, name, state)
      SELECT monitor_id, ${organizationId}, name, state
      FROM unnest(
        ${ids}::text[], ${monitors.map(({ name }) => name)}::text[],
        ${monitors.map(({ state }) => state)}::status_page.monitor_state[]
      ) AS described (monitor_id, name, state)
      ORDER BY monitor_id COLLATE "C" ON CONFLICT DO NOTHING`;
    const rows = await tx.$queryRaw<{ id: string; isForgotten: boolean }[]>`
      SELECT monitor_id AS id, forgotten_at IS NOT NULL AS "isForgotten" FROM status_page.monitor_copy
      WHERE monitor_id = ANY(${ids}::text[]) ORDER BY monitor_id FOR SHARE`;
    return rows.filter(({ isForgotten }) => isForgotten).map(({ id }) => id);
  }

  /** Returns the monitors of which the name or the state has changed. Events older than the newest known one change nothing. */
  async hear(tx: Transaction, told: readonly HeardMonitor[]): Promise<string[]> {
    const newest = newestOfEach(told, ({ id }) => id);
    const ids = newest.map(({ id }) => id);
    const rows = await tx.$queryRaw<KnownMonitor[]>`
      SELECT monitor_id AS id, name, state FROM status_page.monitor_copy
      WHERE monitor_id = ANY (${ids}::text[]) ORDER BY monitor_id COLLATE "C" FOR UPDATE`;
    const written = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO status_page.monitor_copy AS known (monitor_id, organization_id, name, state, sequence)
      SELECT * FROM unnest(
        ${ids}::text[], ${newest.map(({ organizationId }) => organizationId)}::text[],
        ${newest.map(({ name }) => name)}::text[],
        ${newest.map(({ state }) => state)}::status_page.monitor_state[],
        ${newest.map(({ sequence }) => sequence)}::integer[]
      ) AS told (monitor_id, organization_id, name, state, sequence)
      ORDER BY monitor_id COLLATE "C"
      ON CONFLICT (monitor_id) DO UPDATE
        SET name = EXCLUDED.name, state = EXCLUDED.state, sequence = EXCLUDED.sequence
        WHERE known.forgotten_at IS NULL AND coalesce(known.sequence, -1) < EXCLUDED.sequence
      RETURNING monitor_id AS id`;
    const before = new Map(rows.map((row) => [row.id, row]));
    const writtenIds = new Set(written.map(({ id }) => id));
    return newest
      .filter(({ id, name, state }) => before.get(id)?.name !== name || before.get(id)?.state !== state)
      .map(({ id }) => id)
      .filter((id) => writtenIds.has(id));
  }

  /** After this, nothing can refer to the monitor. */
  async forget(tx: Transaction, organizationId: string, id: string, now: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO status_page.monitor_copy (monitor_id, organization_id, name, state, forgotten_at)
      VALUES (${id}, ${organizationId}, '', 'PAUSED', ${now}::timestamptz)
      ON CONFLICT (monitor_id) DO UPDATE SET forgotten_at = coalesce(monitor_copy.forgotten_at, EXCLUDED.forgotten_at)`;
  }

  /** Monitors that pages show, in the order of their ids, starting after `afterId`. */
  shown(afterId: string, limit: number): Promise<ReferredMonitor[]> {
    return this.prisma.$queryRaw<ReferredMonitor[]>`
      SELECT DISTINCT ON (component.monitor_id)
        component.monitor_id AS id, page.organization_id AS "organizationId", known.sequence
      FROM status_page.page_component AS component
      JOIN status_page.status_page AS page ON page.id = component.page_id
      LEFT JOIN status_page.monitor_copy AS known ON known.monitor_id = component.monitor_id
      WHERE component.monitor_id > ${afterId}
      ORDER BY component.monitor_id LIMIT ${limit}::integer`;
  }

  /** Corrects copies with the owner's answer, unless a newer event has arrived. Returns the monitors that changed. */
  async correct(tx: Transaction, monitors: readonly (KnownMonitor & { sequence: number | null })[]): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      UPDATE status_page.monitor_copy AS known SET name = said.name, state = said.state
      FROM unnest(
        ${monitors.map(({ id }) => id)}::text[], ${monitors.map(({ name }) => name)}::text[],
        ${monitors.map(({ state }) => state)}::status_page.monitor_state[],
        ${monitors.map(({ sequence }) => sequence)}::integer[]
      ) AS said (monitor_id, name, state, sequence)
      WHERE known.monitor_id = said.monitor_id AND known.sequence IS NOT DISTINCT FROM said.sequence
        AND (known.name, known.state) IS DISTINCT FROM (said.name, said.state) AND known.forgotten_at IS NULL
      RETURNING known.monitor_id AS id`;
    return rows.map(({ id }) => id);
  }

  /** Removes tombstones that are older than any late event or running request. */
  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM status_page.monitor_copy WHERE forgotten_at < now() - interval '8 days'`;
  }
}
