// Decides what the text of a WHOIS server says about a domain: a referral, its expiry, or that it is not registered.

export type WhoisAnswer =
  | { readonly kind: 'referred'; readonly server: string }
  | { readonly kind: 'registered'; readonly expiry: string }
  | { readonly kind: 'not-registered' }
  | { readonly kind: 'NO_EXPIRY' }
  /** The server refused because of too many queries. */
  | { readonly kind: 'refused' };

const EXPIRY_LABELS = [
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

const LONGEST_LABEL_FIRST = EXPIRY_LABELS.toSorted((a, b) => b.length - a.length);

/** Longer than any line with a date, a server or a refusal; the rest of a longer line is ignored. */
const MAX_LINE_LENGTH = 500;
const MAX_LINES = 2_000;

// Each pattern is applied to one bounded line at a time, and matches in linear time.
const NOT_REGISTERED =
  /\bno match\b|\bnot found\b|\bno entries found\b|\bno data found\b|\bnothing found\b|\bno object found\b|\bno such domain\b|\bnot registered\b|\bnot been registered\b|\bdoes not exist\b|\bstatus: ?(?:free|available)\b|\bis (?:available|free)\b|\bavailable for registration\b/;
const TOO_MANY = /\btoo many (?:requests|queries)\b|\btry again later\b/;
const ALLOWANCE = /\b(?:quota|limit)\b/;
const EXCEEDED = /\bexceeded\b/;

export function readWhois(text: string): WhoisAnswer {
  const lines = linesOf(text);
  const expiry = expiryIn(lines);
  if (expiry !== undefined) return { kind: 'registered', expiry };
  const server = referralIn(lines);
  if (server !== undefined) return { kind: 'referred', server };
  const words = lines.map((line) => line.toLowerCase());
  if (words.some(isRefusal)) return { kind: 'refused' };
  return words.some((line) => NOT_REGISTERED.test(line)) ? { kind: 'not-registered' } : { kind: 'NO_EXPIRY' };
}

/** The lines that are not empty, with single spaces, cut to MAX_LINE_LENGTH. */
function linesOf(text: string): string[] {
  return text
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).trim().split(/\s+/).join(' '))
    .filter((line) => line !== '');
}

function expiryIn(lines: readonly string[]): string | undefined {
  for (const [i, line] of lines.entries()) {
    const value = expiryValue(line);
    if (value === undefined) continue;
    // Some registries put the date on the line below its label.
    const expiry = value === '' ? lines[i + 1] : value;
    if (expiry !== undefined) return expiry;
  }
  return undefined;
}

/** Reads `Expires on......: x`, `[Expires on] x`, `paid-till: x`, `Record expires on x`; empty without an `x`. */
function expiryValue(line: string): string | undefined {
  const start = line.startsWith('[') ? 1 : 0;
  const words = line.slice(start).toLowerCase();
  for (const label of LONGEST_LABEL_FIRST) {
    if (!words.startsWith(label)) continue;
    const rest = line.slice(start + label.length).replace(/^\]/, '');
    let end = 0;
    while (rest[end] === '.' || rest[end] === ' ') end += 1;
    if (rest[end] === ':') return rest.slice(end + 1).trim();
    if (rest.startsWith(' ')) return rest.trim();
  }
  return undefined;
}

function referralIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [label, server, ...more] = line.replace(':', ': ').split(/ +/);
    const isReferral = label?.toLowerCase() === 'refer:' || label?.toLowerCase() === 'whois:';
    if (isReferral && server !== undefined && server !== '' && more.length === 0) return server;
  }
  return undefined;
}

function isRefusal(line: string): boolean {
  return TOO_MANY.test(line) || (EXCEEDED.test(line) && ALLOWANCE.test(line));
}
