// Decides how the settings of a contact are put into words. What every contact is notified of is left out.

import type { AlertContact } from '@vedette/sdk';
import type { ContactWords } from '../words/contacts.ts';
import type { MonitorType } from './contact-draft.ts';

export type Settings = Pick<
  AlertContact,
  'type' | 'notifyOn' | 'monitorTypes' | 'remindEveryMinutes' | 'delayMinutes' | 'quietHours' | 'expiryDays'
>;

/** One sentence a setting. */
export function settingsWords(
  { type, notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours, expiryDays }: Settings,
  { settings: texts }: ContactWords,
  typeNames: Readonly<Record<MonitorType, string>>,
  locale: string,
): string[] {
  const isToldOfAcknowledgement = type === 'PAGERDUTY' || notifyOn.includes('ACKNOWLEDGED');
  const days = expiryDays.toSorted((one, other) => other - one);
  const list = new Intl.ListFormat(locale);
  const names = monitorTypes?.map((each) => typeNames[each]);
  return [
    delayMinutes === 0 ? texts.atOnce : texts.later(delayMinutes),
    remindEveryMinutes === null ? texts.notReminded : texts.reminded(remindEveryMinutes),
    ...(notifyOn.includes('EXPIRY') ? [texts.expiry(list.format(days.map(String)), days.at(-1) ?? 0)] : []),
    ...(notifyOn.includes('DEGRADED') ? [texts.degraded] : []),
    ...(isToldOfAcknowledgement ? [texts.acknowledged] : []),
    ...(names === undefined ? [] : [texts.types(list.format(names))]),
    ...(quietHours === null
      ? []
      : [texts.quiet(quietHours.from, quietHours.to, quietHours.timezone.replaceAll('_', ' '))]),
  ];
}
