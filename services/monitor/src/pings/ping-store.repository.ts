import type pg from 'pg';
import type { PingStore, ReceivedPing } from './ping-writer.ts';

/** A deleted monitor accepts no pings; a paused one still does. */
const STORE = `
  WITH ping AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::timestamptz[])
      WITH ORDINALITY AS ping (token, kind, exit_code, received_at, position)
  ), known AS (
    SELECT ping.*, m.id, r.epoch FROM ping
    JOIN monitor.monitor AS m ON m.heartbeat_token = ping.token AND m.deleted_at IS NULL
    JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  ), stored AS (
    INSERT INTO monitor.heartbeat_ping (monitor_id, epoch, kind, exit_code, received_at)
    SELECT id, epoch, kind::monitor.heartbeat_ping_kind, exit_code, received_at FROM known ORDER BY position
  )
  SELECT DISTINCT token FROM known`;

/** Listeners report several times a second. A longer silence of all of them is recorded as a listener outage. */
const HEAR = `
  WITH before AS (SELECT heard_until FROM monitor.heartbeat_listener FOR UPDATE),
  outage AS (
    INSERT INTO monitor.listener_outage (started_at, ended_at)
    SELECT heard_until, $1 FROM before WHERE $1::timestamptz - heard_until > interval '2 seconds'
    ON CONFLICT DO NOTHING
  )
  UPDATE monitor.heartbeat_listener AS l SET heard_until = greatest(l.heard_until, $1) FROM before
  RETURNING EXISTS (SELECT FROM monitor.monitor_runtime WHERE deadline_at IS NOT NULL) AS "isAwaited"`;

/** The rows that the listener writes, on its own connections. */
export class PingStoreRepository implements PingStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async store(pings: readonly ReceivedPing[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ token: string }>({
      name: 'store-pings',
      text: STORE,
      values: [
        pings.map(({ token }) => token),
        pings.map(({ kind }) => kind),
        pings.map(({ exitCode }) => exitCode),
        pings.map(({ receivedAt }) => receivedAt),
      ],
    });
    return new Set(rows.map(({ token }) => token));
  }

  /** Records that every ping that this listener received until `at` is stored. True if some job is to ping by a deadline. */
  async hearUntil(at: Date): Promise<boolean> {
    const { rows } = await this.#pool.query<{ isAwaited: boolean }>({ name: 'hear', text: HEAR, values: [at] });
    return rows[0]?.isAwaited ?? false;
  }
}
