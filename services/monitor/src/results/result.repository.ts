import { Injectable } from '@nestjs/common';
import type { CheckLane, MonitorState } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import { CheckWorkerRepository, workerNumbers } from '../history/check-worker.repository.ts';
import { lateHours } from '../history/rollup-schedule.ts';
import { RollupRepository } from '../history/rollup.repository.ts';
import { filedBetween } from '../history/history-partitions.ts';
import { originsOf, storedCheck } from '../history/stored-check.ts';
import { filedAt, type Result } from '../observations/check-outcome.ts';
import type { CheckRule, CheckState } from './result-application.ts';
import { asMs, dateOf, fromMs, instants, plainArray, wordArray } from './row-codec.ts';

interface RuntimeRow {
  readonly id: string;
  readonly state: MonitorState;
  readonly epoch: number;
  readonly lane: CheckLane;
  readonly next_check_at: number | null;
  readonly slot_at: number | null;
  readonly last_slot_at: number | null;
  readonly last_checked_at: number | null;
  readonly last_status_changed_at: number | null;
  readonly last_response_ms: number | null;
  readonly cert_expires_at: number | null;
  readonly observed_at: number | null;
  readonly samples: number[];
  /** Null if there are none, as for most monitors. */
  readonly told_expiries: Date[] | null;
}

interface RuleRow extends Omit<CheckRule, 'createdAt'> {
  readonly createdMs: number;
  readonly monitorNumber: number;
  readonly organizationId: string;
  readonly dnsRecordType: string;
}

const NONE_TOLD: CheckState['toldExpiries'] = [];

export interface LockedCheck {
  /** What the history calls the monitor. */
  readonly monitorNumber: number;
  readonly organizationId: string;
  readonly rule: CheckRule;
  readonly check: CheckState;
  /** The record type whose newest answer is remembered. */
  readonly dnsRecordType: string;
}

const INSTANTS = [
  'next_check_at',
  'slot_at',
  'last_slot_at',
  'last_checked_at',
  'last_status_changed_at',
  'cert_expires_at',
  'observed_at',
];

const LOCK = `
  SELECT monitor_id AS id, state, epoch, lane, last_response_ms, samples, nullif(told_expiries, '{}') AS told_expiries,
    ${INSTANTS.map((column) => `${asMs(column)} AS ${column}`).join(', ')}
  FROM monitor.monitor_runtime WHERE monitor_id = ANY ($1) ORDER BY monitor_id FOR UPDATE`;

/** A separate statement after the lock: the locking statement does not see what was committed while it waited. */
const RULES = `
  SELECT id AS "monitorId", number AS "monitorNumber", organization_id AS "organizationId", type, dns_record_type AS "dnsRecordType",
    interval_seconds AS "intervalSeconds", timeout_seconds AS "timeoutSeconds",
    degraded_threshold_ms AS "degradedThresholdMs", degraded_threshold_mode AS "degradedThresholdMode",
    degraded_samples AS "degradedSamples", ssl_expiry_threshold_days AS "sslExpiryThresholdDays",
    ${asMs('created_at')} AS "createdMs"
  FROM monitor.monitor WHERE id = ANY ($1) AND deleted_at IS NULL`;

/** Writes the columns that every result changes. */
const SAVE = `
  UPDATE monitor.monitor_runtime AS r SET
    next_check_at = ${fromMs('n.next_check_at')}, slot_at = ${fromMs('n.slot_at')},
    last_slot_at = ${fromMs('n.last_slot_at')}, last_checked_at = ${fromMs('n.last_checked_at')},
    observed_at = ${fromMs('n.observed_at')}, last_response_ms = n.last_response_ms, samples = n.samples::integer[],
    is_waiting = false
  FROM unnest(
    $1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::integer[], $8::text[]
  ) AS n (id, next_check_at, slot_at, last_slot_at, last_checked_at, observed_at, last_response_ms, samples)
  WHERE r.monitor_id = ANY ($1) AND r.monitor_id = n.id`;

