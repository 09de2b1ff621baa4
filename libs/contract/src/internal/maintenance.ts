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
}

export interface MaintenanceSpan extends TimeSpan {
  monitorId: string;
}
