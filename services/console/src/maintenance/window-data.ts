import type { MaintenancePreview, MaintenanceWindow } from '@vedette/sdk';
import type { Tone } from '@vedette/design';
import { api } from '../api/client.ts';
import { readersZone } from '../data/preferences.ts';
import { resource, type Resource } from '../data/resource.ts';
import { dateAndTime, dateTimeAndZone } from '../format/format.ts';
import type { Spanned } from './month.ts';
import type { WindowTimes } from './window-draft.ts';

export type WindowState = MaintenanceWindow['state'];

export const STATE_TONES: Readonly<Record<WindowState, Tone>> = {
  SCHEDULED: 'none',
  ACTIVE: 'work',
  COMPLETED: 'none',
};

/** Times are shown in the zone of the reader, and name it if the window is planned in another zone. */
export function timeFormat({ recurrence }: MaintenanceWindow): (at: string) => string {
  return recurrence === null || recurrence.timezone === readersZone() ? dateAndTime : dateTimeAndZone;
}

export function windowList(): Resource<MaintenanceWindow[]> {
  return resource('maintenance windows', () => Array.fromAsync(api().maintenanceWindows.list({ limit: 100 })), [
    'maintenance',
  ]);
}

export function windowResource(id: string): Resource<MaintenanceWindow> {
  return resource(`maintenance window ${id}`, async () => await api().maintenanceWindows.get(id), [
    `maintenance-window ${id}`,
  ]);
}

/** The next five times. */
export function nextTimes({ startsAt, endsAt, recurrence }: WindowTimes): Resource<MaintenancePreview> {
  const times = { startsAt, endsAt, recurrence };
  return resource(
    `maintenance times ${JSON.stringify(times)}`,
    async () => await api().maintenancePreviews.create(times),
  );
}

export interface Planned extends Spanned {
  readonly window: MaintenanceWindow;
}

/** As many days as a month shows. */
const MOST_IN_MONTH = 42;

/** What takes place from a time on, of all windows. */
export function plannedFrom(windows: readonly MaintenanceWindow[], from: string): Resource<Planned[]> {
  const key = windows.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join(' ');
  return resource(`planned ${from} ${key}`, async () => {
    const planned = await Promise.all(
      windows.map(async (window) => {
        const { startsAt, endsAt, recurrence } = window;
        if (recurrence === null) return [{ window, startsAt, endsAt }];
        const times = { startsAt, endsAt, recurrence, from, count: MOST_IN_MONTH };
        const { occurrences } = await api().maintenancePreviews.create(times);
        return occurrences.map((each) => ({ window, startsAt: each.startsAt, endsAt: each.endsAt }));
      }),
    );
    return planned.flat();
  });
}
