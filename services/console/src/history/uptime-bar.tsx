import type { UptimeDay } from '@vedette/sdk';
import { useRefreshEvery, useResource } from '../data/resource.ts';
import { calendarDate, dateAndTime, duration, percent, shownZone } from '../format/format.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { historyWords } from '../words/history.ts';
import { DAYS, UPTIME_EVERY_MS, uptimeDays } from './history-data.ts';
import { dayTone } from './uptime-days.ts';

const SECOND_MS = 1_000;

/** One bar a day, by the worst that happened in it; the numbers are in the table. */
export function UptimeBar({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords();
  const found = uptimeDays(monitorId);
  useRefreshEvery(found, UPTIME_EVERY_MS);
  const uptime = useResource(found).value.value;
  const days = uptime?.days ?? [];
  // Days before the monitor existed.
  const missing = Array.from({ length: uptime === undefined ? 0 : DAYS - days.length }, (_, index) => index);
  return (
    <section class="card">
      <header>
        <h2>{texts.days}</h2>
        <div class="space" />
        {typeof uptime?.percent === 'number' && <span class="soft">{texts.uptimeOf(percent(uptime.percent))}</span>}
      </header>
      <PartFailure from={found} />
      <div class="card-body">
        <div class="days" role="img" aria-label={texts.daysLabel}>
          {missing.map((index) => (
            <i key={index} class="none" />
          ))}
          {days.map((day) => (
            <i key={day.date} class={dayTone(day)} title={textOf(day, texts.notWatched)} />
          ))}
        </div>
        <div class="days-ends soft">
          <span>{missing.length === 0 && days[0] !== undefined && calendarDate(days[0].date)}</span>
          <span>{texts.today}</span>
        </div>
        {uptime !== undefined && <p class="hint">{texts.daysAsOf(dateAndTime(uptime.to), shownZone())}</p>}
        <details class="more">
          <summary>{texts.table}</summary>
          <DayTable days={days} />
        </details>
      </div>
    </section>
  );
}

function textOf({ date, percent: value, seconds: { down } }: UptimeDay, notWatched: string): string {
  const parts = [calendarDate(date), value === null ? notWatched : percent(value)];
  return [...parts, ...(down === 0 ? [] : [duration(down * SECOND_MS)])].join(' · ');
}

function DayTable({ days }: { readonly days: readonly UptimeDay[] }) {
  const texts = historyWords();
  return (
    <div class="scrolling" tabIndex={0} role="region" aria-label={texts.days}>
      <table aria-label={texts.days}>
        <thead>
          <tr>
            <th>{texts.dayHead.at}</th>
            <th class="number">{texts.dayHead.uptime}</th>
            <th class="number">{texts.dayHead.down}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, percent: value, seconds: { down } }) => (
            <tr key={date}>
              <td>{calendarDate(date)}</td>
              <td class="number">{value === null ? texts.notWatched : percent(value)}</td>
              <td class="number">{down === 0 ? '–' : duration(down * SECOND_MS)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
