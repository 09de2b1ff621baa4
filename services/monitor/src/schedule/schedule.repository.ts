import { Injectable } from '@nestjs/common';
import type { CheckLane } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Lease } from './check-slots.ts';
import type { TargetFields } from './job-target.ts';

/** A monitor with the stored columns of its request. */
interface CheckedMonitor extends TargetFields {
  readonly id: string;
  readonly url: string | null;
  readonly sealed: Buffer | null;
}

export interface ClaimedMonitor extends CheckedMonitor {
  readonly organizationId: string;
  readonly epoch: number;
  readonly intervalSeconds: number;
  /** The planned slot, or the slot of a check in flight that was lost. */
  readonly slotAt: Date;
}

export interface Due {
  /** When the next check is due that has not been looked at yet; null if none is planned. */
  readonly nextAt: Date | null;
  /** Some due checks wait for a place. */
  readonly isWaiting: boolean;
}

interface ClaimTimes {
  readonly now: Date;
  readonly lost: Date;
}

export interface CheckableMonitor extends CheckedMonitor {
  readonly epoch: number;
  readonly state: string;
}

const TARGET = `
  m.type, m.url, m.host, m.port, m.method, m.expected_status AS "expectedStatus", m.sealed,
  m.request_body AS "requestBody", m.follow_redirects AS "followRedirects", m.verify_ssl AS "verifySsl", m.keyword,
  m.keyword_match AS "keywordMatch", m.dns_record_type AS "dnsRecordType", m.dns_expected AS "dnsExpected",
  m.dns_alert_on_change AS "dnsAlertOnChange",
  m.timeout_seconds AS "timeoutSeconds", o.dns_seen AS "dnsSeen", o.registration`;

const MONITORS = `monitor.monitor AS m LEFT JOIN monitor.monitor_observation AS o ON o.monitor_id = m.id`;

/** Costs one or two index lookups, because most looks find nothing. */
const LOOK = `
  SELECT
    (
      SELECT next_check_at FROM monitor.monitor_runtime
      WHERE lane = $1 AND NOT is_waiting AND next_check_at IS NOT NULL ORDER BY next_check_at LIMIT 1
    ) AS "nextAt",
    EXISTS (SELECT FROM monitor.monitor_runtime WHERE lane = $1 AND is_waiting) AS "isWaiting"`;

const QUEUE_DUE = `
  UPDATE monitor.monitor_runtime SET is_waiting = true
  WHERE monitor_id = ANY (ARRAY(
    SELECT monitor_id FROM monitor.monitor_runtime
    WHERE lane = $1 AND NOT is_waiting AND next_check_at <= $2
    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED
  ))`;

/** Skips through the index from one organization to the next, without reading the rows in between. */
const ORGANIZATIONS_WAITING = `
  WITH RECURSIVE hop (organization_id, hops) AS (
    (
      SELECT organization_id, 1 FROM monitor.monitor_runtime
      WHERE is_waiting AND lane = $1 AND organization_id > $2 ORDER BY organization_id LIMIT 1
    )
    UNION ALL
    SELECT next.organization_id, hop.hops + 1
    FROM hop CROSS JOIN LATERAL (
      SELECT organization_id FROM monitor.monitor_runtime
      WHERE is_waiting AND lane = $1 AND organization_id > hop.organization_id ORDER BY organization_id LIMIT 1
    ) AS next
    WHERE hop.hops < $3
  )
  SELECT organization_id AS id FROM hop`;

/** The ids come as an array, because a join would read the whole table. */
const claim = (ids: string): string => `
  UPDATE monitor.monitor_runtime AS r
  SET slot_at = coalesce(r.slot_at, r.next_check_at), next_check_at = $3, is_waiting = false
  FROM ${MONITORS}
  WHERE r.monitor_id = ANY (ARRAY(${ids})) AND m.id = r.monitor_id
  RETURNING m.id, m.organization_id AS "organizationId", r.epoch, r.interval_seconds AS "intervalSeconds",
    r.slot_at AS "slotAt", ${TARGET}`;

const CLAIM_DUE = claim(`
    SELECT monitor_id FROM monitor.monitor_runtime
    WHERE lane = $1 AND NOT is_waiting AND next_check_at <= $2
    ORDER BY next_check_at LIMIT $4 FOR UPDATE SKIP LOCKED`);

const CLAIM_WAITING = claim(`
    SELECT oldest.monitor_id
    FROM unnest($4::text[], $5::integer[]) AS share (organization_id, checks) CROSS JOIN LATERAL (
      SELECT monitor_id FROM monitor.monitor_runtime AS w
      WHERE w.is_waiting AND w.lane = $1 AND w.organization_id = share.organization_id AND w.next_check_at <= $2
      ORDER BY w.next_check_at LIMIT share.checks FOR UPDATE SKIP LOCKED
    ) AS oldest`);

