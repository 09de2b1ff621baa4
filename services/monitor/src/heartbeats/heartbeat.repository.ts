import { Injectable } from '@nestjs/common';
import type { MonitorState } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { Deafness, Heartbeat } from './heartbeat-deadline.ts';
import type { HeardJob } from './ping-results.ts';

export interface JobRow extends Heartbeat, HeardJob {
  readonly monitorId: string;
  readonly state: MonitorState;
  readonly epoch: number;
  /** The cause of the ongoing outage. */
  readonly cause: string | null;
}

export interface Hearing {
  readonly heardUntil: Date | null;
  readonly firstDeadline: Date | null;
}

/** Cron jobs, their last pings, and the periods in which our listener was down. */
@Injectable()
export class HeartbeatRepository {
  async insert(sql: Sql, monitorId: string, at: Date): Promise<void> {
    await sql.$executeRawUnsafe(
      `INSERT INTO monitor.heartbeat (monitor_id, counts_from_at) VALUES ($1, $2::timestamptz)`,
      monitorId,
      at.toISOString(),
    );
  }

  async countFrom(sql: Sql, monitorIds: readonly string[], at: Date, forgetsRun: boolean): Promise<void> {
    await sql.$executeRawUnsafe(
      `UPDATE monitor.heartbeat SET counts_from_at = $2::timestamptz,
         run_started_at = CASE WHEN $3::boolean THEN NULL ELSE run_started_at END
       WHERE monitor_id = ANY ($1::text[])`,
      monitorIds,
      at.toISOString(),
      forgetsRun,
    );
  }

  async drop(sql: Sql, monitorId: string): Promise<void> {
    await sql.$executeRawUnsafe(`DELETE FROM monitor.heartbeat WHERE monitor_id = $1`, monitorId);
    await this.saveDeadlines(sql, new Map([[monitorId, null]]));
  }

  /** Locks the jobs in order of id, as all code does. Monitors that are not cron jobs are left out. */
  async lock(sql: Sql, monitorIds: readonly string[]): Promise<Map<string, JobRow>> {
    await sql.$queryRawUnsafe(
      `SELECT FROM monitor.monitor_runtime WHERE monitor_id = ANY ($1::text[]) ORDER BY monitor_id FOR UPDATE`,
      monitorIds,
    );
    const rows = await sql.$queryRawUnsafe<JobRow[]>(
      `SELECT h.monitor_id AS "monitorId", h.last_ping_at AS "lastPingAt", h.counts_from_at AS "countsFromAt",
         h.run_started_at AS "runStartedAt", coalesce(m.expected_period_sec, m.interval_seconds) AS "periodSeconds",
         m.grace_seconds AS "graceSeconds", r.state::text, r.epoch, o.cause
       FROM monitor.heartbeat AS h JOIN monitor.monitor AS m ON m.id = h.monitor_id
       JOIN monitor.monitor_runtime AS r ON r.monitor_id = h.monitor_id
       LEFT JOIN monitor.outage AS o ON o.monitor_id = h.monitor_id AND o.resolved_at IS NULL
       WHERE h.monitor_id = ANY ($1::text[]) AND m.deleted_at IS NULL`,
      monitorIds,
    );
    return new Map(rows.map((row) => [row.monitorId, row]));
  }

  async saveHeard(sql: Sql, heard: ReadonlyMap<string, HeardJob>): Promise<void> {
    const rows = [...heard.values()];
    if (rows.length === 0) return;
    await sql.$executeRawUnsafe(
      `UPDATE monitor.heartbeat AS h SET last_ping_at = n.last_ping_at, run_started_at = n.run_started_at
       FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS n (id, last_ping_at, run_started_at)
       WHERE h.monitor_id = ANY ($1::text[]) AND h.monitor_id = n.id`,
      [...heard.keys()],
      rows.map(({ lastPingAt }) => lastPingAt?.toISOString() ?? null),
      rows.map(({ runStartedAt }) => runStartedAt?.toISOString() ?? null),
    );
  }

  async saveDeadlines(sql: Sql, deadlines: ReadonlyMap<string, Date | null>): Promise<void> {
    if (deadlines.size === 0) return;
    await sql.$executeRawUnsafe(
      `UPDATE monitor.monitor_runtime AS r SET deadline_at = n.deadline_at
       FROM unnest($1::text[], $2::timestamptz[]) AS n (id, deadline_at)
       WHERE r.monitor_id = ANY ($1::text[]) AND r.monitor_id = n.id`,
      [...deadlines.keys()],
      [...deadlines.values()].map((deadline) => deadline?.toISOString() ?? null),
    );
  }

  /** Jobs whose deadline has passed, oldest first; jobs that another transaction has locked are skipped. */
  async claimOverdue(sql: Sql, before: Date, limit: number): Promise<string[]> {
    const rows = await sql.$queryRawUnsafe<{ id: string }[]>(
      `SELECT monitor_id AS id FROM monitor.monitor_runtime
       WHERE deadline_at < $1::timestamptz ORDER BY deadline_at LIMIT $2::integer FOR UPDATE SKIP LOCKED`,
      before.toISOString(),
      limit,
    );
    return rows.map(({ id }) => id);
  }

  /** In order of time, without overlaps. */
  deafnessSince(sql: Sql, since: Date): Promise<Deafness[]> {
    return Promise.resolve(
      sql.$queryRawUnsafe<Deafness[]>(
        `SELECT started_at AS "from", ended_at AS "to" FROM monitor.listener_outage
         WHERE ended_at > $1::timestamptz ORDER BY started_at`,
        since.toISOString(),
      ),
    );
  }

  /** Until when pings are heard, and the first deadline that is not judged yet. */
  async hearing(sql: Sql): Promise<Hearing> {
    const rows = await sql.$queryRawUnsafe<Hearing[]>(
      `SELECT heard_until AS "heardUntil", (SELECT min(deadline_at) FROM monitor.monitor_runtime) AS "firstDeadline"
       FROM monitor.heartbeat_listener`,
    );
    return rows[0] ?? { heardUntil: null, firstDeadline: null };
  }
}
