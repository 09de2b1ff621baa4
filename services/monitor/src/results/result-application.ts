// Decides what a result does to its monitor: the newest slot of the current epoch decides the state. A scheduled check
// counts only for the slot in flight. A late result, or one of another epoch, only enters the history; a result of a slot
// that was never handed out is dropped. A check that could not judge its target changes nothing.

import type { CheckLane, CheckOutcome, MonitorState } from '@vedette/contract';
import { nextSlotAfter } from '../schedule/check-slots.ts';
import { beganAt, endedAt, errorOf, evidenceOf, lastAttemptAt, type Result } from '../observations/check-outcome.ts';
import { periodAfter, type DegradedPeriod } from '../states/degraded-period.ts';
import { expiryToTell, toldAfter, type ExpiryEvent } from '../states/expiry-event.ts';
import { judge, samplesAfter, type Finding, type Judgement, type StateRule } from '../states/monitor-state.ts';
import { nextLane } from '../schedule/next-lane.ts';
import { observationGap } from '../states/observation-gap.ts';
import type { RecordedState } from '../states/state-record.ts';
import type { OutageStep } from '../outages/outage.ts';

/** The part of a monitor's `monitor_runtime` row that checks use. */
export interface CheckState {
  readonly state: MonitorState;
  readonly epoch: number;
  /** The lane in which the next check runs. */
  readonly lane: CheckLane;
  /** The next slot. While a check is in flight: when it counts as lost. Null while no check is planned. */
  readonly nextCheckAt: Date | null;
  /** The slot in flight. */
  readonly slotAt: Date | null;
  /** The newest slot whose result has been applied. */
  readonly lastSlotAt: Date | null;
  readonly lastCheckedAt: Date | null;
  readonly lastStatusChangedAt: Date | null;
  readonly lastResponseMs: number | null;
  readonly certExpiresAt: Date | null;
  /** See Observed. */
  readonly observedAt: Date | null;
  readonly samples: readonly number[];
  readonly toldExpiries: readonly Date[];
}

/** The part of a monitor's configuration on which results depend. */
export interface CheckRule extends StateRule {
  readonly monitorId: string;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  readonly createdAt: Date;
}

export interface Known {
  readonly rule: CheckRule;
  readonly check: CheckState;
  /** The cause of the ongoing outage. */
  readonly cause: string | null;
}

export type ApplicationKind = 'applied' | 'unobserved' | 'late' | 'paused' | 'other-epoch' | 'not-handed-out';

export interface Application {
  readonly kind: ApplicationKind;
  readonly check: CheckState;
  /** The new state, if this result changed the state. */
  readonly entered: Judgement['state'] | undefined;
  readonly record: readonly RecordedState[];
  readonly outage: OutageStep | undefined;
  /** The period of being DEGRADED that this result began or ended. */
  readonly degraded: DegradedPeriod | undefined;
  readonly expiry: ExpiryEvent | undefined;
}

export function applyResult(known: Known, result: Result, now: Date): Application {
  const kind = kindOf(known.check, result, now);
  const isHandedOut = kind !== 'other-epoch' && kind !== 'not-handed-out';
  const check = isHandedOut ? withNextLane(withNextSlot(known, result, now), kind, result) : known.check;
  if (kind === 'applied') return decide({ ...known, check }, result, now);
  const nothing = { outage: undefined, degraded: undefined, expiry: undefined };
  return { kind, check, entered: undefined, record: [], ...nothing };
}

function kindOf(check: CheckState, result: Result, now: Date): ApplicationKind {
  const { state, epoch, lastSlotAt } = check;
  const standing = result.isScheduled ? standingOf(check, result, now) : 'in-flight';
  if (standing === 'not-handed-out') return 'not-handed-out';
  if (result.epoch !== epoch) return 'other-epoch';
  if (state === 'PAUSED') return 'paused';
  if (standing === 'superseded' || (lastSlotAt !== null && result.slotAt <= lastSlotAt)) return 'late';
  return result.outcome.verdict === 'UNOBSERVED' ? 'unobserved' : 'applied';
}

/**
 * Where the slot of a scheduled check stands. Slots are handed out in their order and when they are due. Those of another
 * epoch are no longer known.
 */
function standingOf(
  { epoch, slotAt: inFlight, lastSlotAt }: CheckState,
  { epoch: ranIn, slotAt }: Result,
  now: Date,
): 'in-flight' | 'superseded' | 'not-handed-out' {
  if (ranIn !== epoch) return slotAt > now ? 'not-handed-out' : 'superseded';
  if (inFlight?.getTime() === slotAt.getTime()) return 'in-flight';
  const newest = Math.max(inFlight?.getTime() ?? 0, lastSlotAt?.getTime() ?? 0);
  return slotAt.getTime() > newest ? 'not-handed-out' : 'superseded';
}

