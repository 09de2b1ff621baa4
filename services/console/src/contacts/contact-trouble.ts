// Decides whether an organization has a contact that works, and what is wrong with all of them if it has none.

import type { AlertContact } from '@vedette/sdk';

type Judged = Pick<AlertContact, 'state'> & {
  readonly lastOutcome: Pick<NonNullable<AlertContact['lastOutcome']>, 'outcome' | 'retrying' | 'at'> | null;
};

/** A failed message is sent again within seconds, so a recent failure counts only if it is final. */
const PASSES_WITHIN_MS = 5 * 60_000;

export type ContactTrouble = 'none' | 'unconfirmed' | 'failing' | 'mixed';

/** True if the contact can be notified and its last message arrived. A contact without messages counts as working. */
export function works({ state, lastOutcome }: Judged, now: Date): boolean {
  if (state !== 'ACTIVE') return false;
  if (lastOutcome?.outcome !== 'FAILED') return true;
  return lastOutcome.retrying && now.getTime() - Date.parse(lastOutcome.at) < PASSES_WITHIN_MS;
}

/** Undefined if an outage would reach somebody. */
export function contactTrouble(contacts: readonly Judged[], now: Date): ContactTrouble | undefined {
  if (contacts.some((contact) => works(contact, now))) return undefined;
  if (contacts.length === 0) return 'none';
  const unconfirmed = contacts.filter(({ state }) => state === 'UNCONFIRMED').length;
  if (unconfirmed === contacts.length) return 'unconfirmed';
  return unconfirmed === 0 ? 'failing' : 'mixed';
}
