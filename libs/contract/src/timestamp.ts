/** Decides what a timestamp in a request looks like: ISO 8601 with an offset, seconds optional, a date that exists. */
const form =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

// What can be shown again in the form above once it is in UTC.
const earliestMs = Date.parse('0001-01-01T00:00:00Z');
const latestMs = Date.parse('9999-12-31T23:59:59.999Z');

const minuteMs = 60_000;

/** Milliseconds since the epoch (finer fractions are cut off), or undefined when the text is no timestamp. */
export function parseTimestamp(text: string): number | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '', sign, offsetHour = '0', offsetMinute = '0'] =
    match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs;
  const at = date.getTime() - (sign === '-' ? -offset : offset);
  return at >= earliestMs && at <= latestMs ? at : undefined;
}
