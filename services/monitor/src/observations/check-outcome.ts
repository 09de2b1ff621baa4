// Decides how the attempts of a check are read: when the check began and ended, why it failed, what proves it.

import { shortError, type CheckOutcome, type CheckResult, type IncidentEvidence } from '@vedette/contract';

/** The result of one slot of a monitor. */
export interface Result {
  readonly monitorId: string;
  /** The monitor's epoch when the check was requested. */
  readonly epoch: number;
  readonly slotAt: Date;
  readonly outcome: CheckOutcome;
  /** True if a worker published the result in RESULTS, by itself: only the slot tells whether it was asked for. */
  readonly isScheduled: boolean;
  /** The time under which the history keeps the result, if it is not the slot. */
  readonly filedAt?: Date;
  /** See CheckResult. */
  readonly ranBy?: NonNullable<CheckResult['ranBy']>;
  /** How long the cron job ran, if it reported its end. */
  readonly runMs?: number;
}

/** Null unless the check failed; otherwise the error of its first failed attempt. */
export function errorOf({ verdict, attempts }: CheckOutcome): string | null {
  if (verdict !== 'FAILED') return null;
  return shortError(attempts.find(({ error }) => error !== null)?.error ?? 'The check failed');
}

export function beganAt({ attempts }: CheckOutcome): Date | undefined {
  return attempts[0] && new Date(attempts[0].checkedAt);
}

/** When the last attempt of the check began. */
export function lastAttemptAt({ attempts }: CheckOutcome): Date | undefined {
  const last = attempts.at(-1);
  return last && new Date(last.checkedAt);
}

/** When the last attempt of the check ended. The last attempt may be the confirmation. */
export function endedAt({ attempts }: CheckOutcome): Date | undefined {
  const last = attempts.at(-1);
  return last && new Date(Date.parse(last.checkedAt) + (last.phases.total ?? 0));
}

/** The attempts that took the monitor down. An attempt without an error (it saw an expired date) gets the cause. */
export function evidenceOf({ verdict, attempts }: CheckOutcome, cause: string): IncidentEvidence[] {
  const telling = verdict === 'FAILED' ? attempts.filter(({ error }) => error !== null) : attempts.slice(-1);
  return telling.map(({ error, ...attempt }) => Object.assign(attempt, { error: shortError(error ?? cause) }));
}

/** The time under which the history keeps a result: its slot, unless the result has its own `filedAt`. */
export function filedAt({ slotAt, filedAt: own }: Result): Date {
  return own ?? slotAt;
}
