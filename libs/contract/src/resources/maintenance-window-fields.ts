// Decides whether the times of a maintenance window fit together: those of a request, or the whole result of a PATCH.

import { otherFault, type Fault } from '../faults/fault.ts';
import { type MaintenanceWindowCreate, type Weekday, WEEKDAYS } from './maintenance-window.ts';
import { isTimeZone } from '../values/time-zone.ts';
import { parseTimestamp } from '../values/timestamp.ts';
import type { WellFormed } from '../operation.ts';

export type MaintenanceWindowFields = Pick<WellFormed<MaintenanceWindowCreate>, 'startsAt' | 'endsAt' | 'recurrence'>;

interface MaintenancePreviewFields extends MaintenanceWindowFields {
  from?: string | null | undefined;
}

type RecurrenceFields = NonNullable<MaintenanceWindowFields['recurrence']>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 31;
const SHORTEST_MONTH_DAYS = 28;

const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;
const EARLIEST_MS = Date.UTC(FIRST_YEAR, 0);
const END_MS = Date.UTC(LAST_YEAR + 1, 0);

/** Of a new window. */
export function maintenanceWindowFaults(window: MaintenanceWindowFields): Fault[] {
  return maintenanceChangeFaults(window, {});
}

/** Of a preview, which can also name the moment from which it looks. */
export function maintenancePreviewFaults({ from, ...window }: MaintenancePreviewFields): Fault[] {
  return [...maintenanceWindowFaults(window), ...yearFaults(['from'], instant(from))];
}

/** Of the result of a PATCH. The year of a time that stays as it is stored is not judged. */
export function maintenanceChangeFaults(window: MaintenanceWindowFields, stored: MaintenanceWindowFields): Fault[] {
  const outside = [
    ...yearFaults(['startsAt'], instant(window.startsAt), instant(stored.startsAt)),
    ...yearFaults(['endsAt'], instant(window.endsAt), instant(stored.endsAt)),
    ...yearFaults(['recurrence', 'until'], instant(window.recurrence?.until), instant(stored.recurrence?.until)),
  ];
  return outside.length > 0 ? outside : faultsTogether(window);
}

function yearFaults(path: readonly string[], at: number | undefined, stored?: number): Fault[] {
  if (at === undefined || at === stored || (at >= EARLIEST_MS && at < END_MS)) return [];
  return [{ path, reason: { tag: 'outside-years', first: FIRST_YEAR, last: LAST_YEAR } }];
}

function faultsTogether(window: MaintenanceWindowFields): Fault[] {
  const startsAt = instant(window.startsAt);
  const endsAt = instant(window.endsAt);
  const recurrence = window.recurrence ?? undefined;
  const faults: Fault[] = recurrence === undefined ? [] : recurrenceFaults(recurrence, startsAt);
  if (startsAt === undefined || endsAt === undefined) return faults;
  const durationMs = endsAt - startsAt;
  if (durationMs <= 0) {
    faults.push({ path: ['endsAt'], reason: { tag: 'not-after-start' } });
  } else if (durationMs > MAX_DAYS * DAY_MS) {
    faults.push({ path: ['endsAt'], reason: { tag: 'too-long-after-start', mostDays: MAX_DAYS } });
  } else if (recurrence !== undefined) {
    const periodDays = shortestPeriodDays(recurrence);
    if (durationMs > periodDays * DAY_MS) {
      const hours = Math.round((durationMs / HOUR_MS) * 10) / 10;
      faults.push({ path: ['recurrence'], reason: { tag: 'longer-than-period', periodDays, hours } });
    }
  }
  return faults;
}

function recurrenceFaults({ frequency, weekdays: days = [], until, timezone }: RecurrenceFields, startsAt?: number) {
  const faults: Fault[] = [];
  if (frequency !== undefined && frequency !== 'WEEKLY' && days.length > 0) {
    faults.push(otherFault(['recurrence', 'weekdays'], `must be empty for ${frequency} recurrences`));
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    faults.push({ path: ['recurrence', 'timezone'], reason: { tag: 'form', form: 'time-zone' } });
  }
  const lastStart = instant(until);
  if (lastStart !== undefined && startsAt !== undefined && lastStart < startsAt) {
    faults.push({ path: ['recurrence', 'until'], reason: { tag: 'before-start' } });
  }
  return faults;
}

/** The fewest days between the starts of two occurrences. */
function shortestPeriodDays({ frequency, interval = Infinity, weekdays: days = [] }: RecurrenceFields): number {
  if (frequency === undefined) return Infinity;
  switch (frequency) {
    case 'DAILY':
      return interval;
    case 'WEEKLY':
      return shortestGapDays(days, interval * 7);
    case 'MONTHLY':
      return interval * SHORTEST_MONTH_DAYS;
  }
}

function shortestGapDays(days: readonly (Weekday | undefined)[], cycleDays: number): number {
  const numbers = WEEKDAYS.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const first = numbers[0] ?? 0;
  const following = [...numbers.slice(1), first + cycleDays];
  return Math.min(cycleDays, ...numbers.map((day, index) => (following[index] ?? cycleDays) - day));
}

function instant(text: string | null | undefined): number | undefined {
  return text === undefined || text === null ? undefined : parseTimestamp(text);
}
