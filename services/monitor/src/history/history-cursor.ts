// Decides how a list of a monitor's history goes on after a page: below the moment that its cursor names.

import type { Detail } from '@vedette/contract';

export type HistoryList = 'checks' | 'states';

export type CursorDecision =
  { readonly kind: 'before'; readonly at: Date } | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

const LATEST_MS = 8_640_000_000_000_000;

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
  const [ofList, ofMonitor, text = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const ms = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  const isOurs = ofList === list && ofMonitor === monitorId && rest.length === 0 && ms <= LATEST_MS;
  if (isOurs) return { kind: 'before', at: new Date(Math.min(ms, rangeEnd.getTime())) };
  const message = `cursor must be nextCursor of a page of the ${list} of this monitor`;
  return { kind: 'refused', faults: [{ path: 'cursor', message }] };
}
