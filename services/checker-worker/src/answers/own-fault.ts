// Decides which errors are this machine's own (no sockets, ports or memory left) and say nothing about the target.

import type { Diagnosis } from '@vedette/outbound';

const OWN_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

export function throwIfOurs({ code, message }: Pick<Diagnosis, 'code' | 'message'>): void {
  if (code !== null && OWN_CODES.has(code)) throw new Error(`This worker is out of resources (${code}): ${message}`);
}
