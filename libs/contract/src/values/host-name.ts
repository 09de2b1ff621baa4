// Decides what counts as a host name and as a URL to check, and which part of that URL others may see.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const MAX_HOST_NAME_LENGTH = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const NOT_IN_HOST_NAME = /[\s/\\?#@:%[\]]/u;
const NOT_IN_URL = /[\s\p{Cc}]/u;

/** A DNS name, in Unicode or in its ASCII form, one label or many; not an IP address. */
export function isHostName(text: string): boolean {
  if (NOT_IN_HOST_NAME.test(text)) return false;
  const ascii = domainToASCII(text).replace(/\.$/, '');
  // domainToASCII reads '1.2.3' and '0x7f.1' as IPv4 addresses, as browsers do.
  if (ascii === '' || isIP(ascii) !== 0) return false;
  return ascii.length <= MAX_HOST_NAME_LENGTH && ascii.split('.').every((part) => LABEL.test(part));
}

/** An IPv4 or IPv6 address, without brackets and without a zone, which only means something on one machine. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** An absolute http or https URL; credentials in it are allowed. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\?#]/i.test(text) || NOT_IN_URL.test(text)) return false;
  const url = URL.parse(text);
  if (url === null) return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIpAddress(host) || isHostName(host);
}

export function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** The same URL without its credentials. */
export function withoutCredentials(text: string): string {
  const url = URL.parse(text);
  // A monitor whose type does not use the URL may hold any text here; even invalid URLs can contain credentials.
  if (url === null) return text.replace(/^([a-z]+:\/\/)[^/?#\\]*@/i, '$1');
  if (!hasCredentials(text)) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
