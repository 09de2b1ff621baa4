import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { StoredPing } from './ping-results.ts';

interface PingRow extends StoredPing {
  /** Ids ascend in the order in which pings were stored. */
  readonly id: string;
}

const PING = `id::text, monitor_id AS "monitorId", epoch, kind::text, exit_code AS "exitCode", received_at AS "receivedAt"`;

/** Pings that were answered and not applied yet. */
@Injectable()
export class PingRepository {
  /** Removes and returns the oldest pings; a rollback restores them. Replicas share the work. */
  async take(sql: Sql, limit: number): Promise<StoredPing[]> {
    return inOrder(
      await sql.$queryRawUnsafe<PingRow[]>(
        `DELETE FROM monitor.heartbeat_ping WHERE id = ANY (ARRAY(
           SELECT id FROM monitor.heartbeat_ping ORDER BY id LIMIT $1::integer FOR UPDATE SKIP LOCKED
         )) RETURNING ${PING}`,
        limit,
      ),
    );
  }

  async takeOf(sql: Sql, monitorIds: readonly string[]): Promise<StoredPing[]> {
    return inOrder(
      await sql.$queryRawUnsafe<PingRow[]>(
        `DELETE FROM monitor.heartbeat_ping WHERE monitor_id = ANY ($1::text[]) RETURNING ${PING}`,
        monitorIds,
      ),
    );
  }

  /** Removes the pings of a monitor and returns them as raw JSON, for an operator to read. */
  async takeUnread(sql: Sql, monitorId: string): Promise<string> {
    const [row] = await sql.$queryRawUnsafe<{ pings: string }[]>(
      `WITH taken AS (DELETE FROM monitor.heartbeat_ping WHERE monitor_id = $1 RETURNING ${PING})
       SELECT coalesce(json_agg(taken), '[]')::text AS pings FROM taken`,
      monitorId,
    );
    return row?.pings ?? '[]';
  }

  async areWaiting(sql: Sql): Promise<boolean> {
    return (await sql.$queryRawUnsafe<object[]>(`SELECT FROM monitor.heartbeat_ping LIMIT 1`)).length > 0;
  }

  /** The monitors of the oldest pings. */
  async waiting(sql: Sql, limit: number): Promise<string[]> {
    const rows = await sql.$queryRawUnsafe<{ id: string }[]>(
      `SELECT DISTINCT monitor_id AS id FROM (
         SELECT monitor_id FROM monitor.heartbeat_ping ORDER BY id LIMIT $1::integer
       ) AS oldest`,
      limit,
    );
    return rows.map(({ id }) => id);
  }

  /** Those of the given monitors that have stored pings. */
  async pending(sql: Sql, monitorIds: readonly string[]): Promise<Set<string>> {
    const rows = await sql.$queryRawUnsafe<{ id: string }[]>(
      `SELECT DISTINCT monitor_id AS id FROM monitor.heartbeat_ping WHERE monitor_id = ANY ($1::text[])`,
      monitorIds,
    );
    return new Set(rows.map(({ id }) => id));
  }
}

function inOrder(rows: readonly PingRow[]): PingRow[] {
  return rows.toSorted((one, other) => Number(one.id) - Number(other.id));
}
