// Decides whether an organization has a contact that works, and what is wrong with all of them if it has none.

import type { AlertContact } from '@vedette/sdk';

type Judged = Pick<AlertContact, 'state'> & {
  readonly lastOutcome: Pick<NonNullable<AlertContact['lastOutcome']>, 'outcome'> | null;
};

export type ContactTrouble = 'none' | 'unconfirmed' | 'failing' | 'mixed';

/** It can be told, and its last message arrived. One that had no message yet is believed to work. */
export function works({ state, lastOutcome }: Judged): boolean {
  return state === 'ACTIVE' && lastOutcome?.outcome !== 'FAILED';
}

/** Undefined if somebody would be told of an outage. */
export function contactTrouble(contacts: readonly Judged[]): ContactTrouble | undefined {
  if (contacts.some(works)) return undefined;
  if (contacts.length === 0) return 'none';
  const unconfirmed = contacts.filter(({ state }) => state === 'UNCONFIRMED').length;
  if (unconfirmed === contacts.length) return 'unconfirmed';
  return unconfirmed === 0 ? 'failing' : 'mixed';
}
