import type { IncidentEvidence } from '../resources/incident.ts';
import type { MonitorType } from '../resources/monitor.ts';

/**
 * An outage as the monitor service knows it. It travels as a fact of `monitor.*` events and in `applyOutage`; the
 * highest revision is the truth, so order and repetition do not matter.
 */
export interface OutageFact {
  incidentId: string;
  revision: number;
  /** `target` is what is checked, without anything that could be secret; null for CRON monitors. */
  monitor: { id: string; name: string; type: MonitorType; target: string | null; createdAt: string };
  startedAt: string;
  cause: string;
  evidence: IncidentEvidence[];
  /** Null while the outage continues. */
  resolved: { at: string; because: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' } | null;
}

/**
 * A period in which a monitor was DEGRADED, named by its start. A fact that has an end is the truth, so order and
 * repetition do not matter.
 */
export interface DegradedFact {
  monitor: OutageFact['monitor'];
  startedAt: string;
  /** Null in the fact about the end. */
  cause: string | null;
  /** Null while it lasts. DOWN: it became worse. */
  ended: { at: string; because: 'RECOVERED' | 'DOWN' | 'PAUSED' | 'TYPE_CHANGED' } | null;
}

/** The facts that `monitor.*` events carry. */
export interface MonitorFacts {
  /** Counts the events of the monitor. Lanes may deliver them in another order: of two, the higher one is newer. */
  sequence: number;
  /** The outage that began, changed or ended with this event. */
  outage?: OutageFact;
  /** The period of being DEGRADED that began or ended with this event. */
  degraded?: DegradedFact;
}

/** A monitor that is paused, as of this event of it. */
export interface PausedMonitor {
  id: string;
  name: string;
  type: MonitorType;
  createdAt: string;
  sequence: number;
}
