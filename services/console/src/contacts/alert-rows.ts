// Decides which decisions a table of alerts shows, and how each of them looks.

import type { Tone } from '@vedette/design';
import type { Alert } from '@vedette/sdk';

export const ALERT_TONES: Readonly<Record<Alert['state'], Tone>> = {
  SENT: 'good',
  PENDING: 'work',
  FAILED: 'bad',
  HELD: 'slow',
  SUPPRESSED: 'none',
};

/** Contact by contact, each in the order of events; of its reminders the last one stands for all, with its number. */
export function alertRows(newestFirst: readonly Alert[]): Alert[] {
  const ofContacts = Map.groupBy(newestFirst, ({ contact }) => contact.id);
  return [...ofContacts.values()].flatMap((alerts) => {
    const reminders = alerts.filter(({ kind }) => kind === 'REMINDED').map(({ number }) => number);
    const last = Math.max(...reminders);
    return alerts.filter(({ kind, number }) => kind !== 'REMINDED' || number === last).toReversed();
  });
}

/** When it became so: told when the receiver took it, all else when it was decided. */
export function alertTime({ sentAt, decidedAt }: Alert): string {
  return sentAt ?? decidedAt;
}
