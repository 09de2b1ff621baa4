import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { StoredPing } from './ping-results.ts';

interface PingRow extends StoredPing {
  /** In the order of their storing. */
  readonly id: string;
}

const PING = `id::text, monitor_id AS "monitorId", epoch, kind::text, exit_code AS "exitCode", received_at AS "receivedAt"`;

/** Pings that were answered and have not had their effect yet. */
@Injectable()
export class PingRepository {
  /** Takes the oldest ones out; they are back if the transaction fails. Replicas share the work. */
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

  async takeOf(sql: Sql, monitorId: string): Promise<StoredPing[]> {
    return inOrder(
      await sql.$queryRawUnsafe<PingRow[]>(
        `DELETE FROM monitor.heartbeat_ping WHERE monitor_id = $1 RETURNING ${PING}`,
        monitorId,
      ),
    );
  }

  /** Those of the monitors that have some. */
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
