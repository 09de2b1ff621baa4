// Decides when a monitor is due: at slots that lie one interval apart for ever, at a phase of the monitor's own.

/** Twice the longest timeout, and some. */
const LONGEST_CHECK_MS = 2 * 60_000 + 30_000;
/** A job that nobody took is dropped from CHECKS after this time. */
const LONGEST_WAIT_MS = 300_000;

export interface Scheduled {
  readonly monitorId: string;
  readonly intervalSeconds: number;
}

/** The first slot after `after`: whatever was missed until then is skipped. */
export function nextSlotAfter({ monitorId, intervalSeconds }: Scheduled, after: Date): Date {
  const intervalMs = intervalSeconds * 1_000;
  const phaseMs = hash(monitorId) % intervalMs;
  const passed = Math.floor((after.getTime() - phaseMs) / intervalMs);
  return new Date((passed + 1) * intervalMs + phaseMs);
}

/**
 * The slot that a check claimed now is for: the planned one, or the newest of those that have passed since it. A check
 * that was due at once (new, resumed, pointed elsewhere) was planned outside of the phase and has its own time as its slot.
 */
export function slotToRun(scheduled: Scheduled, plannedAt: Date, now: Date): Date {
  const newestAt = nextSlotAfter(scheduled, now).getTime() - scheduled.intervalSeconds * 1_000;
  return newestAt > plannedAt.getTime() ? new Date(newestAt) : plannedAt;
}

/** When a check that was claimed now counts as lost: not while its job may still wait or run, so it never runs twice. */
export function lostAfter(now: Date): Date {
  return new Date(now.getTime() + LONGEST_WAIT_MS + LONGEST_CHECK_MS);
}

/** The same when NATS has been away: its jobs may be gone, but those that are not have workers waiting for them. */
export function lostAfterRestart(now: Date): Date {
  return new Date(now.getTime() + LONGEST_CHECK_MS);
}

/** FNV-1a with a final mix: ids that differ in a character get phases that have nothing to do with each other. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
