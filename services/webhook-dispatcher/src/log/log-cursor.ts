// Decides what a cursor of the event log means: the position in the log of one organization.

import { createHash } from 'node:crypto';

/** What the log of an organization holds: the positions after `erasedTo`, up to and including `lastPosition`. */
export interface LogBounds {
  readonly erasedTo: number;
  readonly lastPosition: number;
}

export type CursorMeaning =
  | { readonly kind: 'position'; readonly position: number }
  /** Events after it have been erased. */
  | { readonly kind: 'expired' }
  /** It is not a cursor of this log: it is malformed, of another organization, or ahead of the log. */
  | { readonly kind: 'foreign' };

const FORM = /^(0|[1-9]\d{0,14})\.([\w-]{8})$/;
const MARK_LENGTH = 8;

export function cursorAt(organizationId: string, position: number): string {
  return `${String(position)}.${markOf(organizationId)}`;
}

/** The position that a cursor names; undefined if it is not a cursor of this organization. */
export function positionOf(cursor: string, organizationId: string): number | undefined {
  const [, position, mark] = FORM.exec(cursor) ?? [];
  return position === undefined || mark !== markOf(organizationId) ? undefined : Number(position);
}

/** `position`: as `positionOf` reads it. A log that was restored from a backup may be shorter than it was. */
export function meaningOf(position: number | undefined, { erasedTo, lastPosition }: LogBounds): CursorMeaning {
  if (position === undefined || position > lastPosition) return { kind: 'foreign' };
  return position < erasedTo ? { kind: 'expired' } : { kind: 'position', position };
}

/** Tells the logs of organizations apart. It protects nothing: a reader gets the events of its own organization only. */
function markOf(organizationId: string): string {
  return createHash('sha256').update(organizationId).digest('base64url').slice(0, MARK_LENGTH);
}
