// Decides what the answer to a webhook alert means: delivered, to be tried again, or never to be.

import { storableLine } from '@vedette/outbound/storable-text';
import type { SendOutcome } from './alert-channel.ts';

/** Statuses that pass: too early, too busy, too many. */
const PASSING = new Set([408, 425, 429]);

export function webhookVerdict(status: number, retryAfter: string | undefined, now: Date): SendOutcome {
  if (status >= 200 && status < 300) return { ok: true };
  return {
    ok: false,
    reason: storableLine(`the receiver answered ${status}`),
    isPermanent: status < 500 && !PASSING.has(status),
    retryAfterMs: retryAfter === undefined ? null : waitOf(retryAfter, now),
  };
}

/** Seconds, or a date as HTTP writes it. */
function waitOf(text: string, now: Date): number | null {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
