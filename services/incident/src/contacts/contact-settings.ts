// Decides what a new contact is told if nobody says otherwise, and which settings are refused.
import { isTimeZone, TIME_ZONE_RULE, type ContactSettings, type ContactType, type Detail } from '@vedette/contract';

/** People who read messages are reminded; machines that take webhooks keep their own count. */
const REMIND_EVERY_MINUTES: Readonly<Record<ContactType, number | null>> = { EMAIL: 60, WEBHOOK: null };

export function newSettings(type: ContactType, given: Partial<ContactSettings>): ContactSettings {
  return {
    notifyOn: [],
    monitorTypes: null,
    remindEveryMinutes: REMIND_EVERY_MINUTES[type],
    delayMinutes: 0,
    quietHours: null,
    ...given,
  };
}

/** What a schema cannot say. */
export function settingsFaults({ quietHours }: Partial<ContactSettings>): Detail[] {
  if (quietHours === undefined || quietHours === null) return [];
  const { from, to, timezone } = quietHours;
  return [
    ...(from === to ? [{ path: 'quietHours.to', message: 'quietHours.to must differ from quietHours.from' }] : []),
    ...(isTimeZone(timezone)
      ? []
      : [{ path: 'quietHours.timezone', message: `quietHours.timezone ${TIME_ZONE_RULE}` }]),
  ];
}
