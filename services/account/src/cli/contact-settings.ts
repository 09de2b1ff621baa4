// Decides how the settings and the monitors of a contact are written on the command line and shown to a person.
import type { AlertContact, ContactSettings, MonitorType, NotifyOn, QuietHours } from '@vedette/contract';
import { EXPIRY_DAYS, MAX_DELAY_MINUTES, NOTIFY_ON, REMINDER_MINUTES } from '@vedette/contract/contact-type';
import { MONITOR_TYPES } from '@vedette/contract/monitor-type';
import type { Parsed } from '@vedette/configuration';
import { allOf, oneOf, optional, quoted, type Option } from './option.ts';

type Reader<T> = Pick<Option<T>, 'placeholder' | 'read'>;

/** Several of the words with commas between them, or one word that stands for `none`. */
function several<const T extends string, N>(values: readonly T[], word: string, none: N): Reader<T[] | N> {
  return {
    placeholder: `${word}|${values.length === 1 ? values[0] : `${values[0]},…`}`,
    read: (text) => {
      if (text === word) return { ok: true, value: none };
      const chosen = text.split(',').map((each) => values.find((value) => value === each.trim()));
      return chosen.every((value) => value !== undefined)
        ? { ok: true, value: [...new Set(chosen)] }
        : { ok: false, expected: `${word}, or ${oneOf(values)} with commas between them, not ${quoted(text)}` };
    },
  };
}

function minutes(least: number, most: number): (text: string) => Parsed<number> {
  return (text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most
      ? { ok: true, value }
      : { ok: false, expected: `${least} to ${most} minutes, not ${quoted(text)}` };
  };
}

const reminderMinutes = minutes(REMINDER_MINUTES.least, REMINDER_MINUTES.most);

const reminders: Reader<number | null> = {
  placeholder: 'MINUTES|never',
  read: (text) => (text === 'never' ? { ok: true, value: null } : reminderMinutes(text)),
};

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const quietHours: Reader<QuietHours | null> = {
  placeholder: 'FROM-TO@ZONE|none',
  read: (text) => {
    if (text === 'none') return { ok: true, value: null };
    const [hours = '', timezone = '', ...more] = text.split('@');
    const [from = '', to = '', ...others] = hours.split('-');
    const isWhole = more.length === 0 && others.length === 0 && timezone !== '';
    return isWhole && CLOCK.test(from) && CLOCK.test(to)
      ? { ok: true, value: { from, to, timezone } }
      : {
          ok: false,
          expected: `local times and a zone such as 22:00-07:00@Europe/Berlin, or none, not ${quoted(text)}`,
        };
  },
};

const expiryDays: Reader<number[]> = {
  placeholder: 'DAYS,…',
  read: (text) => {
    const { least, most, mostSteps } = EXPIRY_DAYS;
    const parts = text.split(',').map((part) => part.trim());
    const days = [...new Set(parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : NaN)))];
    return days.length <= mostSteps && days.every((each) => each >= least && each <= most)
      ? { ok: true, value: days }
      : {
          ok: false,
          expected: `at most ${mostSteps} numbers from ${least} to ${most} with commas between them, not ${quoted(text)}`,
        };
  },
};

export const settingOptions = {
  'notify-on': optional(
    several<NotifyOn, NotifyOn[]>(NOTIFY_ON, 'nothing', []),
    'What it is told beside outages and their ends (default: EXPIRY)',
  ),
  'monitor-types': optional(
    several<MonitorType, null>(MONITOR_TYPES, 'all', null),
    'The types of monitors that it is told of (default: all)',
  ),
  'remind-every': optional(
    reminders,
    'How often it is reminded of an outage that nobody acknowledged (default: 60, never for WEBHOOK and PAGERDUTY)',
  ),
  delay: optional(
    { placeholder: 'MINUTES', read: minutes(0, MAX_DELAY_MINUTES) },
    'How long it waits for an acknowledgement before it is told (default: 0)',
  ),
  'quiet-hours': optional(quietHours, 'When it is not told (default: none)'),
  'expiry-days': optional(
    expiryDays,
    'How many days before a certificate or a domain expires it is told (default: 14,3)',
  ),
};

export interface SettingValues {
  readonly 'notify-on': NotifyOn[] | undefined;
  readonly 'monitor-types': MonitorType[] | null | undefined;
  readonly 'remind-every': number | null | undefined;
  readonly delay: number | undefined;
  readonly 'quiet-hours': QuietHours | null | undefined;
  readonly 'expiry-days': number[] | undefined;
}

/** The settings that were written. */
export function settingsOf(values: SettingValues): Partial<ContactSettings> {
  const { 'notify-on': notifyOn, 'monitor-types': monitorTypes, 'remind-every': remindEveryMinutes } = values;
  const { delay: delayMinutes, 'quiet-hours': quiet, 'expiry-days': days } = values;
  return {
    ...(notifyOn !== undefined && { notifyOn }),
    ...(monitorTypes !== undefined && { monitorTypes }),
    ...(remindEveryMinutes !== undefined && { remindEveryMinutes }),
    ...(delayMinutes !== undefined && { delayMinutes }),
    ...(quiet !== undefined && { quietHours: quiet }),
    ...(days !== undefined && { expiryDays: days }),
  };
}

export function shownSettings(settings: ContactSettings): string {
  const { notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours: quiet, expiryDays: days } = settings;
  const before = allOf(days.toSorted((one, other) => other - one).map(String));
  const parts = [
    ...(notifyOn.length === 0 ? [] : [`also ${allOf(notifyOn)}`]),
    ...(notifyOn.includes('EXPIRY') ? [`${before} days before an expiry`] : []),
    ...(monitorTypes === null ? [] : [`only ${allOf(monitorTypes)}`]),
    remindEveryMinutes === null ? 'no reminders' : `reminders every ${remindEveryMinutes} min`,
    ...(delayMinutes === 0 ? [] : [`after ${delayMinutes} min`]),
    ...(quiet === null ? [] : [`quiet ${quiet.from}-${quiet.to} ${quiet.timezone}`]),
  ];
  return parts.join(', ');
}

export const monitorsToWatch: Reader<'ALL' | 'NONE' | string[]> = {
  placeholder: 'all|none|ID,ID',
  read: (text) => {
    if (text === 'all') return { ok: true, value: 'ALL' };
    if (text === 'none') return { ok: true, value: 'NONE' };
    return readIds(text, 'all, none or ids of monitors with commas between them');
  },
};

export const monitorsToChange: Reader<'ALL' | string[]> = {
  placeholder: 'all|ID,ID',
  read: (text) => {
    if (text === 'all') return { ok: true, value: 'ALL' };
    return readIds(text, 'all or ids of monitors with commas between them');
  },
};

function readIds(text: string, expected: string): Parsed<string[]> {
  const ids = text.split(',').map((id) => id.trim());
  return ids.every((id) => /^mon_\w+$/.test(id)) ? { ok: true, value: [...new Set(ids)] } : { ok: false, expected };
}

export function shownMonitors({ before, attached, detached }: AlertContact['monitors']): string {
  if (before === 'ALL') return detached.length === 0 ? 'all' : `all but ${allOf(detached)}`;
  const later = detached.length === 0 ? 'new ones' : `new ones but ${allOf(detached)}`;
  return allOf([...attached, later]);
}
