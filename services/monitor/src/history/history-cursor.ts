// Decides how a list of a monitor's history goes on after a page: below the moment that its cursor names.

import type { Detail } from '@vedette/contract';

export type HistoryList = 'checks' | 'states';

export type CursorDecision =
  { readonly kind: 'before'; readonly at: Date } | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

export function cursorAfter(list: HistoryList, monitorId: string, at: Date): string {
  return Buffer.from(`${list} ${monitorId} ${at.getTime()}`).toString('base64url');
}

/** Before what the page begins: its cursor, and the end of the range. Refuses cursors of other lists and monitors. */
export function pageBefore(
  cursor: string | undefined,
  list: HistoryList,
  monitorId: string,
  rangeEnd: Date,
): CursorDecision {
  if (cursor === undefined) return { kind: 'before', at: rangeEnd };
  const [, , text = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const at = new Date(/^\d{1,16}$/.test(text) ? Number(text) : NaN);
  const isOurs = !Number.isNaN(at.getTime()) && cursor === cursorAfter(list, monitorId, at);
  if (isOurs) return { kind: 'before', at: at < rangeEnd ? at : rangeEnd };
  const message = `cursor must be nextCursor of a page of the ${list} of this monitor`;
  return { kind: 'refused', faults: [{ path: 'cursor', message }] };
}
