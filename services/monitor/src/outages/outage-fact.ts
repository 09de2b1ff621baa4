import type { Monitor, MonitorFacts, OutageFact } from '@vedette/contract';
import type { DegradedPeriod } from '../states/degraded-period.ts';
import type { Outage } from './outage.ts';
import { shownTarget } from './shown-target.ts';

/** An outage in the form that other services receive. */
export function factOf(outage: Outage, monitor: Monitor): OutageFact {
  return { ...outage, monitor: shown(monitor) };
}

/** What an event says besides the monitor. Undefined if there is nothing. */
export function factsOf(
  monitor: Monitor,
  outage: Outage | undefined,
  degraded: DegradedPeriod | undefined,
): Omit<MonitorFacts, 'sequence'> | undefined {
  if (outage === undefined && degraded === undefined) return undefined;
  return {
    ...(outage !== undefined && { outage: factOf(outage, monitor) }),
    ...(degraded !== undefined && { degraded: { ...degraded, monitor: shown(monitor) } }),
  };
}

function shown(monitor: Monitor): OutageFact['monitor'] {
  const { id, name, type, createdAt } = monitor;
  return { id, name, type, target: shownTarget(monitor), createdAt };
}
