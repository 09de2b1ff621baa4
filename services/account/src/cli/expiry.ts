// Decides when a new key expires: at an instant, on a day (at its first moment in UTC), or after a span from now.
import type { Parsed } from '@vedette/configuration';
import { parseTimestamp } from '@vedette/contract/timestamp';

const HOUR_MS = 3_600_000;
const UNIT_MS = new Map([
  ['h', HOUR_MS],
  ['d', 24 * HOUR_MS],
]);

const EXPECTED =
  'a time to come: a span such as 90d or 12h, a date such as 2030-01-31, or a timestamp such as 2030-01-31T12:00:00Z';

export function readExpiry(text: string, now: Date): Parsed<Date> {
  const at = endOfSpan(text, now) ?? parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return at !== undefined && at > now.getTime() ? { ok: true, value: new Date(at) } : { ok: false, expected: EXPECTED };
}

// Five digits cover more than two hundred years and stay within the range of a timestamp.
function endOfSpan(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  const ms = UNIT_MS.get(unit);
  return ms === undefined ? undefined : now.getTime() + Number(count) * ms;
}
