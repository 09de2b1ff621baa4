// Decides which monitors a list shows, and in which order.

import type { Monitor } from '@vedette/sdk';
import { worstFirst, type MonitorState } from '../parts/tone.ts';
import { targetText, type MonitorType } from './target.ts';

export const SORTS = ['state', 'name', 'latency', 'lastStatusChangedAt'] as const;
export type Sort = (typeof SORTS)[number];

export interface Arrangement {
  readonly search: string;
  /** Empty: every state. */
  readonly state: MonitorState | '';
  readonly type: MonitorType | '';
  readonly sort: Sort;
}

export function arrange(all: readonly Monitor[], { search, state, type, sort }: Arrangement): Monitor[] {
  const wanted = search.trim().toLowerCase();
  return all
    .filter((each) => (state === '' || each.state === state) && (type === '' || each.type === type))
    .filter((each) => wanted === '' || `${each.name} ${targetText(each)}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => ORDERS[sort](one, other) || byName(one, other));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byName(one: Monitor, other: Monitor): number {
  return collator.compare(one.name, other.name);
}

const ORDERS: Readonly<Record<Sort, (one: Monitor, other: Monitor) => number>> = {
  state: (one, other) => worstFirst(one.state, other.state),
  name: byName,
  latency: (one, other) => (other.lastResponseMs ?? -1) - (one.lastResponseMs ?? -1),
  lastStatusChangedAt: (one, other) =>
    (other.lastStatusChangedAt ?? '').localeCompare(one.lastStatusChangedAt ?? '', 'en'),
};
