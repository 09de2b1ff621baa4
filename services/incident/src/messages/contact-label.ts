// Decides what a contact is called in sentences, for readers who see addresses and for those who see masks.
import { MASK, type ContactType } from '@vedette/contract';
import { oneLine } from './one-line.ts';

export interface Addressee {
  readonly type: ContactType;
  readonly name: string | null;
  readonly address: string;
}

/** What a contact was called when something happened. */
export interface ContactLabel {
  readonly full: string;
  readonly masked: string;
}

export function contactLabel(contact: Addressee): ContactLabel {
  return { full: labelOf(contact), masked: maskedLabelOf(contact) };
}

/** Shows nothing of an address by which readers of the timeline could post: of a URL the host alone. */
export function labelOf({ type, name, address }: Addressee): string {
  if (name !== null) return oneLine(name);
  if (type === 'EMAIL') return address;
  if (type === 'PAGERDUTY') return 'a service';
  return type !== 'TELEGRAM' && URL.canParse(address) ? new URL(address).host : `the chat ${address}`;
}

function maskedLabelOf(contact: Addressee): string {
  const { type, name, address } = contact;
  if (name !== null) return labelOf(contact);
  if (type === 'EMAIL') return `${MASK}${address.slice(address.lastIndexOf('@'))}`;
  return type === 'TELEGRAM' ? `the chat ${MASK}` : labelOf(contact);
}
