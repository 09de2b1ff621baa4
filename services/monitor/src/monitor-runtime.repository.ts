import { Injectable } from '@nestjs/common';
import type { MonitorCreate, MonitorUpdate } from '@vedette/contract';
import { NEW_LANE } from './schedule/next-lane.ts';
import type { RuntimeChange } from './monitor-lifecycle.ts';
import type { Transaction } from './mutations.ts';

/** Writes `monitor_runtime` rows for changes by hand. */
@Injectable()
export class MonitorRuntimeRepository {
  /** A new monitor is due at once, unless it is a cron job, which reports by itself. */
  async insert(
    tx: Transaction,
    { id, organizationId }: { readonly id: string; readonly organizationId: string },
    { type, intervalSeconds }: MonitorCreate,
    now: Date,
  ): Promise<void> {
    const nextCheckAt = type === 'CRON' ? null : now;
    await tx.monitorRuntime.create({
      data: { monitorId: id, organizationId, state: 'PENDING', epoch: 1, intervalSeconds, lane: NEW_LANE, nextCheckAt },
      select: { monitorId: true },
    });
  }

  /** Makes the same change to all of these monitors. */
  async change(
    tx: Transaction,
    ids: readonly string[],
    runtime: RuntimeChange,
    fields: MonitorUpdate,
    now: Date,
  ): Promise<void> {
    const { raisesEpoch, forgetsResults, nextCheck } = runtime;
    const enters = runtime.enters ?? null;
    const intervalSeconds = fields.intervalSeconds ?? null;
    const nextCheckBy = nextCheck.kind === 'no-later-than' ? nextCheck.at : null;
    await tx.$executeRaw`
      UPDATE monitor.monitor_runtime SET
        state = coalesce(${enters}::monitor.monitor_state, state),
        last_status_changed_at =
          CASE WHEN ${enters}::text IS NULL THEN last_status_changed_at ELSE ${now}::timestamptz END,
        epoch = epoch + ${raisesEpoch}::boolean::integer,
        interval_seconds = coalesce(${intervalSeconds}::integer, interval_seconds),
        next_check_at = CASE
          WHEN ${nextCheck.kind}::text = 'none' THEN NULL
          -- Of a check in flight it says when that is lost; its result plans the next one.
          WHEN ${nextCheck.kind}::text = 'no-later-than' AND (slot_at IS NULL OR ${raisesEpoch}::boolean)
            THEN least(next_check_at, ${nextCheckBy}::timestamptz)
          ELSE next_check_at
        END,
        is_waiting = is_waiting AND NOT ${raisesEpoch}::boolean,
        -- What the last check took says nothing about the next one.
        lane = CASE WHEN ${raisesEpoch}::boolean THEN ${NEW_LANE}::monitor.check_lane ELSE lane END,
        slot_at = CASE WHEN ${raisesEpoch}::boolean THEN NULL ELSE slot_at END,
        last_slot_at = CASE WHEN ${raisesEpoch}::boolean THEN NULL ELSE last_slot_at END,
        samples = CASE WHEN ${raisesEpoch}::boolean THEN '{}' ELSE samples END,
        last_response_ms = CASE WHEN ${forgetsResults}::boolean THEN NULL ELSE last_response_ms END,
        cert_expires_at = CASE WHEN ${forgetsResults}::boolean THEN NULL ELSE cert_expires_at END,
        told_expiries = CASE WHEN ${forgetsResults}::boolean THEN '{}' ELSE told_expiries END
      WHERE monitor_id = ANY (${ids}::text[])`;
  }

  /** Deletes the stored observations, which belong to the old target. */
  async forgetTarget(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRaw`DELETE FROM monitor.monitor_observation WHERE monitor_id = ${id}`;
  }

  /** Marks the monitor as unobserved until the next result. */
  async markUnobserved(tx: Transaction, id: string): Promise<void> {
    await tx.monitorRuntime.update({
      where: { monitorId: id },
      data: { observedAt: null },
      select: { monitorId: true },
    });
  }

  /** Reloads latencies from the history of this epoch, when a change needs more samples than were kept. */
  async recallSamples(tx: Transaction, id: string, count: number): Promise<void> {
    await tx.$executeRaw`
      UPDATE monitor.monitor_runtime AS r SET samples = coalesce((
        SELECT array_agg(last.response_ms ORDER BY last.slot_at) FROM (
          SELECT slot_at, response_ms FROM monitor.check_result AS c
          WHERE c.monitor_number = (SELECT number FROM monitor.monitor WHERE id = ${id}) AND c.epoch = r.epoch AND c.slot_at <= r.last_slot_at
            AND c.verdict = 'SUCCEEDED' AND c.response_ms IS NOT NULL
          ORDER BY slot_at DESC LIMIT ${count}::integer
        ) AS last
      ), '{}')
      WHERE monitor_id = ${id}`;
  }
}
