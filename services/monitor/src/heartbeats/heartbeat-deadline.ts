// Decides how long a cron job may stay silent, and when it is late. Time in which our listener was down does not count.

export interface Heartbeat {
  /** The last ping of any kind. Null before the first one; until then no ping is expected. */
  readonly lastPingAt: Date | null;
  /** The last resume, or the last change of the period. */
  readonly countsFromAt: Date;
  readonly periodSeconds: number;
  readonly graceSeconds: number;
}

/** A period in which our own ping listener was down. */
export interface Deafness {
  readonly from: Date;
  readonly to: Date;
}

/** Expects `deafness` in order of time, without overlaps. Null while no ping is expected. */
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

/** A ping at the very end of the grace period is not late. `heardUntil`: every ping received until then is known. */
export function isLate(deadlineAt: Date | null, heardUntil: Date): boolean {
  return deadlineAt !== null && heardUntil > deadlineAt;
}

/**
 * The slot of a missed ping lies directly after the last ping. A ping that was received in time and stored late
 * therefore has a newer slot and wins.
 */
export function missedSlotAt(heartbeat: Heartbeat): Date {
  return new Date(expectedFrom(heartbeat).getTime() + 1);
}

function expectedFrom({ lastPingAt, countsFromAt }: Heartbeat): Date {
  return lastPingAt !== null && lastPingAt > countsFromAt ? lastPingAt : countsFromAt;
}
