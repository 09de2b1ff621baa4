// Decides which request headers a monitor may send.

import type { FaultReason } from '../faults/fault-reason.ts';
import type { Fault } from '../faults/fault.ts';

export const MAX_REQUEST_HEADER_BYTES = 32 * 1024;

const WIRE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NOT_IN_WIRE_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const OURS = new Set(['connection', 'content-length', 'transfer-encoding']);
const OUR_PREFIX = 'proxy-';

type HeaderFault = Extract<FaultReason, { tag: 'header' }>['fault'];

const encoder = new TextEncoder();

/** Without Node's Buffer, because the web app uses this rule too. */
function bytesIn(text: string): number {
  return encoder.encode(text).length;
}

/** Faulty values that a schema has reported may be missing (undefined); their names are still judged. */
export function requestHeaderFaults(headers: Readonly<Record<string, string | undefined>> | null | undefined): Fault[] {
  if (headers === null || headers === undefined) return [];
  const faults: Fault[] = [];
  let bytes = 0;
  for (const [name, value = ''] of Object.entries(headers)) {
    bytes += bytesIn(name) + bytesIn(value);
    const fault = headerFault(name, value);
    if (fault !== undefined) faults.push({ path: ['requestHeaders', name], reason: { tag: 'header', name, fault } });
  }
  if (bytes > MAX_REQUEST_HEADER_BYTES) {
    const reason = { tag: 'header-bytes', most: MAX_REQUEST_HEADER_BYTES, given: bytes } as const;
    faults.push({ path: ['requestHeaders'], reason });
  }
  return faults;
}

function headerFault(name: string, value: string): HeaderFault | undefined {
  if (!WIRE_NAME.test(name)) return 'name';
  if (isOurs(name.toLowerCase())) return 'reserved';
  return NOT_IN_WIRE_VALUE.test(value) ? 'value' : undefined;
}

function isOurs(name: string): boolean {
  return OURS.has(name) || name.startsWith(OUR_PREFIX);
}
