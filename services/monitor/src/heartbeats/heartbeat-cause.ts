// Decides how to word the cause when a cron job failed or did not report.

/** `exitCode` is null when the job reported a failure without an exit code. */
export function failureCause(exitCode: number | null): string {
  return exitCode === null ? 'The job reported a failure' : `The job ended with exit code ${exitCode}`;
}

export function missedCause({ periodSeconds, graceSeconds }: { periodSeconds: number; graceSeconds: number }): string {
  const grace = graceSeconds === 0 ? '' : ` and ${inWords(graceSeconds)} of grace`;
  return `No ping for ${inWords(periodSeconds)}${grace}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `1 hour 30 minutes`, `90 days`; parts that are zero are left out. */
function inWords(seconds: number): string {
  let left = seconds;
  const parts = UNITS.flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}
