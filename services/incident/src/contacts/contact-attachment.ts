// Decides whether a contact is attached to a monitor, from what was said about it and from when both were created.

export interface Attachment {
  /** Monitors created before this instant follow `baselineAttached`. */
  readonly baselineAt: Date;
  readonly baselineAttached: boolean;
}

export interface AttachableMonitor {
  readonly createdAt: Date;
}

/**
 * A contact that exists when a monitor is created is attached to it. Deciding by the times, and not on hearing of the
 * creation, lets a monitor alert that was created a moment ago. `exception` is what was said about this very monitor.
 */
export function isAttached(
  { baselineAt, baselineAttached }: Attachment,
  exception: boolean | undefined,
  monitor: AttachableMonitor,
): boolean {
  return exception ?? (monitor.createdAt >= baselineAt || baselineAttached);
}
