export interface TimeSpan {
  startsAt: string;
  endsAt: string;
}

/** The facts that `maintenance.*` events carry; the highest revision of a window is the truth. */
export interface MaintenanceFacts {
  revision: number;
  monitorIds: string[];
  /** The current and the next one, so that the incident service knows each before it starts. Empty once cancelled. */
  occurrences: TimeSpan[];
}

/** A window at one moment, sent to the incident service before the client's request is answered. */
export interface MaintenanceNotice {
  organizationId: string;
  windowId: string;
  at: string;
  isCancelled: boolean;
  facts: MaintenanceFacts;
}

export interface MaintenanceSpansQuery {
  /** Its windows are brought up to date first. Null: the monitors belong to any organizations. */
  organizationId: string | null;
  monitorIds: readonly string[];
  from: string;
  to: string;
  /** Where the page before ended; null: the first page. */
  after: MaintenanceCursor | null;
}

/** The end of a span of a monitor. */
export interface MaintenanceCursor {
  monitorId: string;
  endsAt: string;
}

/** One page: by monitors, and in order of time. The spans of a monitor do not overlap. */
export interface MaintenanceSpans {
  spans: MaintenanceSpan[];
  /** Null: nothing follows. */
  next: MaintenanceCursor | null;
}

export interface MaintenanceSpan extends TimeSpan {
  monitorId: string;
}
