// Decides who reads secrets masked, which values of a monitor that concerns, and that no mask is ever written back.

import type { Caller } from './caller.ts';
import type { Fault } from './faults/fault.ts';
import type { Operation } from './operation.ts';
import type { Monitor } from './resources/monitor.ts';
import { withoutCredentials } from './values/host-name.ts';
import { CONSOLE_PREFIX } from './values/path-prefix.ts';

/** Stands for a secret, or for the secret part of a value. No request header can carry these characters. */
export const MASK = '•••';
/** A client that parses and prints a masked address writes its characters so. */
const ENCODED_MASK_CHARACTER = /%E2%80%A2/gi;
const AUTHORITY = '://';

/** In the console contract, viewers and read-only keys: they look at an organization and do not act in it. */
export function seesMasks({ path }: Pick<Operation, 'path'>, caller: Caller | undefined): boolean {
  if (caller === undefined || !path.startsWith(CONSOLE_PREFIX)) return false;
  return 'role' in caller ? caller.role === 'VIEWER' : caller.access === 'READ_ONLY';
}

export function maskedMonitor(monitor: Monitor): Monitor {
  const { url, requestHeaders, requestBody, heartbeatUrl } = monitor;
  return {
    ...monitor,
    url: url === null ? null : maskedUrl(url),
    requestHeaders:
      requestHeaders === null ? null : Object.fromEntries(Object.keys(requestHeaders).map((name) => [name, MASK])),
    requestBody: requestBody === null ? null : MASK,
    heartbeatUrl: heartbeatUrl === null ? null : `${heartbeatUrl.slice(0, heartbeatUrl.lastIndexOf('/') + 1)}${MASK}`,
  };
}

function maskedUrl(url: string): string {
  const shown = withoutCredentials(url);
  return shown === url ? url : shown.replace(AUTHORITY, `${AUTHORITY}${MASK}@`);
}

/** Whether a field of a body holds what a masked reader reads there; `to` is the address of an alert contact. */
const HOLDS_MASK: Readonly<Record<string, (text: string) => boolean>> = {
  url: (text) => text.includes(`${AUTHORITY}${MASK}@`),
  requestBody: (text) => text === MASK,
  heartbeatUrl: (text) => text.endsWith(`/${MASK}`),
  to: (text) => text.includes(MASK),
};

/** A body of a write, of any shape. */
export function maskFaults(body: Readonly<Record<string, unknown>>): Fault[] {
  const { requestHeaders } = body;
  const headers = typeof requestHeaders === 'object' && requestHeaders !== null ? Object.entries(requestHeaders) : [];
  return [
    ...Object.entries(HOLDS_MASK).flatMap(([field, holdsMask]) => faultsIn([field], body[field], holdsMask)),
    ...headers.flatMap(([name, value]: [string, unknown]) =>
      faultsIn(['requestHeaders', name], value, (text) => text.includes(MASK)),
    ),
  ];
}

function faultsIn(path: readonly string[], value: unknown, holdsMask: (text: string) => boolean): Fault[] {
  if (typeof value !== 'string' || !holdsMask(value.replaceAll(ENCODED_MASK_CHARACTER, MASK.charAt(0)))) return [];
  return [{ path, reason: { tag: 'masked' } }];
}
