/** Decides what the free text of a WHOIS server says about a domain: where to ask, until when it is registered, or that it is not. */

export type WhoisAnswer =
  | { readonly kind: 'REFERRED'; readonly server: string }
  | { readonly kind: 'REGISTERED'; readonly expiry: string }
  | { readonly kind: 'NOT_REGISTERED' }
  | { readonly kind: 'NO_EXPIRY' }
  /** It is tired of questions. */
  | { readonly kind: 'REFUSED' };

const expiryLabels = [
  'registry expiry date',
  'registrar registration expiration date',
  'domain expiration date',
  'expiration date',
  'expiration time',
  'expiry date',
  'expire date',
  'expired date',
  'expires on',
  'expires at',
  'expires',
  'expire',
  'expiry',
  'exp date',
  'paid-till',
  'renewal date',
  'valid until',
  'validity',
  'domain expires',
  'record expires on',
  '有効期限',
];

// `Expires on......: x`, `[Expires on]   x`, `paid-till:  x`, `Record expires on x`
const expiryLine = new RegExp(String.raw`^\s*\[?(?:${expiryLabels.join('|')})\]?(?:[\s.]*:|\]?\s)\s*(\S.*?)\s*$`, 'im');
const referral = /^(?:refer|whois):[ \t]*(\S+)[ \t]*$/im;
const notRegistered =
  /\bno match\b|\bnot found\b|\bno entries found\b|\bno data found\b|\bnothing found\b|\bno object found\b|\bno such domain\b|\bnot registered\b|\bnot been registered\b|\bdoes not exist\b|\bstatus:\s*(?:free|available)\b|\bis (?:available|free)\b|\bavailable for registration\b/i;
const refused =
  /\b(?:quota|limit)\b.*\bexceeded\b|\bexceeded\b.*\b(?:quota|limit)\b|\btoo many (?:requests|queries)\b|\btry again later\b/i;

export function readWhois(text: string): WhoisAnswer {
  const [, expiry] = expiryLine.exec(text) ?? [];
  if (expiry !== undefined) return { kind: 'REGISTERED', expiry };
  const [, server] = referral.exec(text) ?? [];
  if (server !== undefined) return { kind: 'REFERRED', server };
  if (refused.test(text)) return { kind: 'REFUSED' };
  return notRegistered.test(text) ? { kind: 'NOT_REGISTERED' } : { kind: 'NO_EXPIRY' };
}
