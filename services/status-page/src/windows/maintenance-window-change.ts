// Decides how a request changes a maintenance window: whether its times are valid, and what happens to a running one.

import {
  detailsOf,
  maintenanceChangeFaults,
  maintenanceWindowFaults,
  parseTimestamp,
  type Detail,
  type MaintenanceWindowCreate,
  type MaintenanceWindowUpdate,
  type PlanLimits,
} from '@vedette/contract';
import { isDeepStrictEqual } from 'node:util';
import { reschedule, type Rescheduled, type StoredWindow, type WindowFields } from './maintenance-window-state.ts';
import type { RecurrenceRule, Schedule } from './recurrence.ts';
import { windowView } from './maintenance-window-view.ts';

export type WindowPlan =
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] }
  | { readonly kind: 'planned'; readonly fields: WindowFields };

/** Windows that are not completed. */
export const MOST_WINDOWS_OF_MONITOR = 20;

const NOT_IN_FUTURE: Detail = { path: 'endsAt', message: 'endsAt must be in the future' };

export function planWindow(body: MaintenanceWindowCreate, now: Date): WindowPlan {
  const faults = detailsOf(maintenanceWindowFaults(body));
  const fields = windowFields(body);
  if (fields.endsAt <= now && !faults.some(({ path }) => path === 'endsAt')) faults.push(NOT_IN_FUTURE);
  return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'planned', fields };
}

export type WindowChange =
  | { readonly kind: 'completed' }
  | { readonly kind: 'refused'; readonly faults: readonly Detail[] }
  | {
      readonly kind: 'changed';
      readonly fields: WindowFields;
      readonly isSame: boolean;
      /** Undefined: the times stay as they were. */
      readonly times: Rescheduled | undefined;
    };

/** A window that has not started cannot be moved into the past; a running window may be ended by moving its end. */
export function changeWindow(window: StoredWindow, update: MaintenanceWindowUpdate, now: Date): WindowChange {
  if (window.stage.state === 'COMPLETED') return { kind: 'completed' };
  const stored = windowView(window);
  const { title, description, startsAt, endsAt, recurrence, monitorIds, statusPageIds } = stored;
  const result = { title, description, startsAt, endsAt, recurrence, monitorIds, statusPageIds, ...update };
  const faults = detailsOf(maintenanceChangeFaults(result, stored));
  if (faults.length > 0) return { kind: 'refused', faults };
  const fields = windowFields(result);
  const isOtherTime =
    fields.startsAt.getTime() !== window.startsAt.getTime() ||
    fields.endsAt.getTime() !== window.endsAt.getTime() ||
    !isDeepStrictEqual(fields.recurrence, window.recurrence);
  const times = isOtherTime ? reschedule(window.stage, fields, now) : undefined;
  if (times?.stage.state === 'COMPLETED' && window.stage.state === 'SCHEDULED') {
    return { kind: 'refused', faults: [NOT_IN_FUTURE] };
  }
  const isSame = isDeepStrictEqual(fields, windowFields({ ...stored }));
  return { kind: 'changed', fields, isSame, times };
}

/** The monitors that a window gets; of the others, it is not asked in how many windows they are. */
export function addedMonitors(after: readonly string[], before: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((id) => !known.has(id));
}

/** `full` are monitors that are in as many windows as one can be. */
export function crowdingFaults(monitorIds: readonly string[], full: ReadonlySet<string>): Detail[] {
  return monitorIds.flatMap((id, index) => {
    const path = `monitorIds.${String(index)}`;
    const most = String(MOST_WINDOWS_OF_MONITOR);
    return full.has(id)
      ? [{ path, message: `${path} is in ${most} windows that are not completed, the most allowed` }]
      : [];
  });
}

export function allowanceRefusal({ name, maintenanceWindows }: PlanLimits): string {
  return `The plan ${name} allows ${String(maintenanceWindows)} maintenance windows that are not completed, and all of them are in use.`;
}

function windowFields(body: MaintenanceWindowCreate): WindowFields {
  return {
    title: body.title,
    description: body.description,
    ...scheduleOf(body),
    pageIds: body.statusPageIds,
    monitorIds: body.monitorIds,
  };
}

export function scheduleOf(body: Pick<MaintenanceWindowCreate, 'startsAt' | 'endsAt' | 'recurrence'>): Schedule {
  return {
    startsAt: instant(body.startsAt),
    endsAt: instant(body.endsAt),
    recurrence: body.recurrence === null ? null : recurrenceRule(body.recurrence),
  };
}

function recurrenceRule(recurrence: NonNullable<MaintenanceWindowCreate['recurrence']>): RecurrenceRule {
  const { frequency, interval, weekdays, until, timezone } = recurrence;
  return { frequency, interval, weekdays, until: until === null ? null : instant(until), timezone };
}

export function instant(text: string): Date {
  return new Date(parseTimestamp(text) ?? Number.NaN);
}
