// Decides whether an address can be alerted at all; whether it is public is checked when it is resolved.

import type { ContactType } from '@vedette/contract';

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_URL_LENGTH = 2048;

const LOCAL_PART = /^[^\s@,;:<>()[\]\\"\p{Cc}]+$/u;
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** What the address must be; undefined when it is valid. */
export function addressFault(type: ContactType, address: string, allowsPlainHttp: boolean): string | undefined {
  switch (type) {
    case 'EMAIL':
      return isMailAddress(address) ? undefined : 'must be one mail address';
    case 'WEBHOOK':
      return urlFault(address, allowsPlainHttp);
  }
}

/** One plain address, with nothing that a mail header could read as a second address or as anything else. */
function isMailAddress(address: string): boolean {
  if (address.length > MAX_EMAIL_LENGTH) return false;
  const [local = '', domain = '', ...rest] = address.split('@');
  return rest.length === 0 && local.length <= MAX_LOCAL_PART_LENGTH && LOCAL_PART.test(local) && DOMAIN.test(domain);
}

function urlFault(address: string, allowsPlainHttp: boolean): string | undefined {
  const expected = allowsPlainHttp ? 'an http or https address' : 'an https address';
  if (address.length > MAX_URL_LENGTH || !URL.canParse(address)) return `must be ${expected}`;
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && !(allowsPlainHttp && protocol === 'http:')) return `must be ${expected}`;
  return username === '' && password === '' ? undefined : 'must not hold credentials';
}
