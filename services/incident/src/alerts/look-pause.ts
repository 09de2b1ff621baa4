// Decides how long the sender of alerts pauses before it looks for due alerts again.

/** Alerts that wait become due without anybody's call. If none waits, a look only finds one of a dead process. */
const PAUSES_MS = { waiting: 500, none: 1_000 };

export function lookPauseMs(areWaiting: boolean): number {
  return areWaiting ? PAUSES_MS.waiting : PAUSES_MS.none;
}
