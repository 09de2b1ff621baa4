// Decides until when a new key is good: an instant, a day (from its first moment in UTC), or a span from now.
import type { Parsed } from '@vedette/configuration';
import { parseTimestamp } from '@vedette/contract/timestamp';

const HOUR_MS = 3_600_000;
const unitMs = new Map([
  ['h', HOUR_MS],
  ['d', 24 * HOUR_MS],
]);

const EXPECTED =
  'a time to come: a span such as 90d or 12h, a date such as 2030-01-31, or a timestamp such as 2030-01-31T12:00:00Z';

export function readExpiry(text: string, now: Date): Parsed<Date> {
  const at = endOfSpan(text, now) ?? parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return at !== undefined && at > now.getTime() ? { ok: true, value: new Date(at) } : { ok: false, expected: EXPECTED };
}

// Five digits reach past two hundred years and stay within what a timestamp can show.
function endOfSpan(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  const ms = unitMs.get(unit);
  return ms === undefined ? undefined : now.getTime() + Number(count) * ms;
}
