import type { ReplayResult } from '@vedette/contract';
import type { StateRule } from '../states/monitor-state.ts';
import { replayPolicy, type StateLine } from './policy-replay.ts';
import { replayLimits } from './replay-limits.ts';
import { differenceOf, longestPeriods, outcomeOf, periodsOf, secondsOf, type Range } from './replay-outcome.ts';
import type { ReplayRepository } from './replay.repository.ts';

/** What the thread is asked. Times are milliseconds since the epoch. */
export interface ReplayTask {
  readonly monitorNumber: number;
  readonly rule: StateRule;
  readonly askedFrom: number;
  readonly range: Range;
  /** The states that the monitor really had, oldest first, from before the range on. */
  readonly record: readonly StateLine[];
}

/** Reads the checks of the range, and replays them under the policy. */
export async function runReplay(repository: ReplayRepository, task: ReplayTask): Promise<ReplayResult> {
  const { monitorNumber, rule, askedFrom, range, record } = task;
  // The checks before the range decide in which state it begins.
  const checks = await repository.checks(monitorNumber, range, rule.degradedSamples);
  const within = checks.filter(({ at }) => at >= range.from);
  const replayed = replayPolicy(rule, checks, record);
  const [before, after] = [outcomeOf(record, range), outcomeOf(replayed, range)];
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    checks: within.length,
    happened: { ...before, periods: shown(record, range) },
    replayed: { ...after, periods: shown(replayed, range) },
    difference: differenceOf(before, after),
    unknown: replayLimits({
      type: rule.type,
      askedFrom: new Date(askedFrom),
      from: new Date(range.from),
      checks: within.length,
      failures: within.filter(({ verdict }) => verdict === 'FAILED').length,
      unobserved: within.filter(({ verdict }) => verdict === 'UNOBSERVED').length,
      unobservedSec: secondsOf(periodsOf(record, 'UNOBSERVED', range)),
    }),
  };
}

function shown(lines: readonly StateLine[], range: Range): { from: string; to: string }[] {
  return longestPeriods(periodsOf(lines, 'DEGRADED', range)).map(({ from, to }) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
}
