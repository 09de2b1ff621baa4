// Decides what a mail failure means: whether the same mail may succeed later.

import { storableLine } from '@vedette/outbound/storable-text';
import type { SendOutcome } from './alert-channel.ts';

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly permanent?: unknown;
  readonly message?: unknown;
}

/** Failures that the operator must repair; the mail itself is valid. */
const OUR_OWN = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG']);

export function smtpFailure(error: unknown): Extract<SendOutcome, { ok: false }> {
  const { code, response, permanent, message }: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const isOurOwn = typeof code === 'string' && OUR_OWN.has(code);
  return {
    ok: false,
    reason: storableLine(reasonOf(typeof response === 'string' ? response : undefined, isOurOwn)),
    detail: oneLine(typeof message === 'string' ? message : 'no reason was given'),
    isPermanent: permanent === true && !isOurOwn,
    retryAfterMs: null,
  };
}

/** Customers read this text, so it must not reveal the mail server's address or its answer to our sign-in. */
function reasonOf(response: string | undefined, isOurOwn: boolean): string {
  if (isOurOwn) return 'the mail server does not accept us';
  return response === undefined
    ? 'the mail server cannot be reached'
    : `the mail server answered ${JSON.stringify(oneLine(response))}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
