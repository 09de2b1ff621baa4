// Decides how the list of alerts goes on after a page: below the alert that its cursor names.
import type { Detail } from '@vedette/contract';

export type CursorDecision =
  /** Null: from the newest one. */
  | { readonly kind: 'below'; readonly id: string | null }
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] };

export function cursorAfter(organizationId: string, id: string): string {
  return Buffer.from(`alerts ${organizationId} ${id}`).toString('base64url');
}

/** Refuses cursors of other lists and organizations. */
export function pageBelow(cursor: string | undefined, organizationId: string): CursorDecision {
  if (cursor === undefined) return { kind: 'below', id: null };
  const [, , id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (/^\d{1,18}$/.test(id) && cursor === cursorAfter(organizationId, id)) return { kind: 'below', id };
  const message = 'cursor must be nextCursor of a page of the alerts of this organization';
  return { kind: 'refused', faults: [{ path: 'cursor', message }] };
}
