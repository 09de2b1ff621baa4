// Decides whether a contact is attached to a monitor, from the operator's settings and from when both were created.

export interface Attachment {
  /** Monitors created before this instant follow `baselineAttached`. */
  readonly baselineAt: Date;
  readonly baselineAttached: boolean;
}

export interface AttachableMonitor {
  readonly createdAt: Date;
}

/**
 * A contact that exists when a monitor is created is attached to it. The creation times decide, not the arrival of the
 * creation event, so even a brand-new monitor alerts. `exception` is the setting for this one monitor.
 */
export function isAttached(
  { baselineAt, baselineAttached }: Attachment,
  exception: boolean | undefined,
  monitor: AttachableMonitor,
): boolean {
  return exception ?? (monitor.createdAt >= baselineAt || baselineAttached);
}
