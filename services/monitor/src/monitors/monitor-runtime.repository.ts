import { Injectable } from '@nestjs/common';
import type { MonitorUpdate } from '@vedette/contract';
import { NEW_LANE } from '../schedule/next-lane.ts';
import type { RuntimeChange } from '../states/monitor-lifecycle.ts';
import type { Transaction } from '../mutations.ts';

/**
 * $1 monitors, $2 state that they enter or NULL, $3 now, $4 whether the epoch rises, $5 interval or NULL, $6 and $7 the
 * next check, $8 lane of a new epoch, $9 whether results are forgotten.
 */
const CHANGE_RUNTIME = `
  UPDATE monitor.monitor_runtime SET
    state = coalesce($2::monitor.monitor_state, state),
    last_status_changed_at = CASE WHEN $2::monitor.monitor_state IS NULL THEN last_status_changed_at ELSE $3::timestamptz END,
    epoch = epoch + $4::boolean::integer,
    interval_seconds = coalesce($5::integer, interval_seconds),
    next_check_at = CASE
      WHEN $6::text = 'none' THEN NULL
      -- Of a check in flight it says when that is lost; its result plans the next one.
      WHEN $6::text = 'no-later-than' AND (slot_at IS NULL OR $4::boolean) THEN least(next_check_at, $7::timestamptz)
      ELSE next_check_at
    END,
    is_waiting = is_waiting AND NOT $4::boolean,
    -- What the last check took says nothing about the next one.
    lane = CASE WHEN $4::boolean THEN $8::monitor.check_lane ELSE lane END,
    slot_at = CASE WHEN $4::boolean THEN NULL ELSE slot_at END,
    last_slot_at = CASE WHEN $4::boolean THEN NULL ELSE last_slot_at END,
    samples = CASE WHEN $4::boolean THEN '{}' ELSE samples END,
    last_response_ms = CASE WHEN $9::boolean THEN NULL ELSE last_response_ms END,
    cert_expires_at = CASE WHEN $9::boolean THEN NULL ELSE cert_expires_at END,
    told_expiries = CASE WHEN $9::boolean THEN '{}' ELSE told_expiries END
  WHERE monitor_id = ANY ($1::text[])`;

/** Writes `monitor_runtime` rows for changes by hand. */
@Injectable()
export class MonitorRuntimeRepository {
  /** Makes the same change to all of these monitors. */
  async change(
    tx: Transaction,
    ids: readonly string[],
    runtime: RuntimeChange,
    fields: MonitorUpdate,
    now: Date,
  ): Promise<void> {
    const { raisesEpoch, forgetsResults, nextCheck } = runtime;
    await tx.$executeRawUnsafe(
      CHANGE_RUNTIME,
      ids,
      runtime.enters ?? null,
      now.toISOString(),
      raisesEpoch,
      fields.intervalSeconds ?? null,
      nextCheck.kind,
      nextCheck.kind === 'no-later-than' ? nextCheck.at.toISOString() : null,
      NEW_LANE,
      forgetsResults,
    );
  }

  /** Deletes the stored observations, which belong to the old target. */
  async forgetTarget(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRawUnsafe(`DELETE FROM monitor.monitor_observation WHERE monitor_id = $1`, id);
  }

  /** Marks the monitor as unobserved until the next result. */
  async markUnobserved(tx: Transaction, id: string): Promise<void> {
    await tx.$executeRawUnsafe(`UPDATE monitor.monitor_runtime SET observed_at = NULL WHERE monitor_id = $1`, id);
  }

  /** Reloads latencies from the history of this epoch, when a change needs more samples than were kept. */
  async recallSamples(tx: Transaction, id: string, count: number): Promise<void> {
    await tx.$executeRawUnsafe(
      `UPDATE monitor.monitor_runtime AS r SET samples = coalesce((
         SELECT array_agg(last.response_ms ORDER BY last.slot_at) FROM (
           SELECT slot_at, response_ms FROM monitor.check_result AS c
           WHERE c.monitor_number = (SELECT number FROM monitor.monitor WHERE id = $1) AND c.epoch = r.epoch
             AND c.slot_at <= r.last_slot_at AND c.verdict = 'SUCCEEDED' AND c.response_ms IS NOT NULL
           ORDER BY slot_at DESC LIMIT $2::integer
         ) AS last
       ), '{}')
       WHERE monitor_id = $1`,
      id,
      count,
    );
  }
}
