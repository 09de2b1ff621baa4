/** Says how long something lasts or lasted, in the one unit that people would use. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `2 days`, `5 hours`, `1 minute`; rounded down, never 0. */
export function spanInWords(ms: number): string {
  if (ms >= dayMs) return counted(ms / dayMs, 'day');
  if (ms >= hourMs) return counted(ms / hourMs, 'hour');
  return counted(Math.max(ms / minuteMs, 1), 'minute');
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`;
}
