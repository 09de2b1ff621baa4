import type { Monitor } from '@vedette/sdk';
import { useRefreshEvery, useResource } from '../data/resource.ts';
import { clock, date, duration, milliseconds, now, number, percent } from '../format/format.ts';
import { UPTIME_EVERY_MS, uptimeResource } from '../history/history-data.ts';
import { Age } from '../parts/time.tsx';
import { Tiles, type Tile } from '../parts/tiles.tsx';
import { historyWords } from '../words/history.ts';
import { monitorWords } from '../words/monitors.ts';

const SECOND_MS = 1_000;

export function MonitorTiles({ monitor }: { readonly monitor: Monitor }) {
  const { monitors: texts } = monitorWords();
  const history = historyWords();
  const { id, type, state, lastResponseMs, lastCheckedAt, certExpiresAt, intervalSeconds, expectedPeriodSec } = monitor;
  const found = uptimeResource(id);
  useRefreshEvery(found, UPTIME_EVERY_MS);
  const uptime = useResource(found).value.value;
  const every = type === 'CRON' ? (expectedPeriodSec ?? intervalSeconds) : intervalSeconds;
  const measures = type !== 'CRON' && type !== 'DOMAIN';
  const tiles: (Tile | false)[] = [
    measures && { label: texts.response, value: lastResponseMs === null ? '–' : milliseconds(lastResponseMs) },
    {
      label: history.uptime30d,
      value: typeof uptime?.percent === 'number' ? percent(uptime.percent) : '–',
      note: uptime === undefined ? undefined : history.asOf(clock(uptime.to)),
    },
    {
      label: history.outages,
      value: uptime === undefined ? '–' : number(uptime.outages),
      note:
        typeof uptime?.longestOutageSec === 'number'
          ? history.longest(duration(uptime.longestOutageSec * SECOND_MS))
          : undefined,
    },
    {
      label: texts.lastCheck,
      value: lastCheckedAt === null ? '–' : <Age at={lastCheckedAt} />,
      note:
        state === 'PAUSED'
          ? undefined
          : type === 'CRON'
            ? texts.expectedEvery(duration(every * SECOND_MS))
            : texts.checkedEvery(duration(every * SECOND_MS)),
    },
    certExpiresAt !== null && {
      label: texts.certificate,
      value: duration(Date.parse(certExpiresAt) - now.value),
      note: date(certExpiresAt),
    },
  ];
  return <Tiles tiles={tiles.filter((tile) => tile !== false)} />;
}