const MOVE_SLOTS = `
  UPDATE monitor.monitor_runtime AS r SET slot_at = moved.slot_at
  FROM unnest($1::text[], $2::timestamptz[]) AS moved (id, slot_at)
  WHERE r.monitor_id = ANY ($1) AND r.monitor_id = moved.id`;

const LOCK_LEASES = `
  SELECT r.monitor_id AS id, r.next_check_at AS "lostAt", m.timeout_seconds AS "timeoutSeconds"
  FROM monitor.monitor_runtime AS r JOIN monitor.monitor AS m ON m.id = r.monitor_id
  WHERE r.monitor_id > $1 AND r.slot_at IS NOT NULL AND r.next_check_at IS NOT NULL
  ORDER BY r.monitor_id LIMIT $2 FOR NO KEY UPDATE OF r`;

const MOVE_LEASES = `
  UPDATE monitor.monitor_runtime AS r SET next_check_at = moved.lost_at
  FROM unnest($1::text[], $2::timestamptz[]) AS moved (id, lost_at)
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

  async look(lane: CheckLane): Promise<Due> {
    const { rows } = await this.#pool.query<Due>({ name: 'look-due', text: LOOK, values: [lane] });
    return rows[0] ?? { nextAt: null, isWaiting: false };
  }

  /** Marks the due checks, oldest first, as waiting until their organization has a turn. */
  async queueDue(lane: CheckLane, now: Date, limit: number): Promise<void> {
    await this.#pool.query({ name: 'queue-due', text: QUEUE_DUE, values: [lane, now, limit] });
  }

  /** Organizations with waiting checks, in order of id, starting after `behind` and wrapping around. */
  async organizationsWaiting(
    connection: Connection,
    lane: CheckLane,
    behind: string,
    limit: number,
  ): Promise<string[]> {
    const hop = async (from: string, hops: number): Promise<string[]> => {
      const values = [lane, from, hops];
      const query = { name: 'organizations-waiting', text: ORGANIZATIONS_WAITING, values };
      return (await connection.query<{ id: string }>(query)).rows.map(({ id }) => id);
    };
    const found = await hop(behind, limit);
    if (found.length === limit || behind === '') return found;
    const fromTheStart = await hop('', limit - found.length);
    return [...found, ...fromTheStart.filter((id) => id <= behind)];
  }

  /** Claims due checks, oldest first; a claim ends when the check counts as lost. Replicas share the work. */
  async claimDue(
    connection: Connection,
    lane: CheckLane,
    { now, lost, limit }: ClaimTimes & { readonly limit: number },
  ): Promise<ClaimedMonitor[]> {
    const values = [lane, now, lost, limit];
    return (await connection.query<ClaimedMonitor>({ name: 'claim-due', text: CLAIM_DUE, values })).rows;
  }

  /** Does the same for waiting checks, up to the share of each organization. */
  async claimWaiting(
    connection: Connection,
    lane: CheckLane,
    { now, lost, shares }: ClaimTimes & { readonly shares: ReadonlyMap<string, number> },
  ): Promise<ClaimedMonitor[]> {
    const values = [lane, now, lost, [...shares.keys()], [...shares.values()]];
    return (await connection.query<ClaimedMonitor>({ name: 'claim-waiting', text: CLAIM_WAITING, values })).rows;
  }

  /** How many checks wait for a place, counted up to a limit. */
  async countWaiting(lane: CheckLane, limit: number): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (
         SELECT FROM monitor.monitor_runtime WHERE is_waiting AND lane = $1 LIMIT $2
       ) AS waiting`,
      [lane, limit],
    );
    return rows[0]?.count ?? 0;
  }

  async moveSlots(connection: Connection, moved: readonly { id: string; slotAt: Date }[]): Promise<void> {
    if (moved.length === 0) return;
    await connection.query(MOVE_SLOTS, [moved.map(({ id }) => id), moved.map(({ slotAt }) => slotAt)]);
  }

  /** Locks checks in flight, in order of id: those after `behind`. */
  async lockLeases(connection: Connection, behind: string, limit: number): Promise<(Lease & { id: string })[]> {
    return (await connection.query<Lease & { id: string }>(LOCK_LEASES, [behind, limit])).rows;
  }

  async moveLeases(connection: Connection, moved: readonly { id: string; lostAt: Date }[]): Promise<void> {
    if (moved.length === 0) return;
    await connection.query(MOVE_LEASES, [moved.map(({ id }) => id), moved.map(({ lostAt }) => lostAt)]);
  }

  async findCheckable(organizationId: string, id: string): Promise<CheckableMonitor | undefined> {
    const { rows } = await this.#pool.query<CheckableMonitor>({
      name: 'checkable',
      text: CHECKABLE,
      values: [organizationId, id],
    });
    return rows[0];
  }
}
