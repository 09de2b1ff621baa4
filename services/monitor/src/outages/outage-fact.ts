import type { Monitor, OutageFact } from '@vedette/contract';
import type { Outage } from './outage.ts';
import { shownTarget } from './shown-target.ts';

/** An outage in the form that other services receive. */
export function factOf(outage: Outage, monitor: Monitor): OutageFact {
  const { id, name, type, createdAt } = monitor;
  return { ...outage, monitor: { id, name, type, target: shownTarget(monitor), createdAt } };
}
