// Decides what a new contact is told if nobody says otherwise, and which settings are refused.
import {
  detailsOf,
  isTimeZone,
  otherFault,
  type ContactSettings,
  type ContactType,
  type Detail,
  type Fault,
} from '@vedette/contract';

/** Programs and PagerDuty, which repeat by themselves, are not reminded; people who read messages are. */
function reminderOf(type: ContactType): number | null {
  return type === 'WEBHOOK' || type === 'PAGERDUTY' ? null : 60;
}

export function newSettings(type: ContactType, given: Partial<ContactSettings>): ContactSettings {
  return {
    notifyOn: ['EXPIRY'],
    monitorTypes: null,
    remindEveryMinutes: reminderOf(type),
    delayMinutes: 0,
    quietHours: null,
    expiryDays: [14, 3],
    ...given,
  };
}

/** What a schema cannot say. */
export function settingsFaults({ quietHours }: Partial<ContactSettings>): Detail[] {
  if (quietHours === undefined || quietHours === null) return [];
  const { from, to, timezone } = quietHours;
  const faults: Fault[] = [];
  if (from === to) faults.push(otherFault(['quietHours', 'to'], 'must be another time than quietHours.from'));
  if (!isTimeZone(timezone)) {
    faults.push({ path: ['quietHours', 'timezone'], reason: { tag: 'form', form: 'time-zone' } });
  }
  return detailsOf(faults);
}
