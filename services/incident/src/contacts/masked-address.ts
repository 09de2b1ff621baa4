// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import type { ContactType } from '@vedette/contract';

const HIDDEN = '***';
const SHOWN_END = 4;

/** True if the address alone is enough to post: nobody is shown it again. */
export function isSecretAddress(type: ContactType): boolean {
  return ['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'].includes(type);
}

/** What others say about the address may quote it: hides the part of it that `maskedAddress` hides. */
export function withoutAddress(text: string, type: ContactType, address: string): string {
  const hidden = hiddenPart(type, address);
  if (hidden === '') return text;
  const literal = hidden.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu'), HIDDEN);
}

function hiddenPart(type: ContactType, address: string): string {
  switch (type) {
    case 'EMAIL':
      return address.slice(0, address.lastIndexOf('@'));
    case 'WEBHOOK':
    case 'SLACK':
    case 'DISCORD':
    case 'TEAMS':
    case 'NTFY': {
      const { href, origin } = new URL(address);
      return href.slice(origin.length).replace(/^[#/?]+/, '');
    }
    case 'TELEGRAM':
    case 'PAGERDUTY':
      return address;
  }
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
