// Decides what the token of a link to acknowledge says, how long it is believed, and whether it is genuine.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The contact that may acknowledge, and the incident. */
export interface AcknowledgementRight {
  readonly incidentId: string;
  readonly contactId: string;
}

export type TokenVerdict =
  | { readonly kind: 'genuine'; readonly right: AcknowledgementRight }
  | { readonly kind: 'refused'; readonly because: 'malformed' | 'forged' | 'expired' };

const LIFETIME_MS = 7 * 86_400_000;
const PARTS = 4;

/** Says the same for the same alert on every attempt, so that receivers recognize a repetition. */
export function acknowledgementToken(key: Buffer, right: AcknowledgementRight, alertedAt: Date): string {
  const expiresAt = Math.floor((alertedAt.getTime() + LIFETIME_MS) / 1_000).toString(36);
  const claim = `${right.incidentId}.${right.contactId}.${expiresAt}`;
  return `${claim}.${macOf(key, claim)}`;
}

/** While the key is being replaced, tokens of both keys are genuine. Another encoding of the same code is not. */
export function readToken(keys: readonly Buffer[], token: string, now: Date): TokenVerdict {
  const parts = token.split('.');
  const [incidentId = '', contactId = '', expiresAt = '', mac = ''] = parts;
  if (parts.length !== PARTS) return { kind: 'refused', because: 'malformed' };
  const claim = `${incidentId}.${contactId}.${expiresAt}`;
  if (!keys.some((key) => isSame(macOf(key, claim), mac))) return { kind: 'refused', because: 'forged' };
  if (Number.parseInt(expiresAt, 36) * 1_000 <= now.getTime()) return { kind: 'refused', because: 'expired' };
  return { kind: 'genuine', right: { incidentId, contactId } };
}

function macOf(key: Buffer, claim: string): string {
  return createHmac('sha256', key).update(claim).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes);
}
