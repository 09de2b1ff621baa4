import type { Monitor, OutageFact } from '@vedette/contract';
import type { Outage } from './outage.ts';

/** An outage in the form that other services receive. */
export function factOf(outage: Outage, { id, name, type, createdAt }: Monitor): OutageFact {
  return { ...outage, monitor: { id, name, type, createdAt } };
}
