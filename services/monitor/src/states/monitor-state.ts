// Decides the state of a monitor from what its newest check found: UP, DEGRADED (slow, or soon to expire) or DOWN.

import type { Monitor } from '@vedette/contract';

/** The fields of a monitor that its state depends on. */
export type StateRule = Pick<
  Monitor,
  'type' | 'degradedThresholdMs' | 'degradedThresholdMode' | 'degradedSamples' | 'sslExpiryThresholdDays'
>;

export interface Finding {
  /** Null when the check succeeded. */
  readonly error: string | null;
  /** Latencies of successful checks since the last resume or change of target, oldest first, this one included. */
  readonly samples: readonly number[];
  readonly certExpiresAt: Date | null;
  /** The registration that a check of a domain found. */
  readonly registration: { readonly domain: string; readonly expiresAt: Date } | null;
}

export type Judgement =
  | { readonly state: 'UP' }
  | { readonly state: 'DEGRADED'; readonly because: 'slow' | 'expiring' }
  | { readonly state: 'DOWN'; readonly cause: string };

const DAY_MS = 86_400_000;

export function judge(rule: StateRule, finding: Finding, now: Date): Judgement {
  if (finding.error !== null) return { state: 'DOWN', cause: finding.error };
  switch (rule.type) {
    case 'DOMAIN':
      return judgeRegistration(rule, finding.registration, now);
    case 'CRON':
      return { state: 'UP' };
    case 'SSL':
      if (isExpiring(rule, finding.certExpiresAt, now)) return { state: 'DEGRADED', because: 'expiring' };
      return judgeLatency(rule, finding.samples);
    case 'HTTP':
    case 'KEYWORD':
    case 'PING':
    case 'PORT':
    case 'DNS':
      return judgeLatency(rule, finding.samples);
  }
}

/** True from `sslExpiryThresholdDays` before the expiry on, that moment included, and after the expiry. */
export function isExpiring(rule: StateRule, expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() <= rule.sslExpiryThresholdDays * DAY_MS;
}

function judgeRegistration(rule: StateRule, registration: Finding['registration'], now: Date): Judgement {
  // An unknown expiry never counts as UP.
  if (registration === null) return { state: 'DOWN', cause: 'The registry did not say when the domain expires' };
  const { domain, expiresAt } = registration;
  if (expiresAt <= now) {
    return { state: 'DOWN', cause: `The registration of ${domain} expired on ${expiresAt.toISOString().slice(0, 10)}` };
  }
  return isExpiring(rule, expiresAt, now) ? { state: 'DEGRADED', because: 'expiring' } : { state: 'UP' };
}

function judgeLatency(rule: StateRule, samples: readonly number[]): Judgement {
  return isSlow(rule, samples) ? { state: 'DEGRADED', because: 'slow' } : { state: 'UP' };
}

/** The latencies that decide after a check. A check without a latency adds none. */
export function samplesAfter(
  { degradedSamples }: Pick<StateRule, 'degradedSamples'>,
  samples: readonly number[],
  responseMs: number | null,
): readonly number[] {
  return responseMs === null ? samples : [...samples, responseMs].slice(-degradedSamples);
}

function isSlow(rule: StateRule, samples: readonly number[]): boolean {
  const { degradedThresholdMs: threshold, degradedThresholdMode: mode, degradedSamples: wanted } = rule;
  if (threshold === null || samples.length < wanted) return false;
  const last = samples.slice(-wanted);
  switch (mode) {
    case 'LAST':
      return last.every((ms) => ms > threshold);
    case 'P95':
      return isNearestRankAbove(last, 95, threshold);
  }
}

/** The value at the nearest rank exceeds the threshold if the values that exceed it reach down to that rank. */
function isNearestRankAbove(values: readonly number[], percent: number, threshold: number): boolean {
  const rank = Math.ceil((percent * values.length) / 100);
  const above = values.filter((value) => value > threshold).length;
  return above > values.length - rank;
}
