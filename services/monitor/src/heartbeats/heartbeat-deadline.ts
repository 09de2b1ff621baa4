// Decides until when a cron job may stay silent, and when it is late. Time in which we could not hear it does not count.

export interface Heartbeat {
  /** Of any kind; null before the first one, until which nothing is expected. */
  readonly lastPingAt: Date | null;
  /** The last resume or change of the period. */
  readonly countsFromAt: Date;
  readonly periodSeconds: number;
  readonly graceSeconds: number;
}

/** A time in which our own listener was down. */
export interface Deafness {
  readonly from: Date;
  readonly to: Date;
}

/** `deafness` in order of time, without overlaps. Null while no ping is expected. */
export function deadlineOf(heartbeat: Heartbeat, deafness: readonly Deafness[]): Date | null {
  if (heartbeat.lastPingAt === null) return null;
  let at = expectedFrom(heartbeat).getTime();
  let leftMs = (heartbeat.periodSeconds + heartbeat.graceSeconds) * 1_000;
  for (const { from, to } of deafness) {
    const heardMs = Math.max(from.getTime() - at, 0);
    if (heardMs >= leftMs) break;
    if (to.getTime() <= at) continue;
    leftMs -= heardMs;
    at = to.getTime();
  }
  return new Date(at + leftMs);
}

/** A ping at the very end of the grace is not late. `heardUntil`: every ping up to then is known. */
export function isLate(deadlineAt: Date | null, heardUntil: Date): boolean {
  return deadlineAt !== null && heardUntil > deadlineAt;
}

/**
 * The slot of a ping that did not come lies right behind the one before it, so that a ping which turns up after all,
 * received in time and stored late, is newer.
 */
export function missedSlotAt(heartbeat: Heartbeat): Date {
  return new Date(expectedFrom(heartbeat).getTime() + 1);
}

function expectedFrom({ lastPingAt, countsFromAt }: Heartbeat): Date {
  return lastPingAt !== null && lastPingAt > countsFromAt ? lastPingAt : countsFromAt;
}
