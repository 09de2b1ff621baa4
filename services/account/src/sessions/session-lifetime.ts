// Decides how long a session lasts, and when its use is noted.

const DAY_MS = 86_400_000;
const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Notes of use are this coarse: a session is written once an hour, and not with each request. */
const NOTED_EVERY_MS = 3_600_000;

export interface SessionTimes {
  readonly signedInAt: Date;
  readonly lastUsedAt: Date;
}

/** After 7 days without use, and 30 days after the sign-in at the latest. */
export function sessionExpiresAt({ signedInAt, lastUsedAt }: SessionTimes): Date {
  return new Date(Math.min(lastUsedAt.getTime() + IDLE_MS, signedInAt.getTime() + ABSOLUTE_MS));
}

export function isLive(session: SessionTimes, now: Date): boolean {
  return now < sessionExpiresAt(session);
}

export function isNoteDue({ lastUsedAt }: SessionTimes, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS;
}
