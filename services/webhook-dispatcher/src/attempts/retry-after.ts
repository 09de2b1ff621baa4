// Decides how long a receiver asks us to wait, from the status and the Retry-After header of its answer.

const LONGEST_MS = 3_600_000;
const STATUSES_THAT_ASK: ReadonlySet<number> = new Set([429, 503]);

/** Milliseconds from `now`, at most an hour; null when the header is missing or unreadable. */
export function retryAfterMs(status: number, header: string | undefined, now: Date): number | null {
  if (!STATUSES_THAT_ASK.has(status) || header === undefined) return null;
  const text = header.trim();
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : httpDate(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_MS);
}

/** `Wed, 21 Oct 2026 07:28:00 GMT`. Date.parse alone would accept nearly any text. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
