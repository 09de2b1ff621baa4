// Decides whether an address can be alerted at all; whether it is public is checked when it is resolved.

import type { ContactType } from '@vedette/contract';

const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_URL_LENGTH = 2048;

const LOCAL_PART = /^[^\s@,;:<>()[\]\\"\p{Cc}\p{Cf}]+$/u;
const CHAT = /^(?:-?\d{1,20}|@[A-Za-z]\w{4,31})$/;
const ROUTING_KEY = /^[A-Za-z0-9]{32}$/;
const TOPIC_PATH = /^\/[-\w]{1,64}$/;
const BOT_TOKEN = /^\d{1,20}:[-\w]{30,100}$/;
const ACCESS_TOKEN = /^[!-~]{1,200}$/;
const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** What the address must be; undefined when it is valid. */
export function addressFault(type: ContactType, address: string, allowsPlainHttp: boolean): string | undefined {
  switch (type) {
    case 'EMAIL':
      return isMailAddress(address) ? undefined : 'must be one mail address';
    case 'WEBHOOK':
    case 'SLACK':
    case 'DISCORD':
    case 'TEAMS':
      return urlFault(address, allowsPlainHttp);
    case 'NTFY':
      return urlFault(address, allowsPlainHttp) ?? topicFault(address);
    case 'TELEGRAM':
      return CHAT.test(address) ? undefined : 'must be the id of a chat, or the @name of a channel';
    case 'PAGERDUTY':
      return ROUTING_KEY.test(address) ? undefined : 'must be an integration key of 32 letters and digits';
  }
}

/** True if alerts are posted to the address itself. */
export function isUrl(type: ContactType): boolean {
  return !['EMAIL', 'TELEGRAM', 'PAGERDUTY'].includes(type);
}

/** What the secret must be; undefined when it is valid. */
export function secretFault(type: ContactType, secret: string | null): string | undefined {
  switch (type) {
    case 'TELEGRAM':
      return secret !== null && BOT_TOKEN.test(secret) ? undefined : 'must be the token of a bot';
    case 'NTFY':
      return secret === null || ACCESS_TOKEN.test(secret) ? undefined : 'must be an access token';
    case 'WEBHOOK':
      return secret === null || isSigningSecret(secret) ? undefined : 'must be whsec_ and the base64 of 24 to 64 bytes';
    case 'EMAIL':
    case 'SLACK':
    case 'DISCORD':
    case 'TEAMS':
    case 'PAGERDUTY':
      return secret === null ? undefined : `is of no use for the type ${type}`;
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

function topicFault(address: string): string | undefined {
  const { pathname, search, hash } = new URL(address);
  return TOPIC_PATH.test(pathname) && search === '' && hash === '' ? undefined : 'must end with the name of one topic';
}

function isSigningSecret(secret: string): boolean {
  if (!SIGNING_SECRET.test(secret)) return false;
  const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return length >= 24 && length <= 64;
}
