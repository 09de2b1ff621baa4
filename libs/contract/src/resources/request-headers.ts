// Decides which request headers a monitor may send.

import type { Detail } from '../errors.ts';

export const MAX_REQUEST_HEADER_BYTES = 32 * 1024;

const WIRE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_WIRE_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const OURS = new Set(['connection', 'content-length', 'transfer-encoding']);
const OUR_PREFIX = 'proxy-';

const encoder = new TextEncoder();

/** Without Node's Buffer, because the web app uses this rule too. */
function bytesIn(text: string): number {
  return encoder.encode(text).length;
}

/** Faulty values that a schema has reported may be missing (undefined); their names are still judged. */
export function requestHeaderFaults(
  headers: Readonly<Record<string, string | undefined>> | null | undefined,
): Detail[] {
  if (headers === null || headers === undefined) return [];
  const faults: Detail[] = [];
  let bytes = 0;
  for (const [name, value = ''] of Object.entries(headers)) {
    bytes += bytesIn(name) + bytesIn(value);
    const fault = headerFault(name, value);
    if (fault !== undefined) faults.push({ path: `requestHeaders.${name}`, message: fault });
  }
  if (bytes > MAX_REQUEST_HEADER_BYTES) {
    faults.push({
      path: 'requestHeaders',
      message: `requestHeaders must be at most ${String(MAX_REQUEST_HEADER_BYTES)} bytes of names and values, not ${String(bytes)}`,
    });
  }
  return faults;
}

function headerFault(name: string, value: string): string | undefined {
  if (!WIRE_NAME.test(name)) return `requestHeaders.${name} is not a valid header name`;
  if (isOurs(name.toLowerCase())) return `requestHeaders.${name} is set by the check itself and cannot be chosen`;
  if (NOT_IN_WIRE_VALUE.test(value)) return `requestHeaders.${name} holds a character that a header cannot carry`;
  return undefined;
}

function isOurs(name: string): boolean {
  return OURS.has(name) || name.startsWith(OUR_PREFIX);
}
