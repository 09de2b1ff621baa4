import type { CheckTarget, Monitor } from '@vedette/contract';
import type { RuntimeChange, Presence } from '@vedette/monitor/monitor-lifecycle';
import type { Outage } from '@vedette/monitor/outage';
import type { StoredPing } from '@vedette/monitor/ping-results';
import type { CheckRule, CheckState } from '@vedette/monitor/result-application';
import type { RecordedState } from '@vedette/monitor/state-record';
import { START } from './clock.ts';
import type { ScriptMonitor } from './script.ts';

/** Short, so that a silent target does not stretch a history. */
const TIMEOUT_SECONDS = 5;
/** A target that is slow answers in more, all others in less. */
export const SLOW_ANSWER_MS = 900;
const DEGRADED_THRESHOLD_MS = 500;

/** The rows of one monitor in the tables of the monitor service. */
export interface MonitorRow {
  /** Its number in the script. */
  readonly number: number;
  readonly id: string;
  readonly rule: CheckRule;
  fields: Monitor;
  /** What its fields ask to check. */
  target: CheckTarget;
  presence: Presence;
  check: CheckState;
  record: RecordedState[];
  /** The newest outage, with the newest revision that an event carried, and that the incident service confirmed. */
  outage: Outage | undefined;
  toldRevision: number;
  confirmedRevision: number;
  /** Of a cron job. */
  heartbeat: { lastPingAt: Date | null; runStartedAt: Date | null; countsFromAt: Date };
  deadlineAt: Date | null;
  pings: StoredPing[];
}

export function newRow({ id, type, intervalSeconds, graceSeconds }: ScriptMonitor, number: number): MonitorRow {
  const createdAt = new Date(START);
  const url = `https://${id}.example`;
  const isCron = type === 'CRON';
  const settings = {
    type,
    intervalSeconds,
    timeoutSeconds: TIMEOUT_SECONDS,
    degradedThresholdMs: DEGRADED_THRESHOLD_MS,
    degradedThresholdMode: 'LAST',
    degradedSamples: 2,
    sslExpiryThresholdDays: 14,
  } as const;
  return {
    number,
    id,
    rule: { monitorId: id, createdAt, ...settings },
    fields: { ...UNUSED_FIELDS, id, name: id, ...settings, graceSeconds, url },
    target: targetOf(url),
    presence: 'live',
    check: {
      state: 'PENDING',
      epoch: 1,
      lane: 'FAST',
      nextCheckAt: isCron ? null : createdAt,
      slotAt: null,
      lastSlotAt: null,
      lastCheckedAt: null,
      lastStatusChangedAt: null,
      lastResponseMs: null,
      certExpiresAt: null,
      observedAt: null,
      samples: [],
      toldExpiries: [],
    },
    record: [{ at: createdAt, state: 'PENDING' }],
    outage: undefined,
    toldRevision: 0,
    confirmedRevision: 0,
    heartbeat: { lastPingAt: null, runStartedAt: null, countsFromAt: createdAt },
    deadlineAt: null,
    pings: [],
  };
}

export function targetOf(url: string): CheckTarget {
  return { type: 'PING', host: new URL(url).host, timeoutSeconds: TIMEOUT_SECONDS };
}

/** As services/monitor/src/monitors/monitor-runtime.repository.ts writes it. */
export function changedCheck(check: CheckState, runtime: RuntimeChange, now: Date): CheckState {
  const { enters, raisesEpoch, nextCheck } = runtime;
  const isPlanned = nextCheck.kind === 'no-later-than' && (check.slotAt === null || raisesEpoch);
  const plannedAt =
    isPlanned && (check.nextCheckAt === null || nextCheck.at < check.nextCheckAt) ? nextCheck.at : check.nextCheckAt;
  return {
    ...check,
    state: enters ?? check.state,
    lastStatusChangedAt: enters === undefined ? check.lastStatusChangedAt : now,
    epoch: check.epoch + (raisesEpoch ? 1 : 0),
    nextCheckAt: nextCheck.kind === 'none' ? null : plannedAt,
    ...(raisesEpoch && { lane: 'FAST', slotAt: null, lastSlotAt: null, samples: [] }),
  };
}

/** Adds lines to the record of states; a state that lasted no time is overwritten (state-record.repository.ts). */
export function addLines(record: RecordedState[], lines: readonly RecordedState[]): void {
  for (const line of lines) {
    if (record.at(-1)?.at.getTime() === line.at.getTime()) record.pop();
    record.push(line);
  }
}

/** Fields that no rule of the simulation uses. */
const UNUSED_FIELDS = {
  state: 'PENDING',
  host: null,
  port: null,
  method: 'GET',
  expectedStatus: [200],
  requestHeaders: null,
  requestBody: null,
  followRedirects: true,
  verifySsl: true,
  keyword: null,
  keywordMatch: 'EXISTS',
  dnsRecordType: 'A',
  dnsExpected: null,
  dnsAlertOnChange: true,
  expectedPeriodSec: null,
  heartbeatUrl: null,
  lastCheckedAt: null,
  lastStatusChangedAt: null,
  lastResponseMs: null,
  certExpiresAt: null,
  createdAt: new Date(START).toISOString(),
  updatedAt: new Date(START).toISOString(),
} as const satisfies Partial<Monitor>;

/** Read under the monitor's lock; not earlier than what replicas with other clocks have written (monitor.service.ts). */
export function momentAfter({ check, rule }: MonitorRow, now: number): Date {
  const changedAt = (check.lastStatusChangedAt ?? rule.createdAt).getTime();
  return new Date(Math.max(now, changedAt, check.observedAt?.getTime() ?? 0));
}