/** A result for the slot in flight clears that slot and plans the next one. */
function withNextSlot({ rule, check }: Known, { slotAt }: Result, now: Date): CheckState {
  if (check.slotAt?.getTime() !== slotAt.getTime()) return check;
  return { ...check, slotAt: null, nextCheckAt: nextSlotAfter(rule, now) };
}

function withNextLane(check: CheckState, kind: ApplicationKind, { outcome }: Result): CheckState {
  if (kind !== 'applied' && kind !== 'unobserved') return check;
  const lane = nextLane(check.lane, outcome);
  return lane === check.lane ? check : { ...check, lane };
}

function decide({ rule, check, cause }: Known, result: Result, now: Date): Application {
  const { outcome } = result;
  const finding = findingOf(rule, check, outcome);
  const judgement = judge(rule, finding, now);
  const expiry = expiryToTell(rule, finding.registration?.expiresAt ?? finding.certExpiresAt, check.toldExpiries, now);
  // Workers' clocks differ: a state begins neither before the previous observation nor in the future.
  const since = check.lastStatusChangedAt ?? rule.createdAt;
  const earliest = check.observedAt !== null && check.observedAt > since ? check.observedAt : since;
  const observedAt = between(earliest, lastAttemptAt(outcome) ?? now, now);
  const at = judgement.state === 'DOWN' ? between(earliest, beganAt(outcome) ?? now, now) : observedAt;
  const { type, intervalSeconds, timeoutSeconds } = rule;
  const observed = { type, intervalSeconds, timeoutSeconds, state: check.state, since, observedAt: check.observedAt };
  const gap = observationGap(observed, at);
  const isEntered = judgement.state !== check.state;
  return {
    kind: 'applied',
    check: {
      ...check,
      state: judgement.state,
      lastSlotAt: result.slotAt,
      lastCheckedAt: between(earliest, endedAt(outcome) ?? now, now),
      lastStatusChangedAt: isEntered ? at : check.lastStatusChangedAt,
      lastResponseMs: outcome.responseMs,
      certExpiresAt: finding.certExpiresAt,
      observedAt,
      samples: finding.samples,
      toldExpiries: toldAfter(check.toldExpiries, expiry, now),
    },
    entered: isEntered ? judgement.state : undefined,
    record: [
      ...(gap.kind === 'since' ? [{ at: gap.at, state: 'UNOBSERVED' as const }] : []),
      ...(isEntered || gap.kind !== 'none' ? [{ at, state: judgement.state }] : []),
    ],
    outage: outageStep(check.state, cause, judgement, outcome, at),
    degraded: periodAfter({ state: check.state, since }, judgement, at, rule, finding),
    expiry,
  };
}

/** What a check found, together with what earlier checks found. */
export function findingOf(
  rule: Pick<StateRule, 'degradedSamples'>,
  check: Pick<CheckState, 'samples' | 'certExpiresAt'>,
  outcome: CheckOutcome,
): Finding {
  const { certExpiresAt, registration } = outcome.observation;
  const error = errorOf(outcome);
  // A check that failed before it saw a certificate says nothing about the certificate that an earlier check saw.
  const knownCertificate = error === null ? null : check.certExpiresAt;
  return {
    error,
    samples: samplesAfter(rule, check.samples, error === null ? outcome.responseMs : null),
    certExpiresAt: certExpiresAt === null ? knownCertificate : new Date(certExpiresAt),
    registration: registration && { domain: registration.domain, expiresAt: new Date(registration.expiresAt) },
  };
}

function outageStep(
  before: MonitorState,
  knownCause: string | null,
  judgement: Judgement,
  outcome: CheckOutcome,
  at: Date,
): OutageStep | undefined {
  if (judgement.state !== 'DOWN') {
    return before === 'DOWN' ? { kind: 'resolve', at, because: 'RECOVERED' } : undefined;
  }
  const { cause } = judgement;
  if (before !== 'DOWN') return { kind: 'open', startedAt: at, cause, evidence: evidenceOf(outcome, cause) };
  return cause === knownCause ? undefined : { kind: 'change-cause', cause, evidence: evidenceOf(outcome, cause) };
}

function between(earliest: Date, at: Date, latest: Date): Date {
  const ms = at.getTime();
  if (ms < earliest.getTime()) return earliest;
  return ms > latest.getTime() ? latest : at;
}
