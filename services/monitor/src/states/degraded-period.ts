// Decides which period of being DEGRADED begins or ends when a monitor changes its state, and how its cause reads.

import type { DegradedFact, MonitorState } from '@vedette/contract';
import type { Finding, Judgement, StateRule } from './monitor-state.ts';

/** A period as other services learn of it: once when it begins, once when it ends. */
export type DegradedPeriod = Omit<DegradedFact, 'monitor'>;

export type PeriodEnd = NonNullable<DegradedFact['ended']>['because'];

/** The monitor as the result found it. */
interface Before {
  readonly state: MonitorState;
  /** When that state began. */
  readonly since: Date;
}

/** Undefined if the monitor neither became DEGRADED at this instant nor ceased to be so. */
export function periodAfter(
  before: Before,
  judgement: Judgement,
  at: Date,
  rule: StateRule,
  finding: Finding,
): DegradedPeriod | undefined {
  if (judgement.state === before.state) return undefined;
  if (judgement.state === 'DEGRADED') {
    return { startedAt: at.toISOString(), cause: causeOf(judgement, rule, finding), ended: null };
  }
  return periodEnded(before, at, judgement.state === 'DOWN' ? 'DOWN' : 'RECOVERED');
}

/** Undefined if the monitor was not DEGRADED. */
export function periodEnded({ state, since }: Before, at: Date, because: PeriodEnd): DegradedPeriod | undefined {
  if (state !== 'DEGRADED') return undefined;
  return { startedAt: since.toISOString(), cause: null, ended: { at: at.toISOString(), because } };
}

function causeOf(
  { because }: Extract<Judgement, { state: 'DEGRADED' }>,
  { degradedThresholdMs, degradedThresholdMode, degradedSamples }: StateRule,
  { certExpiresAt, registration, samples }: Finding,
): string {
  if (because === 'expiring') {
    return registration === null
      ? `The certificate expires on ${dayOf(certExpiresAt)}`
      : `The registration of ${registration.domain} expires on ${dayOf(registration.expiresAt)}`;
  }
  if (degradedThresholdMode === 'P95') {
    return `The 95th percentile of the last ${degradedSamples} checks is above ${degradedThresholdMs} ms`;
  }
  const last = `the last one took ${samples.at(-1) ?? 0} ms`;
  return degradedSamples === 1
    ? `A check took ${samples.at(-1) ?? 0} ms, which is above ${degradedThresholdMs} ms`
    : `The last ${degradedSamples} checks were all above ${degradedThresholdMs} ms; ${last}`;
}

function dayOf(at: Date | null): string {
  return at === null ? 'an unknown day' : at.toISOString().slice(0, 10);
}
