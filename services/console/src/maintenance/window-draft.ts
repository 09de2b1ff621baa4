// Decides how the fields of the form become the body of a request: wall times of a zone become instants.

import type { MaintenanceWindow } from '@vedette/sdk';
import { instantOf, wallTimeOf } from '../format/zoned-time.ts';
import { WEEKDAYS, type Weekday } from './recurrence-words.ts';

export type Frequency = NonNullable<MaintenanceWindow['recurrence']>['frequency'];

export interface WindowDraft {
  readonly title: string;
  readonly description: string;
  /** Wall times of the zone. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly frequency: Frequency | 'NONE';
  readonly interval: string;
  readonly weekdays: readonly Weekday[];
  readonly until: string;
  readonly monitorIds: readonly string[];
  readonly statusPageIds: readonly string[];
}

export interface WindowTimes {
  startsAt: string;
  endsAt: string;
  recurrence: NonNullable<MaintenanceWindow['recurrence']> | null;
}

export interface WindowBody extends WindowTimes {
  title: string;
  description: string | null;
  monitorIds: string[];
  statusPageIds: string[];
}

const HOUR_MS = 3_600_000;

/** Begins at the next full hour, for an hour. */
export function newWindow(now: number, timezone: string): WindowDraft {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS;
  return {
    title: '',
    description: '',
    startsAt: wallTimeOf(new Date(start).toISOString(), timezone),
    endsAt: wallTimeOf(new Date(start + HOUR_MS).toISOString(), timezone),
    timezone,
    frequency: 'NONE',
    interval: '1',
    weekdays: [],
    until: '',
    monitorIds: [],
    statusPageIds: [],
  };
}

export function draftOf(window: MaintenanceWindow, readersZone: string): WindowDraft {
  const { recurrence } = window;
  const zone = recurrence?.timezone ?? readersZone;
  return {
    title: window.title,
    description: window.description ?? '',
    startsAt: wallTimeOf(window.startsAt, zone),
    endsAt: wallTimeOf(window.endsAt, zone),
    timezone: zone,
    frequency: recurrence?.frequency ?? 'NONE',
    interval: String(recurrence?.interval ?? 1),
    weekdays: recurrence?.weekdays ?? [],
    until: recurrence === null || recurrence.until === null ? '' : wallTimeOf(recurrence.until, zone),
    monitorIds: window.monitorIds,
    statusPageIds: window.statusPageIds,
  };
}

/** A text that is no number stays a text, so that the validator names the fault. */
export function timesOf(draft: WindowDraft): WindowTimes {
  const { startsAt, endsAt, timezone, frequency, interval, weekdays, until } = draft;
  return {
    startsAt: instantOf(startsAt, timezone),
    endsAt: instantOf(endsAt, timezone),
    recurrence:
      frequency === 'NONE'
        ? null
        : {
            frequency,
            interval: interval.trim() === '' || Number.isNaN(Number(interval)) ? (interval as never) : Number(interval),
            weekdays: frequency === 'WEEKLY' ? WEEKDAYS.filter((day) => weekdays.includes(day)) : [],
            until: until === '' ? null : instantOf(until, timezone),
            timezone,
          },
  };
}

export function bodyOf(draft: WindowDraft): WindowBody {
  return {
    title: draft.title.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    ...timesOf(draft),
    monitorIds: [...draft.monitorIds],
    statusPageIds: [...draft.statusPageIds],
  };
}
