// Decides which command a key means, alone or after `g`.

import type { Place } from './addresses.ts';

export type Command = 'palette' | 'search' | 'help' | 'new' | Place;

export interface KeyPress {
  readonly key: string;
  /** With control, alt or the command key: the key is the browser's or the system's. */
  readonly isForeign: boolean;
  /** With control or the command key alone. */
  readonly isControl: boolean;
  /** True in a field, where keys are text. */
  readonly isTyping: boolean;
}

export type Meaning = { kind: 'command'; command: Command } | { kind: 'prefix' } | { kind: 'none' };

export const SINGLE: Readonly<Record<string, Command>> = { '/': 'search', '?': 'help', n: 'new' };
export const AFTER_G: Readonly<Record<string, Place>> = {
  o: 'overview',
  m: 'monitors',
  i: 'incidents',
  s: 'status-pages',
  t: 'maintenance',
  w: 'webhooks',
  c: 'contacts',
  k: 'keys',
  p: 'people',
  a: 'audit',
  u: 'usage',
  z: 'organization',
  ',': 'settings',
};

/** `isAfterG`: the key before it was `g`, a moment ago. */
export function meaningOf({ key, isForeign, isControl, isTyping }: KeyPress, isAfterG: boolean): Meaning {
  // Works everywhere, even in a field.
  if (isControl && key === 'k') return { kind: 'command', command: 'palette' };
  if (isForeign || isTyping) return { kind: 'none' };
  const command = isAfterG ? AFTER_G[key] : SINGLE[key];
  if (command !== undefined) return { kind: 'command', command };
  return key === 'g' && !isAfterG ? { kind: 'prefix' } : { kind: 'none' };
}
