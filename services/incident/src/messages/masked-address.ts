// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import { MASK, type ContactType } from '@vedette/contract';

const SHOWN_END = 4;
/** Characters that separate a mail address from the text around it. */
const MAIL_ENDS = /([\s<>()[\]",:;])/;
/** As `labelOf` of `alert-timeline.ts` calls a chat. */
const CHAT = /(\bthe chat )(?:-?\d+|@\w+)/g;

/** True if the address alone is enough to post: nobody is shown it again. */
export function isSecretAddress(type: ContactType): boolean {
  return ['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'].includes(type);
}

/** Nobody sees an address that is a secret. */
export function isMasked(seesMasks: boolean, type: ContactType): boolean {
  return seesMasks || isSecretAddress(type);
}

interface Addressed {
  readonly type: ContactType;
  /** Empty if the contact was removed. */
  readonly address: string;
}

/** The part of an address that `maskedAddress` hides. Made once for many texts, because a matcher is expensive. */
export interface HiddenPart {
  readonly type: ContactType;
  /** Rules out most texts, faster than the matcher. */
  readonly folded: string;
  readonly matcher: RegExp;
}

export function hiddenParts(contacts: readonly Addressed[]): HiddenPart[] {
  return contacts.flatMap(({ type, address }) => {
    const part = address === '' ? '' : hiddenPart(type, address);
    if (part === '') return [];
    const literal = part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
    const matcher = new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'giu');
    return [{ type, folded: foldedCase(part), matcher }];
  });
}

/** Texts that differ in case only become the same text, as the matcher takes them for the same. */
function foldedCase(text: string): string {
  // Only both together: the Kelvin sign is an upper-case K already, and the long s a lower-case one.
  return text.toLowerCase().toUpperCase();
}

/** Hides what our own sentences say of addresses, also of contacts that were removed: mail addresses and chats. */
export function withoutAddresses(text: string): string {
  return withoutMail(text.replaceAll(CHAT, `$1${MASK}`));
}

/** Hides what others say of the addresses, in whole or in part. */
export function withoutQuotedAddresses(text: string, hidden: readonly HiddenPart[]): string {
  return withoutAddresses(masked(text, hidden));
}

function masked(text: string, hidden: readonly HiddenPart[]): string {
  const known = foldedCase(text);
  return hidden
    .filter(({ folded }) => known.includes(folded))
    .reduce((shown, { matcher }) => shown.replaceAll(matcher, MASK), text);
}

function withoutMail(text: string): string {
  return text
    .split(MAIL_ENDS)
    .map((part) => (part.lastIndexOf('@') > 0 ? `${MASK}${part.slice(part.lastIndexOf('@'))}` : part))
    .join('');
}

/** What others say about the address may quote it: hides the part of it that `maskedAddress` hides. */
export function withoutAddress(text: string, type: ContactType, address: string): string {
  return masked(text, hiddenParts([{ type, address }]));
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
