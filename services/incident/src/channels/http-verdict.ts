// Decides what the answer of a receiver means: delivered, to be retried, or failed for good.

import { storableLine } from '@vedette/outbound/storable-text';
import type { AlertReply, SendOutcome } from './alert-channel.ts';

/** Temporary statuses: request timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

export function httpVerdict({ status, retryAfter }: AlertReply, now: Date): SendOutcome {
  if (status >= 200 && status < 300) return { ok: true };
  return {
    ok: false,
    reason: storableLine(`the receiver answered ${status}`),
    isPermanent: status < 500 && !PASSING.has(status),
    retryAfterMs: retryAfter === undefined ? null : waitOf(retryAfter, now),
  };
}

/** A number of seconds, which Discord writes with a fraction, or an HTTP date. */
function waitOf(text: string, now: Date): number | null {
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
