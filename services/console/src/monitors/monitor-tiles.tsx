import type { Monitor } from '@vedette/sdk';
import { date, duration, milliseconds, now } from '../format/format.ts';
import { Age } from '../parts/time.tsx';
import { Tiles } from '../parts/tiles.tsx';
import { monitorWords } from '../words/monitors.ts';

const SECOND_MS = 1_000;

export function MonitorTiles({ monitor }: { readonly monitor: Monitor }) {
  const { monitors: texts } = monitorWords();
  const { type, state, lastResponseMs, lastCheckedAt, certExpiresAt, intervalSeconds, expectedPeriodSec } = monitor;
  const every = type === 'CRON' ? (expectedPeriodSec ?? intervalSeconds) : intervalSeconds;
  const measures = type !== 'CRON' && type !== 'DOMAIN';
  return (
    <Tiles
      tiles={[
        ...(measures
          ? [{ label: texts.response, value: lastResponseMs === null ? '–' : milliseconds(lastResponseMs) }]
          : []),
        { label: texts.lastCheck, value: lastCheckedAt === null ? '–' : <Age at={lastCheckedAt} /> },
        {
          label: type === 'CRON' ? texts.expectsEvery : texts.checksEvery,
          value: state === 'PAUSED' ? '–' : duration(every * SECOND_MS),
        },
        ...(certExpiresAt === null
          ? []
          : [
              {
                label: texts.certificate,
                value: duration(Date.parse(certExpiresAt) - now.value),
                note: date(certExpiresAt),
              },
            ]),
      ]}
    />
  );
}