/** Writes the columns that only some results change. */
const SAVE_CHANGED = `
  UPDATE monitor.monitor_runtime AS r SET
    state = n.state, last_status_changed_at = ${fromMs('n.last_status_changed_at')},
    cert_expires_at = ${fromMs('n.cert_expires_at')}, told_expiries = n.told_expiries::timestamptz[], lane = n.lane
  FROM unnest($1::text[], $2::monitor.monitor_state[], $3::float8[], $4::float8[], $5::text[], $6::monitor.check_lane[])
    AS n (id, state, last_status_changed_at, cert_expires_at, told_expiries, lane)
  WHERE r.monitor_id = ANY ($1) AND r.monitor_id = n.id`;

/** Files nothing, and returns how many workers have no number, if any has none. */
const FILE = `
  WITH origin AS MATERIALIZED (${workerNumbers('$15', '$16')}), filed AS (
    INSERT INTO monitor.check_result
      (slot_at, monitor_number, epoch, worker_number, verdict, started_ms, took_ms, response_ms,
       dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, attempts)
    SELECT ${fromMs('slot_at')}, monitor_number, epoch, origin.number, verdict, started_ms, took_ms, response_ms,
      dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, attempts
    FROM unnest(
      $1::float8[], $2::integer[], $3::integer[], $4::integer[], $5::monitor.check_verdict[], $6::integer[],
      $7::integer[], $8::integer[], $9::smallint[], $10::smallint[], $11::smallint[], $12::smallint[], $13::smallint[],
      $14::jsonb[]
    ) AS n (slot_at, monitor_number, epoch, place, verdict, started_ms, took_ms, response_ms,
      dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms, attempts)
    JOIN origin USING (place)
    WHERE NOT EXISTS (SELECT FROM origin WHERE number IS NULL)
    ON CONFLICT DO NOTHING
  )
  SELECT count(*)::integer AS unknown FROM origin WHERE number IS NULL`;

/** A result, and what the history calls its monitor. */
export interface FiledResult {
  readonly monitorNumber: number;
  readonly result: Result;
}

/** Reads and writes rows for results, many times a second and in bulk. */
@Injectable()
export class ResultRepository {
  constructor(
    private readonly workers: CheckWorkerRepository,
    private readonly rollups: RollupRepository,
  ) {}

  /** Locks the runtime rows of these monitors in order of id, as all code does. Deleted monitors are left out. */
  async lock(connection: Connection, ids: readonly string[]): Promise<Map<string, LockedCheck>> {
    const values = [wordArray(ids)];
    const { rows } = await connection.query<RuntimeRow>({ name: 'lock-checks', text: LOCK, values });
    const reading = connection.query<RuleRow>({ name: 'check-rules', text: RULES, values });
    // Made while PostgreSQL reads the rules.
    const checks = new Map(rows.map((row) => [row.id, checkOf(row)]));
    const { rows: rules } = await reading;
    const locked = new Map<string, LockedCheck>();
    for (const row of rules) {
      const check = checks.get(row.monitorId);
      if (check === undefined) continue;
      const { monitorNumber, organizationId, dnsRecordType } = row;
      locked.set(row.monitorId, { monitorNumber, organizationId, rule: ruleOf(row), check, dnsRecordType });
    }
    return locked;
  }

  /**
   * Prepares to write these checks, which needs no connection, and returns the function that writes them. `before` holds
   * the checks as they were locked: most results leave the rarely written columns unchanged.
   */
  saving(
    checks: ReadonlyMap<string, CheckState>,
    before: ReadonlyMap<string, LockedCheck>,
  ): (connection: Connection) => Promise<void> {
    if (checks.size === 0) return () => Promise.resolve();
    const rows = [...checks.values()];
    const values = [
      plainArray([...checks.keys()]),
      instants(rows.map(({ nextCheckAt }) => nextCheckAt)),
      instants(rows.map(({ slotAt }) => slotAt)),
      instants(rows.map(({ lastSlotAt }) => lastSlotAt)),
      instants(rows.map(({ lastCheckedAt }) => lastCheckedAt)),
      instants(rows.map(({ observedAt }) => observedAt)),
      plainArray(rows.map(({ lastResponseMs }) => lastResponseMs)),
      plainArray(rows.map(({ samples }) => `"${plainArray(samples)}"`)),
    ];
    const changed = [...checks].filter(([id, check]) => isOtherwise(check, before.get(id)?.check));
    return async (connection) => {
      await connection.query({ name: 'save-checks', text: SAVE, values });
      await this.#saveChanged(connection, changed);
    };
  }

