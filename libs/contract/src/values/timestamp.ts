// Decides what a timestamp in a request looks like: ISO 8601 with an offset, seconds optional, a date that exists.

/** Plain enough for the regular expressions of any language: no look-ahead, no classes beyond ASCII. */
export const TIMESTAMP_FORM =
  /^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/;

// Instants whose UTC form matches the pattern above.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since the epoch (finer fractions are cut off), or undefined when the text is no timestamp. */
export function parseTimestamp(text: string): number | undefined {
  if (!TIMESTAMP_FORM.test(text)) return undefined;
  const at = Date.parse(text);
  return at >= EARLIEST_MS && at <= LATEST_MS ? at : undefined;
}
