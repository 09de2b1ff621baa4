import { useSignal } from '@preact/signals';
import type { MaintenanceWindow } from '@vedette/sdk';
import { readersZone } from '../data/preferences.ts';
import { useResource } from '../data/resource.ts';
import { now } from '../format/format.ts';
import { locale } from '../language/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { addressOf } from '../shell/addresses.ts';
import { maintenanceWords } from '../words/maintenance.ts';
import { datesOfMonth, monthAfter, monthOf, onDate, partOnDate, startOfMonth } from './month.ts';
import { WEEKDAYS, weekdayName } from './recurrence-words.ts';
import { plannedFrom, type Planned } from './window-data.ts';

/** A month with what is planned in it, in the zone of the reader. */
export function Calendar({ windows }: { readonly windows: readonly MaintenanceWindow[] }) {
  const texts = maintenanceWords();
  const zone = readersZone();
  const today = monthOf(new Date(now.peek()).toISOString(), zone);
  const month = useSignal(today);
  const planned = useResource(plannedFrom(windows, startOfMonth(month.value, zone)));
  const name = new Intl.DateTimeFormat(locale.value, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month.value}-01T00:00Z`),
  );
  return (
    <section class="card">
      <header>
        <h2 aria-live="polite">{name}</h2>
        <div class="space" />
        <Button label={texts.previousMonth} onClick={() => void (month.value = monthAfter(month.value, -1))}>
          ←
        </Button>
        <Button onClick={() => void (month.value = today)}>{texts.today}</Button>
        <Button label={texts.nextMonth} onClick={() => void (month.value = monthAfter(month.value, 1))}>
          →
        </Button>
      </header>
      <PartFailure from={planned} />
      <Month month={month.value} name={name} zone={zone} planned={planned.value.value} />
    </section>
  );
}

interface MonthProps {
  readonly month: string;
  readonly name: string;
  readonly zone: string;
  /** Undefined while it is being read. */
  readonly planned: readonly Planned[] | undefined;
}

function Month({ month, name, zone, planned }: MonthProps) {
  const texts = maintenanceWords();
  const dates = datesOfMonth(month);
  const weeks = Array.from({ length: dates.length / 7 }, (_, week) => dates.slice(week * 7, week * 7 + 7));
  const isEmpty = planned !== undefined && dates.every((date) => onDate(planned, date, zone).length === 0);
  return (
    <>
      <table class="calendar" aria-label={name}>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} abbr={weekdayName(day, locale.value)}>
                {weekdayName(day, locale.value, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <Day
                  key={date}
                  date={date}
                  isOther={!date.startsWith(month)}
                  items={onDate(planned ?? [], date, zone)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && <p class="card-body soft">{texts.emptyMonth}</p>}
    </>
  );
}

interface DayProps {
  readonly date: string;
  /** The day belongs to the month before or after. */
  readonly isOther: boolean;
  readonly items: readonly Planned[];
}

function Day({ date, isOther, items }: DayProps) {
  const zone = readersZone();
  const isToday = new Date(now.value).toLocaleDateString('en-CA', { timeZone: zone }) === date;
  const long = new Intl.DateTimeFormat(locale.value, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}Z`),
  );
  const short = new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}Z`),
  );
  return (
    <td class={`${isOther ? 'other' : ''} ${isToday ? 'today' : ''} ${items.length === 0 ? 'free' : ''}`}>
      <time dateTime={date} title={long}>
        <span class="weekday">{short}</span> {Number(date.slice(8))}
      </time>
      <ul>
        {items.map((item) => (
          <li key={`${item.window.id} ${item.startsAt}`}>
            <a class={item.window.state === 'ACTIVE' ? 'work' : ''} href={addressOf(`maintenance/${item.window.id}`)}>
              <span class="soft">{whenOn(date, item, zone)}</span> <bdi>{item.window.title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </td>
  );
}

function whenOn(date: string, item: Planned, zone: string): string {
  const texts = maintenanceWords();
  const time = new Intl.DateTimeFormat(locale.value, { timeStyle: 'short', timeZone: zone });
  switch (partOnDate(item, date, zone)) {
    case 'start':
      return time.format(new Date(item.startsAt));
    case 'end':
      return texts.untilTime(time.format(new Date(item.endsAt)));
    case 'between':
      return texts.allDay;
  }
}
