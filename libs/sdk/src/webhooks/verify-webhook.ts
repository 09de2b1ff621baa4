import type { VedetteEvent } from '../api-types.ts';
import { VedetteError } from '../vedette-error.ts';
import { type SignatureVerdict, signatureVerdict } from './webhook-signature.ts';

/** The headers of a request, as a `Headers` object or as Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

type Refusal = (SignatureVerdict & { kind: 'invalid' })['reason'];

const MESSAGES: Readonly<Record<Refusal, string>> = {
  'missing-headers': 'webhook-id, webhook-timestamp or webhook-signature is missing.',
  'bad-timestamp': 'webhook-timestamp is no time in seconds.',
  'too-old': 'The webhook was signed more than 5 minutes ago: is it a replay, or the clock fast?',
  'too-new': 'The webhook was signed more than 5 minutes ahead: is the clock slow?',
  'no-match': 'No signature matches the body and the secret.',
};

/**
 * The event of a webhook whose signature is good, and no older than 5 minutes. The body must be what was received, byte
 * for byte. Rejects with a VedetteError of the code `invalid_signature`; answer such a request with 400.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
): Promise<VedetteEvent> {
  const message = {
    id: headerOf(headers, 'webhook-id'),
    timestamp: headerOf(headers, 'webhook-timestamp'),
    signatures: headerOf(headers, 'webhook-signature'),
    body: typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody,
  };
  const verdict = await signatureVerdict(message, secret, Date.now());
  if (verdict.kind === 'invalid') throw new VedetteError('invalid_signature', MESSAGES[verdict.reason]);
  return JSON.parse(new TextDecoder().decode(message.body)) as VedetteEvent;
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}
