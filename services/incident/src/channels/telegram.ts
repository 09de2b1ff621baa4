// Decides how a chat of Telegram is told by a bot: plain text of at most 4,096 characters.
// Limits: https://core.telegram.org/bots/api#sendmessage, and https://core.telegram.org/bots/faq (rates). Which units are
// counted is not documented: UTF-16 units are the safe ones.

import { storableLine } from '@vedette/outbound/storable-text';
import { alertText, shortened } from '../messages/alert-text.ts';
import type { Alert, AlertReply, AlertRequest, SendOutcome, Vendor, VendorUrls } from './alert-channel.ts';
import { httpVerdict } from './http-verdict.ts';

const LONGEST_TEXT = 4_096;
const LONGEST_TITLE = 512;
/** The answer to a message that was replaced by the same text, after an attempt whose answer was lost. */
const UNCHANGED = 'Bad Request: message is not modified';

export const telegram: Vendor = {
  write: (alert, urls) => request('sendMessage', alert, urls),
  judge: (reply, now) => {
    const verdict = httpVerdict(reply, now);
    if (verdict.ok) return verdict;
    const { description, retryAfterMs } = errorOf(reply);
    if (description?.startsWith(UNCHANGED) === true) return { ok: true };
    return withDetails(verdict, description, retryAfterMs);
  },
  digests: {
    write: (digest, urls) => request('sendMessage', digest, urls),
    growing: {
      messageIdOf,
      rewrite: (digest, messageId, urls) => request('editMessageText', digest, urls, { message_id: Number(messageId) }),
    },
  },
};

function request(
  method: 'sendMessage' | 'editMessageText',
  { contact, message }: Pick<Alert, 'contact' | 'message'>,
  urls: VendorUrls,
  more: object = {},
): AlertRequest {
  const title = `${shortened(`${message.label}: ${message.headline}`, LONGEST_TITLE)}\n\n`;
  return {
    url: `${urls.telegram}/bot${contact.secret ?? ''}/${method}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: contact.address,
      ...more,
      // Without a parse mode nothing in the text is markup.
      text: `${title}${alertText(message, LONGEST_TEXT - title.length)}`,
      link_preview_options: { is_disabled: true },
    }),
  };
}

function messageIdOf({ body }: AlertReply): string | undefined {
  try {
    const { result } = JSON.parse(body) as { result?: { message_id?: unknown } };
    return Number.isSafeInteger(result?.message_id) ? String(result?.message_id) : undefined;
  } catch {
    return undefined;
  }
}

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
  const failure = { ...verdict, retryAfterMs: retryAfterMs ?? verdict.retryAfterMs };
  if (description === undefined) return failure;
  return { ...failure, reason: storableLine(`Telegram answered "${description}"`), maskedReason: verdict.reason };
}
