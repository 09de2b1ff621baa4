// Decides how the attempts of a check are read: when it began and ended, why it failed, and what proves it.

import { shortError, type CheckOutcome, type IncidentEvidence } from '@vedette/contract';

/** What became of one slot of a monitor. */
export interface Result {
  readonly monitorId: string;
  /** The monitor's when the check was asked for. */
  readonly epoch: number;
  readonly slotAt: Date;
  readonly outcome: CheckOutcome;
  /** Where the history keeps it, if not under its slot. */
  readonly filedAt?: Date;
  /** How long the cron job ran that reported its end. */
  readonly runMs?: number;
}

/** Null unless the check failed; otherwise what its first failed attempt met. */
export function errorOf({ verdict, attempts }: CheckOutcome): string | null {
  if (verdict !== 'FAILED') return null;
  return shortError(attempts.find(({ error }) => error !== null)?.error ?? 'The check failed');
}

export function beganAt({ attempts }: CheckOutcome): Date | undefined {
  return attempts[0] && new Date(attempts[0].checkedAt);
}

/** When its last attempt was made. */
export function lastAttemptAt({ attempts }: CheckOutcome): Date | undefined {
  const last = attempts.at(-1);
  return last && new Date(last.checkedAt);
}

/** When its last attempt, the confirmation if there was one, was over. */
export function endedAt({ attempts }: CheckOutcome): Date | undefined {
  const last = attempts.at(-1);
  return last && new Date(Date.parse(last.checkedAt) + (last.phases.total ?? 0));
}

/** The attempts that made the monitor go down. One that met no error itself shows the cause: it saw an expired date. */
export function evidenceOf({ verdict, attempts }: CheckOutcome, cause: string): IncidentEvidence[] {
  const telling = verdict === 'FAILED' ? attempts.filter(({ error }) => error !== null) : attempts.slice(-1);
  return telling.map(({ error, ...attempt }) => Object.assign(attempt, { error: shortError(error ?? cause) }));
}

/** The moment under which the history keeps a result: its slot, unless it has another. */
export function filedAt({ slotAt, filedAt: own }: Result): Date {
  return own ?? slotAt;
}
