// Decides how an alert says what was changed on the monitor shortly before.

export interface MonitorChange {
  readonly at: string;
  readonly kind: 'UPDATED' | 'PAUSED' | 'RESUMED';
  /** The names of the fields that were updated. */
  readonly fields: readonly string[];
}

/** How long before an outage a change may have caused it. */
export const CHANGES_WITHIN_MS = 24 * 3_600_000;
/** As many as a reader can take in at a glance. */
const MOST = 5;

/** Undefined if nothing was changed. `changes`: the newest first. */
export function changesWords(changes: readonly MonitorChange[]): string | undefined {
  if (changes.length === 0) return undefined;
  const shown = changes.slice(0, MOST).map(changeWords);
  const left = changes.length - shown.length;
  return [...shown, ...(left === 0 ? [] : [`${left} earlier`])].join('; ');
}

function changeWords({ at, kind, fields }: MonitorChange): string {
  const what = kind === 'UPDATED' ? fields.join(', ') : kind.toLowerCase();
  return `${what} at ${at.slice(0, 16).replace('T', ' ')} UTC`;
}
