// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import type { ContactType } from '@vedette/contract';

const HIDDEN = '***';

export function maskedAddress(type: ContactType, address: string): string {
  switch (type) {
    case 'EMAIL': {
      const [first = ''] = address;
      return `${first}${HIDDEN}${address.slice(address.lastIndexOf('@'))}`;
    }
    case 'WEBHOOK':
      // The path of a chat webhook is its secret.
      return `${new URL(address).origin}/${HIDDEN}`;
  }
}
