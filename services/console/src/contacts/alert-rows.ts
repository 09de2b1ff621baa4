// Decides which alerts a table shows, in which colour, and at which time.

import type { Tone } from '@vedette/design';
import type { Alert } from '@vedette/sdk';

export const ALERT_TONES: Readonly<Record<Alert['state'], Tone>> = {
  SENT: 'good',
  PENDING: 'work',
  FAILED: 'bad',
  HELD: 'slow',
  SUPPRESSED: 'none',
};

/** Contact by contact, each in order of time. Only the last reminder is shown; its number says how many there were. */
export function alertRows(newestFirst: readonly Alert[]): Alert[] {
  const ofContacts = Map.groupBy(newestFirst, ({ contact }) => contact.id);
  return [...ofContacts.values()].flatMap((alerts) => {
    const reminders = alerts.filter(({ kind }) => kind === 'REMINDED').map(({ number }) => number);
    const last = Math.max(...reminders);
    return alerts.filter(({ kind, number }) => kind !== 'REMINDED' || number === last).toReversed();
  });
}

/** When the receiver took the alert or, if it was not sent, when that was decided. */
export function alertTime({ sentAt, decidedAt }: Alert): string {
  return sentAt ?? decidedAt;
}
