// Decides how a chat of Telegram is told by a bot: plain text of at most 4,096 characters.

import { storableLine } from '@vedette/outbound/storable-text';
import { alertText, shortened } from '../messages/alert-text.ts';
import type { AlertReply, SendOutcome, Vendor } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

const LONGEST_TEXT = 4_096;

export const telegram: Vendor = {
  write: ({ contact, message }, urls) => ({
    url: `${urls.telegram}/bot${contact.secret ?? ''}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: contact.address,
      // Without a parse mode nothing in the text is markup.
      text: shortened(`${message.label}: ${message.headline}\n\n${alertText(message)}`, LONGEST_TEXT),
      link_preview_options: { is_disabled: true },
    }),
  }),
  judge: (reply, now) => {
    const verdict = httpVerdict(reply, now);
    if (verdict.ok) return verdict;
    const { description, retryAfterMs } = errorOf(reply);
    return withDetails(verdict, description, retryAfterMs);
  },
};

/** Telegram says in the body what went wrong, and how long to wait. */
function errorOf({ body }: AlertReply): { description: string | undefined; retryAfterMs: number | null } {
  try {
    const error = JSON.parse(body) as { description?: unknown; parameters?: { retry_after?: unknown } };
    const seconds = error.parameters?.retry_after;
    return {
      description: typeof error.description === 'string' ? error.description : undefined,
      retryAfterMs: typeof seconds === 'number' ? seconds * 1_000 : null,
    };
  } catch {
    return { description: undefined, retryAfterMs: null };
  }
}

function withDetails(
  verdict: Extract<SendOutcome, { ok: false }>,
  description: string | undefined,
  retryAfterMs: number | null,
): SendOutcome {
  const reason = description === undefined ? verdict.reason : storableLine(`Telegram answered "${description}"`);
  return { ...verdict, reason, retryAfterMs: retryAfterMs ?? verdict.retryAfterMs };
}
