import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { Connection } from '../transactions.ts';
import type { TargetRow } from './job-target.ts';

/** With what is stored of its request. */
interface CheckedRow extends TargetRow {
  readonly id: string;
  readonly url: string | null;
  readonly sealed: Buffer | null;
}

export interface ClaimedRow extends CheckedRow {
  readonly epoch: number;
  readonly interval_seconds: number;
  /** The slot that was planned, or that was in flight and is lost. */
  readonly slot_at: Date;
}

export interface CheckableRow extends CheckedRow {
  readonly epoch: number;
  readonly state: string;
}

const TARGET = `
  m.type, m.url, m.host, m.port, m.method, m.expected_status, m.sealed, m.request_body, m.follow_redirects,
  m.verify_ssl, m.keyword, m.keyword_match, m.dns_record_type, m.dns_expected, m.dns_alert_on_change,
  m.ssl_expiry_threshold_days, m.timeout_seconds, o.dns_seen, o.registration`;

const MONITORS = `monitor.monitor AS m LEFT JOIN monitor.monitor_observation AS o ON o.monitor_id = m.id`;

/** The ids come as an array, not by a join: that one would read the whole table. */
const CLAIM = `
  UPDATE monitor.monitor_runtime AS r
  SET slot_at = coalesce(r.slot_at, r.next_check_at), next_check_at = $2
  FROM ${MONITORS}
  WHERE r.monitor_id = ANY (ARRAY(
    SELECT monitor_id FROM monitor.monitor_runtime
    WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )) AND m.id = r.monitor_id
  RETURNING m.id, r.epoch, r.interval_seconds, r.slot_at, ${TARGET}`;

const MOVE_SLOTS = `
  UPDATE monitor.monitor_runtime AS r SET slot_at = moved.slot_at
  FROM unnest($1::text[], $2::timestamptz[]) AS moved (id, slot_at)
  WHERE r.monitor_id = ANY ($1) AND r.monitor_id = moved.id`;

const CHECKABLE = `
  SELECT m.id, r.epoch, r.state, ${TARGET} FROM ${MONITORS} JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  WHERE m.id = $2 AND m.organization_id = $1 AND m.deleted_at IS NULL`;

@Injectable()
export class ScheduleRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Puts what is due in flight, oldest first, until it counts as lost. Any number of replicas share the work. */
  async claim(connection: Connection, now: Date, lostAfter: Date, limit: number): Promise<ClaimedRow[]> {
    const { rows } = await connection.query<ClaimedRow>({
      name: 'claim-due',
      text: CLAIM,
      values: [now, lostAfter, limit],
    });
    return rows;
  }

  async moveSlots(connection: Connection, moved: readonly { id: string; slotAt: Date }[]): Promise<void> {
    if (moved.length === 0) return;
    await connection.query(MOVE_SLOTS, [moved.map(({ id }) => id), moved.map(({ slotAt }) => slotAt)]);
  }

  /** Everything in flight counts as lost at the given time at the latest. */
  async expectLoss(by: Date): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `UPDATE monitor.monitor_runtime SET next_check_at = $1 WHERE slot_at IS NOT NULL AND next_check_at > $1`,
      [by],
    );
    return rowCount ?? 0;
  }

  async findCheckable(organizationId: string, id: string): Promise<CheckableRow | undefined> {
    const { rows } = await this.#pool.query<CheckableRow>({
      name: 'checkable',
      text: CHECKABLE,
      values: [organizationId, id],
    });
    return rows[0];
  }
}
