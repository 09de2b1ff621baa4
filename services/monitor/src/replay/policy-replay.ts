// Decides which states a monitor would have had under another policy for slow checks, from its stored checks.

import type { MonitorType } from '@vedette/contract';
import { judge, samplesAfter, type StateRule } from '../states/monitor-state.ts';
import type { RecordedState } from '../states/state-record.ts';

/** A stored check; the times are milliseconds since the epoch. */
export interface ReplayedCheck {
  /** When its first attempt began: a state that it changes begins then. */
  readonly at: number;
  readonly epoch: number;
  readonly verdict: 'SUCCEEDED' | 'FAILED' | 'UNOBSERVED';
  readonly responseMs: number | null;
}

/** A state and when it began, in milliseconds since the epoch. */
export interface StateLine {
  readonly at: number;
  readonly state: RecordedState['state'];
}

/** What a replay knows after the checks so far. */
export interface Replayed {
  readonly state: RecordedState['state'] | undefined;
  readonly epoch: number | undefined;
  readonly samples: readonly number[];
}

const NOTHING: Replayed = { state: undefined, epoch: undefined, samples: [] };

/**
 * The states under the policy, oldest first. `record` holds the states that the monitor really had. Those that no check
 * decides (PAUSED, PENDING, UNOBSERVED) stay as they were. Both are in order of time.
 */
export function replayPolicy(
  rule: StateRule,
  checks: readonly ReplayedCheck[],
  record: readonly StateLine[],
): StateLine[] {
  const undecided = record.filter(({ state }) => !isDecidedByChecks(state));
  const lines: StateLine[] = [];
  let known = NOTHING;
  let next = 0;
  const enter = (line: StateLine): void => {
    known = { ...known, state: line.state };
    lines.push(line);
  };
  for (const check of checks) {
    for (let line = undecided[next]; line !== undefined && line.at <= check.at; line = undecided[next]) {
      enter(line);
      next += 1;
    }
    const before = known.state;
    known = afterCheck(rule, known, check);
    if (known.state !== undefined && known.state !== before) lines.push({ at: check.at, state: known.state });
  }
  for (const line of undecided.slice(next)) enter(line);
  return lines;
}

function afterCheck(rule: StateRule, known: Replayed, { epoch, verdict, responseMs }: ReplayedCheck): Replayed {
  // Samples from before the last resume or change of target do not count.
  const samples = epoch === known.epoch ? known.samples : [];
  if (verdict === 'UNOBSERVED' || known.state === 'PAUSED') return { ...known, epoch, samples };
  const finding = {
    error: verdict === 'FAILED' ? 'The check failed' : null,
    samples: samplesAfter(rule, samples, verdict === 'FAILED' ? null : responseMs),
    // The history keeps no dates of certificates and registrations.
    certExpiresAt: null,
    registration: null,
  };
  return { state: judge(rule, finding, new Date(0)).state, epoch, samples: finding.samples };
}

function isDecidedByChecks(state: RecordedState['state']): boolean {
  return state === 'UP' || state === 'DEGRADED' || state === 'DOWN';
}

/** True if checks of this type have a latency that may be too long. */
export function isReplayable(type: MonitorType): boolean {
  return type !== 'CRON' && type !== 'DOMAIN';
}
