import type { DegradedFact, EventMessage, EventMonitor, MonitorFacts, OutageFact } from '@vedette/contract';

/** What an event says of a monitor. */
export interface MonitorNews {
  readonly message: EventMessage;
  readonly organizationId: string;
  readonly monitor: EventMonitor;
  readonly sequence: number;
  readonly outage: OutageFact | undefined;
  readonly degraded: DegradedFact | undefined;
  /** A copy is made if there is none, so that an earlier event that arrives later finds it. */
  readonly isMet: boolean;
  /** It changes only the copy of the monitor, and ends the open subjects of a paused one. */
  readonly isPlain: boolean;
}

/** Empty for an event that is not about a monitor. */
export function monitorNews(message: EventMessage): MonitorNews[] {
  const { organizationId, event, facts } = message;
  if (!('monitor' in event.data)) return [];
  const { monitor } = event.data;
  // The facts of a monitor event are MonitorFacts. Replicas of the previous version send no sequence.
  const { outage, degraded, sequence = 0 } = (facts ?? {}) as Partial<MonitorFacts>;
  const isMet = monitor.state === 'PAUSED' || event.type === 'monitor.resumed';
  const isPlain = outage === undefined && degraded === undefined && event.type !== 'monitor.deleted';
  return [{ message, organizationId, monitor, sequence, outage, degraded, isMet, isPlain }];
}
