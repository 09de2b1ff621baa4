/** Words a duration in the single unit that a person would use. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `2 days`, `5 hours`, `1 minute`; rounded down, never 0. */
export function spanInWords(ms: number): string {
  if (ms >= DAY_MS) return counted(ms / DAY_MS, 'day');
  if (ms >= HOUR_MS) return counted(ms / HOUR_MS, 'hour');
  return counted(Math.max(ms / MINUTE_MS, 1), 'minute');
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`;
}
