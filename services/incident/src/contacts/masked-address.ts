// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import type { ContactType } from '@vedette/contract';

const HIDDEN = '***';
const SHOWN_END = 4;

/** True if the address alone is enough to post: nobody is shown it again. */
export function isSecretAddress(type: ContactType): boolean {
  return ['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'].includes(type);
}

export function maskedAddress(type: ContactType, address: string): string {
  switch (type) {
    case 'EMAIL': {
      const [first = ''] = address;
      return `${first}${HIDDEN}${address.slice(address.lastIndexOf('@'))}`;
    }
    case 'WEBHOOK':
    case 'SLACK':
    case 'DISCORD':
    case 'TEAMS':
    case 'NTFY':
      // The path of a chat webhook is its secret, and so is the topic of ntfy.
      return `${new URL(address).origin}/${HIDDEN}`;
    case 'TELEGRAM':
    case 'PAGERDUTY':
      return `${HIDDEN}${address.slice(-SHOWN_END)}`;
  }
}
