// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import { MASK, type ContactType } from '@vedette/contract';

const SHOWN_END = 4;
/** Shown to readers of masks in place of what a receiver answered before its answers were stored apart from ours. */
export const NOT_TAKEN = 'the receiver did not take the message';

/** True if the address alone is enough to post: nobody is shown it again. */
export function isSecretAddress(type: ContactType): boolean {
  return ['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'].includes(type);
}

/** Nobody sees an address that is a secret. */
export function isMasked(seesMasks: boolean, type: ContactType): boolean {
  return seesMasks || isSecretAddress(type);
}

export function maskedAddress(type: ContactType, address: string): string {
  switch (type) {
    case 'EMAIL': {
      const [first = ''] = address;
      return `${first}${MASK}${address.slice(address.lastIndexOf('@'))}`;
    }
    case 'WEBHOOK':
    case 'SLACK':
    case 'DISCORD':
    case 'TEAMS':
    case 'NTFY':
      // The path of a chat webhook is its secret, and so is the topic of ntfy.
      return `${new URL(address).origin}/${MASK}`;
    case 'TELEGRAM':
    case 'PAGERDUTY':
      return `${MASK}${address.slice(-SHOWN_END)}`;
  }
}