  async #saveChanged(connection: Connection, changed: readonly (readonly [string, CheckState])[]): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(([, check]) => check);
    await connection.query({
      name: 'save-changed-checks',
      text: SAVE_CHANGED,
      values: [
        plainArray(changed.map(([id]) => id)),
        plainArray(rows.map(({ state }) => state)),
        instants(rows.map(({ lastStatusChangedAt }) => lastStatusChangedAt)),
        instants(rows.map(({ certExpiresAt }) => certExpiresAt)),
        rows.map(({ toldExpiries }) => plainArray(toldExpiries.map((date) => date.toISOString()))),
        plainArray(rows.map(({ lane }) => lane)),
      ],
    });
  }

  /** Adds results to the history; an existing row for a slot stays unchanged. */
  async file(connection: Connection, filed: readonly FiledResult[], now: Date): Promise<void> {
    const { from, to } = filedBetween(now);
    const kept = filed.filter(({ result }) => filedAt(result) >= from && filedAt(result) < to);
    if (kept.length === 0) return;
    const results = kept.map(({ result }) => result);
    const rows = results.map(storedCheck);
    const origins = originsOf(results);
    const query = {
      name: 'file-results',
      text: FILE,
      values: [
        instants(results.map(filedAt)),
        plainArray(kept.map(({ monitorNumber }) => monitorNumber)),
        plainArray(results.map(({ epoch }) => epoch)),
        plainArray(origins.places),
        plainArray(rows.map(({ verdict }) => verdict)),
        plainArray(rows.map(({ startedMs }) => startedMs)),
        plainArray(rows.map(({ tookMs }) => tookMs)),
        plainArray(rows.map(({ responseMs }) => responseMs)),
        plainArray(rows.map(({ phases }) => phases.dns)),
        plainArray(rows.map(({ phases }) => phases.connect)),
        plainArray(rows.map(({ phases }) => phases.tls)),
        plainArray(rows.map(({ phases }) => phases.firstByte)),
        plainArray(rows.map(({ phases }) => phases.total)),
        rows.map(({ attempts }) => attempts && JSON.stringify(attempts)),
        origins.workers,
        origins.regions,
      ],
    };
    const unknownWorkers = async (): Promise<number> =>
      (await connection.query<{ unknown: number }>(query)).rows[0]?.unknown ?? 0;
    if ((await unknownWorkers()) > 0) {
      await this.workers.add(connection, origins);
      if ((await unknownWorkers()) > 0) throw new Error('A worker got no number');
    }
    await this.rollups.noteLate(connection, lateHours(results.map(filedAt), now));
  }
}

function checkOf(row: RuntimeRow): CheckState {
  return {
    state: row.state,
    epoch: row.epoch,
    lane: row.lane,
    nextCheckAt: dateOf(row.next_check_at),
    slotAt: dateOf(row.slot_at),
    lastSlotAt: dateOf(row.last_slot_at),
    lastCheckedAt: dateOf(row.last_checked_at),
    lastStatusChangedAt: dateOf(row.last_status_changed_at),
    lastResponseMs: row.last_response_ms,
    certExpiresAt: dateOf(row.cert_expires_at),
    observedAt: dateOf(row.observed_at),
    samples: row.samples,
    toldExpiries: row.told_expiries ?? NONE_TOLD,
  };
}

function ruleOf(row: RuleRow): CheckRule {
  return {
    monitorId: row.monitorId,
    type: row.type,
    intervalSeconds: row.intervalSeconds,
    timeoutSeconds: row.timeoutSeconds,
    degradedThresholdMs: row.degradedThresholdMs,
    degradedThresholdMode: row.degradedThresholdMode,
    degradedSamples: row.degradedSamples,
    sslExpiryThresholdDays: row.sslExpiryThresholdDays,
    createdAt: new Date(Math.round(row.createdMs)),
  };
}

/** True if a rarely written column changed. */
function isOtherwise(after: CheckState, before: CheckState | undefined): boolean {
  return (
    after.state !== before?.state ||
    after.lane !== before.lane ||
    after.toldExpiries !== before.toldExpiries ||
    after.lastStatusChangedAt?.getTime() !== before.lastStatusChangedAt?.getTime() ||
    after.certExpiresAt?.getTime() !== before.certExpiresAt?.getTime()
  );
}
