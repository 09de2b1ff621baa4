// Decides how long a Retry-After header asks a client to wait.

/**
 * Null if the header is missing or unreadable. A date is compared with the Date header of the same response where there
 * is one, so that a wrong clock of the client does not matter.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  // Date.parse reads numbers such as `-5` as years; every date of HTTP names its weekday.
  if (Number.isNaN(at) || !/^[A-Z][a-z]+,? /.test(value)) return null;
  const sentAt = Date.parse(headers.get('date') ?? '');
  return Math.max(0, at - (Number.isNaN(sentAt) ? now : sentAt));
}
