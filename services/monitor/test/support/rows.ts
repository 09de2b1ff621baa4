import type { EventMessage, MonitorFacts } from '@vedette/contract';
import type { RunningService } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import type pg from 'pg';
import { HeartbeatListener } from '../../src/pings/heartbeat-listener.ts';

/** The events of the organization's committed changes, oldest first. */
export async function eventsOf(pool: pg.Pool, organizationId: string): Promise<EventMessage['event'][]> {
  const { rows } = await pool.query<{ payload: string }>('SELECT payload FROM monitor.outbox ORDER BY id');
  return rows
    .map(({ payload }) => JSON.parse(payload) as EventMessage)
    .filter((message) => message.organizationId === organizationId)
    .map(({ event }) => event);
}

export interface RuntimeRow {
  readonly state: string;
  readonly epoch: number;
  readonly interval_seconds: number;
  readonly next_check_at: Date | null;
  readonly slot_at: Date | null;
}

export async function runtimeOf(pool: pg.Pool, monitorId: string): Promise<RuntimeRow | undefined> {
  const { rows } = await pool.query<RuntimeRow>('SELECT * FROM monitor.monitor_runtime WHERE monitor_id = $1', [
    monitorId,
  ]);
  return rows[0];
}

/** The last planned time of a check, whether or not it has been claimed. */
export async function plannedAt(pool: pg.Pool, monitorId: string): Promise<Date | null | undefined> {
  const runtime = await runtimeOf(pool, monitorId);
  return runtime && (runtime.slot_at ?? runtime.next_check_at);
}

/** Leaves the runtime row as a check would. */
export async function writeChecked(pool: pg.Pool, monitorId: string, state: 'UP' | 'DEGRADED' | 'DOWN'): Promise<void> {
  await pool.query(
    `UPDATE monitor.monitor_runtime SET state = $2, last_checked_at = '2026-01-01T00:00:00.5Z',
       last_status_changed_at = '2026-01-01T00:00:00Z', last_response_ms = 120, cert_expires_at = '2027-01-01T00:00:00Z',
       next_check_at = '2100-01-01T00:00:00Z', slot_at = NULL
     WHERE monitor_id = $1`,
    [monitorId, state],
  );
}

/** Puts a slot in flight, as a claim does, so that a result of it counts. */
export async function handOut(pool: pg.Pool, monitorId: string, slotAt: string): Promise<void> {
  await pool.query(
    `UPDATE monitor.monitor_runtime SET slot_at = $2, next_check_at = now() + interval '450 s', is_waiting = false
     WHERE monitor_id = $1`,
    [monitorId, slotAt],
  );
}

export async function countOf(pool: pg.Pool, organizationId: string): Promise<number> {
  const { rows } = await pool.query<{ monitors: number }>(
    'SELECT monitors FROM monitor.monitor_count WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.monitors ?? 0;
}

/** The internal facts in the events of a type, which only our services receive, oldest first. */
export async function factsOf(pool: pg.Pool, organizationId: string, type: string): Promise<MonitorFacts[]> {
  const { rows } = await pool.query<{ payload: string }>('SELECT payload FROM monitor.outbox ORDER BY id');
  return rows
    .map(({ payload }) => JSON.parse(payload) as EventMessage)
    .filter((message) => message.organizationId === organizationId && message.event.type === type)
    .map(({ facts }) => (facts ?? {}) as MonitorFacts);
}

/** What the history calls a monitor. */
export async function numberOf(pool: pg.Pool, monitorId: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM monitor.monitor WHERE id = $1', [
    monitorId,
  ]);
  if (rows[0] === undefined) throw new Error(`There is no monitor ${monitorId}`);
  return rows[0].number;
}

export interface HistoryRow {
  readonly slot_at: Date;
  readonly epoch: number;
  readonly verdict: string;
  readonly started_ms: number | null;
  readonly took_ms: number | null;
  readonly response_ms: number | null;
  readonly worker: string;
  readonly region: string;
}

/** Every stored check of a monitor, oldest slot first. */
export async function historyOf(pool: pg.Pool, monitorId: string): Promise<HistoryRow[]> {
  const { rows } = await pool.query<HistoryRow>(
    `SELECT c.*, w.name AS worker, r.name AS region FROM monitor.check_result AS c
     JOIN monitor.check_worker AS w ON w.number = c.worker_number
     JOIN monitor.check_region AS r ON r.number = w.region_number
     WHERE c.monitor_number = (SELECT number FROM monitor.monitor WHERE id = $1) ORDER BY c.slot_at`,
    [monitorId],
  );
  return rows;
}

/** The recorded states of a monitor, oldest first. */
export async function statesOf(pool: pg.Pool, monitorId: string): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(
    'SELECT state FROM monitor.state_change WHERE monitor_id = $1 ORDER BY at',
    [monitorId],
  );
  return rows.map(({ state }) => state);
}

/** The URL at which a service accepts pings. */
export async function listenerUrl(service: RunningService): Promise<string> {
  const port = await waitFor('the listener', () => service.get(HeartbeatListener).port);
  return `http://127.0.0.1:${port}`;
}
