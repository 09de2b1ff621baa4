import { Injectable } from '@nestjs/common';
import type { MonitorState } from '@vedette/contract';
import { isFiled } from '../history/history-days.ts';
import type { Connection } from '../transactions.ts';
import { endedAt, filedAt, type Result } from './check-outcome.ts';
import type { CheckRule, CheckState } from './result-application.ts';

interface RuntimeRow extends CheckState {
  readonly id: string;
}

export interface LockedMonitor {
  readonly organizationId: string;
  readonly rule: CheckRule;
  readonly check: CheckState;
  /** Whose newest answer is remembered. */
  readonly dnsRecordType: string;
}

const LOCK = `
  SELECT monitor_id AS id, state, epoch, next_check_at AS "nextCheckAt", slot_at AS "slotAt",
    last_slot_at AS "lastSlotAt", last_checked_at AS "lastCheckedAt", last_status_changed_at AS "lastStatusChangedAt",
    last_response_ms AS "lastResponseMs", cert_expires_at AS "certExpiresAt", observed_at AS "observedAt", samples,
    told_expiries AS "toldExpiries"
  FROM monitor.monitor_runtime WHERE monitor_id = ANY ($1) ORDER BY monitor_id FOR UPDATE`;

/** A statement of its own: what was changed while the lock was waited for is seen only by the next one. */
const RULES = `
  SELECT id AS "monitorId", organization_id AS "organizationId", type, dns_record_type AS "dnsRecordType",
    interval_seconds AS "intervalSeconds", timeout_seconds AS "timeoutSeconds",
    degraded_threshold_ms AS "degradedThresholdMs", degraded_threshold_mode AS "degradedThresholdMode",
    degraded_samples AS "degradedSamples", ssl_expiry_threshold_days AS "sslExpiryThresholdDays",
    created_at AS "createdAt"
  FROM monitor.monitor WHERE id = ANY ($1) AND deleted_at IS NULL`;

const SAVE = `
  UPDATE monitor.monitor_runtime AS r SET
    state = n.state, next_check_at = n.next_check_at, slot_at = n.slot_at, last_slot_at = n.last_slot_at,
    last_checked_at = n.last_checked_at, last_status_changed_at = n.last_status_changed_at,
    last_response_ms = n.last_response_ms, cert_expires_at = n.cert_expires_at, observed_at = n.observed_at,
    samples = n.samples::integer[], told_expiries = n.told_expiries::timestamptz[]
  FROM unnest(
    $1::text[], $2::monitor.monitor_state[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
    $7::timestamptz[], $8::integer[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[]
  ) AS n (id, state, next_check_at, slot_at, last_slot_at, last_checked_at, last_status_changed_at, last_response_ms,
    cert_expires_at, observed_at, samples, told_expiries)
  WHERE r.monitor_id = ANY ($1) AND r.monitor_id = n.id`;

const FILE = `
  INSERT INTO monitor.check_result
    (monitor_id, slot_at, epoch, checked_at, verdict, response_ms, run_ms, attempts)
  SELECT * FROM unnest(
    $1::text[], $2::timestamptz[], $3::integer[], $4::timestamptz[], $5::monitor.check_verdict[], $6::integer[],
    $7::integer[], $8::jsonb[]
  )
  ON CONFLICT DO NOTHING`;

/** What results read and write many times a second, as many rows at once as there are. */
@Injectable()
export class ResultRepository {
  /** Locks what checks write of these monitors, in the order of ids that everybody keeps. Deleted ones are left out. */
  async lock(connection: Connection, ids: readonly string[]): Promise<Map<string, LockedMonitor>> {
    const { rows: checks } = await connection.query<RuntimeRow>({ name: 'lock-checks', text: LOCK, values: [ids] });
    const { rows: rules } = await connection.query<CheckRule & { organizationId: string; dnsRecordType: string }>({
      name: 'check-rules',
      text: RULES,
      values: [ids],
    });
    const checkOf = new Map(checks.map(({ id, ...check }) => [id, check]));
    return new Map(
      rules.flatMap(({ organizationId, dnsRecordType, ...rule }) => {
        const check = checkOf.get(rule.monitorId);
        return check === undefined ? [] : [[rule.monitorId, { organizationId, rule, check, dnsRecordType }] as const];
      }),
    );
  }

  async save(connection: Connection, checks: ReadonlyMap<string, CheckState>): Promise<void> {
    if (checks.size === 0) return;
    const rows = [...checks.values()];
    await connection.query({
      name: 'save-checks',
      text: SAVE,
      values: [
        [...checks.keys()],
        rows.map(({ state }): MonitorState => state),
        rows.map(({ nextCheckAt }) => nextCheckAt),
        rows.map(({ slotAt }) => slotAt),
        rows.map(({ lastSlotAt }) => lastSlotAt),
        rows.map(({ lastCheckedAt }) => lastCheckedAt),
        rows.map(({ lastStatusChangedAt }) => lastStatusChangedAt),
        rows.map(({ lastResponseMs }) => lastResponseMs),
        rows.map(({ certExpiresAt }) => certExpiresAt),
        rows.map(({ observedAt }) => observedAt),
        rows.map(({ samples }) => `{${samples.join(',')}}`),
        rows.map(({ toldExpiries }) => `{${toldExpiries.map((date) => date.toISOString()).join(',')}}`),
      ],
    });
  }

  /** Adds to the history; a slot that is there already stays as it is. */
  async file(connection: Connection, results: readonly Result[], now: Date): Promise<void> {
    const rows = results.filter((result) => isFiled(filedAt(result), now));
    if (rows.length === 0) return;
    await connection.query({
      name: 'file-results',
      text: FILE,
      values: [
        rows.map(({ monitorId }) => monitorId),
        rows.map(filedAt),
        rows.map(({ epoch }) => epoch),
        rows.map(({ outcome }) => endedAt(outcome) ?? now),
        rows.map(({ outcome }) => outcome.verdict),
        rows.map(({ outcome }) => outcome.responseMs),
        rows.map(({ runMs }) => runMs ?? null),
        rows.map(({ outcome: { attempts } }) =>
          attempts.some(({ error }) => error !== null) ? JSON.stringify(attempts) : null,
        ),
      ],
    });
  }
}
