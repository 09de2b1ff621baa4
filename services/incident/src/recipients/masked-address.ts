// Decides what is shown of a contact's address to somebody who may not see it: enough to recognize it, not to use it.
import { isViewer, type Caller, type ContactType } from '@vedette/contract';

const HIDDEN = '***';
const SHOWN_END = 4;
/** Characters that separate a mail address from the text around it. */
const MAIL_ENDS = /([\s<>()[\]",:;])/;

/** True if the address alone is enough to post: nobody is shown it again. */
export function isSecretAddress(type: ContactType): boolean {
  return ['SLACK', 'DISCORD', 'TEAMS', 'PAGERDUTY'].includes(type);
}

/** Viewers do not see addresses, and nobody sees one that is a secret. */
export function isHiddenFrom(caller: Caller, type: ContactType): boolean {
  return isSecretAddress(type) || isViewer(caller);
}

interface Addressed {
  readonly type: ContactType;
  /** Empty if the contact was removed. */
  readonly address: string;
}

/** Hides what our own sentences say of addresses: mail addresses, also of contacts that were removed, and chats. */
export function withoutAddresses(text: string, contacts: readonly Addressed[]): string {
  return withoutMail(
    masked(
      text,
      contacts.filter(({ type }) => type === 'TELEGRAM'),
    ),
  );
}

/** Hides what others say of the addresses, in whole or in part. */
export function withoutQuotedAddresses(text: string, contacts: readonly Addressed[]): string {
  return withoutMail(masked(text, contacts));
}

function masked(text: string, contacts: readonly Addressed[]): string {
  return contacts.reduce((shown, { type, address }) => withoutAddress(shown, type, address), text);
}

function withoutMail(text: string): string {
  return text
    .split(MAIL_ENDS)
    .map((part) => (part.lastIndexOf('@') > 0 ? `${HIDDEN}${part.slice(part.lastIndexOf('@'))}` : part))
    .join('');
}

/** What others say about the address may quote it: hides the part of it that `maskedAddress` hides. */
export function withoutAddress(text: string, type: ContactType, address: string): string {
  const hidden = address === '' ? '' : hiddenPart(type, address);
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
