// Decides how each of the last days of a monitor is shown: by the worst that happened in it.

import type { Tone } from '@vedette/design';
import type { MonitorStateSpan } from '@vedette/sdk';

export interface UptimeDay {
  /** When the day begins, in UTC. */
  readonly at: number;
  readonly tone: Tone;
  /** Of the time that was judged; null if none was. */
  readonly percent: number | null;
  readonly downMs: number;
}

const DAY_MS = 86_400_000;
const TONES: readonly (readonly [MonitorStateSpan['state'], Tone])[] = [
  ['DOWN', 'bad'],
  ['DEGRADED', 'slow'],
  ['UP', 'good'],
];

/** The days up to the present one, oldest first. Spans may come in any order and reach beyond the days. */
export function uptimeDays(spans: readonly MonitorStateSpan[], now: number, days: number): UptimeDay[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => dayOf(spans, today - (days - 1 - index) * DAY_MS, now));
}

function dayOf(spans: readonly MonitorStateSpan[], at: number, now: number): UptimeDay {
  const end = Math.min(at + DAY_MS, now);
  const spent = (state: MonitorStateSpan['state']): number =>
    spans
      .filter((span) => span.state === state)
      .reduce((sum, { startedAt, endedAt }) => {
        const from = Math.max(at, Date.parse(startedAt));
        const to = Math.min(end, endedAt === null ? now : Date.parse(endedAt));
        return sum + Math.max(0, to - from);
      }, 0);
  const downMs = spent('DOWN');
  const judged = downMs + spent('UP') + spent('DEGRADED');
  const tone = TONES.find(([state]) => spent(state) > 0)?.[1] ?? 'none';
  return { at, tone, downMs, percent: judged === 0 ? null : ((judged - downMs) / judged) * 100 };
}
