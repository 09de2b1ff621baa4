// Decides when a monitor is due: its slots are exactly one interval apart, at a phase that depends on its id.

/** Twice the longest timeout, and a margin. */
const LONGEST_CHECK_MS = 2 * 60_000 + 30_000;
/** Enough to find another worker that confirms a failure, and to publish the result. */
const RESTART_MARGIN_MS = 10_000;
/** CHECKS drops a job that no worker has taken after this time. */
const LONGEST_WAIT_MS = 300_000;

export interface Scheduled {
  readonly monitorId: string;
  readonly intervalSeconds: number;
}

/** The first slot after `after`; missed slots are skipped. */
export function nextSlotAfter({ monitorId, intervalSeconds }: Scheduled, after: Date): Date {
  const intervalMs = intervalSeconds * 1_000;
  const phaseMs = hash(monitorId) % intervalMs;
  const passed = Math.floor((after.getTime() - phaseMs) / intervalMs);
  return new Date((passed + 1) * intervalMs + phaseMs);
}

/**
 * The slot of a check that is claimed now: the planned slot, or a newer one that has passed since. A check that was due
 * at once (monitor new, resumed or with a new target) was planned outside of the phase; its planned time is its slot.
 */
export function slotToRun(scheduled: Scheduled, plannedAt: Date, now: Date): Date {
  const newestAt = nextSlotAfter(scheduled, now).getTime() - scheduled.intervalSeconds * 1_000;
  return newestAt > plannedAt.getTime() ? new Date(newestAt) : plannedAt;
}

/** When a check that is claimed now counts as lost: after its job can no longer wait or run, so it never runs twice. */
export function lostAfter(now: Date): Date {
  return new Date(now.getTime() + LONGEST_WAIT_MS + LONGEST_CHECK_MS);
}

/** A check that was handed out. */
export interface Lease {
  /** When it counts as lost. */
  readonly lostAt: Date;
  readonly timeoutSeconds: number;
}

/**
 * When such a check counts as lost after a NATS outage, never later than before: jobs may be lost, and the remaining ones
 * do not wait, because workers are ready. A check that takes longer than twice its timeout runs twice, for one slot.
 */
export function lostAfterRestart({ lostAt, timeoutSeconds }: Lease, now: Date): Date {
  const at = new Date(now.getTime() + RESTART_MARGIN_MS + 2 * timeoutSeconds * 1_000);
  return at < lostAt ? at : lostAt;
}

/** FNV-1a with a final mix: ids that differ in one character get unrelated phases. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
