import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { date, duration, now, percent } from '../format/format.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { historyWords } from '../words/history.ts';
import { stateSpans } from './history-data.ts';
import { uptimeDays, type UptimeDay } from './uptime-days.ts';

const DAYS = 90;
const DAY_MS = 86_400_000;

/** One bar a day, by the worst that happened in it; the numbers are in the table. */
export function UptimeBar({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords();
  const spans = useResource(stateSpans(monitorId, DAYS));
  const uptime = useResource(
    resource(
      `uptime ${monitorId} ${DAYS}`,
      async () =>
        await api().monitors.getUptime(monitorId, { from: new Date(Date.now() - DAYS * DAY_MS).toISOString() }),
      [`monitor ${monitorId}`],
    ),
  ).value.value;
  const known = spans.value.value;
  const days = known === undefined ? [] : uptimeDays(known, now.peek(), DAYS);
  return (
    <section class="card">
      <header>
        <h2>{texts.days}</h2>
        <div class="space" />
        {typeof uptime?.percent === 'number' && <span class="soft">{texts.uptimeOf(percent(uptime.percent))}</span>}
      </header>
      <PartFailure from={spans} />
      <div class="card-body">
        <div class="days" role="img" aria-label={texts.daysLabel}>
          {days.map((day) => (
            <i key={day.at} class={day.tone} title={textOf(day, texts.notWatched)} />
          ))}
        </div>
        <div class="days-ends soft">
          <span>{days[0] !== undefined && date(new Date(days[0].at).toISOString())}</span>
          <span>{texts.today}</span>
        </div>
        <details class="more">
          <summary>{texts.table}</summary>
          <DayTable days={days} />
        </details>
      </div>
    </section>
  );
}

function textOf({ at, percent: value, downMs }: UptimeDay, notWatched: string): string {
  const parts = [date(new Date(at).toISOString()), value === null ? notWatched : percent(value)];
  return [...parts, ...(downMs === 0 ? [] : [duration(downMs)])].join(' · ');
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
          {days.toReversed().map(({ at, percent: value, downMs }) => (
            <tr key={at}>
              <td>{date(new Date(at).toISOString())}</td>
              <td class="number">{value === null ? texts.notWatched : percent(value)}</td>
              <td class="number">{downMs === 0 ? '–' : duration(downMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{texts.daysUtc}</p>
    </div>
  );
}
