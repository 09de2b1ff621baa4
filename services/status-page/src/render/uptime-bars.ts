// Decides how 90 days look: one bar for each day, with each colour in proportion to its share of the day.

import { durationWords, type UptimeDay } from '@vedette/contract';
import { dateWords } from './local-time.ts';
import { markup, type Markup } from './markup.ts';
import { DAYS_SHOWN, type ComponentView, type DayView } from '../view/page-view.ts';
import { percentWords } from './words.ts';

const PITCH = 8;
const BAR_WIDTH = 5;
const HEIGHT = 32;
const WIDTH = DAYS_SHOWN * PITCH - (PITCH - BAR_WIDTH);
const DAYS_NAMED = 5;

const NOTHING: UptimeDay = [null, 0, 0, 0, 0, 0];

type Kind = 'down' | 'degraded' | 'maintenance' | 'unknown';

/**
 * From the bottom up; the rest of the bar is up. One minute would be a fiftieth of a pixel, so each kind of trouble has
 * a least height and grows from there. Missing data is not trouble and has none.
 */
const LAYERS: readonly { readonly kind: Kind; readonly least: number }[] = [
  { kind: 'down', least: 11 },
  { kind: 'degraded', least: 9 },
  { kind: 'maintenance', least: 7 },
  { kind: 'unknown', least: 0 },
];

export interface Segment {
  readonly kind: Kind;
  readonly y: number;
  readonly height: number;
}

/** The segments that cover the green background of a day. */
export function segmentsOf(day: DayView): Segment[] {
  const [, up, degraded, down, maintenance, unknown] = day ?? NOTHING;
  const covers = { down, degraded, maintenance, unknown };
  const whole = up + degraded + down + maintenance + unknown;
  if (whole <= 0) return [{ kind: 'unknown', y: 0, height: HEIGHT }];
  const segments: Segment[] = [];
  let top = HEIGHT;
  for (const { kind, least } of LAYERS) {
    if (covers[kind] <= 0) continue;
    const height = Math.min(top, Math.round(least + (covers[kind] / whole) * (HEIGHT - least)));
    if (height === 0) continue;
    top -= height;
    segments.push({ kind, y: top, height });
  }
  return segments;
}

/** `99.306% uptime, 10 min down`. */
export function dayWords(day: DayView): string {
  const [percent, , degraded, down, maintenance, unknown] = day ?? NOTHING;
  const parts = [
    percent === null ? undefined : `${percentWords(percent)} uptime`,
    down > 0 ? `${durationWords(down)} down` : undefined,
    degraded > 0 ? `${durationWords(degraded)} degraded` : undefined,
    maintenance > 0 ? `${durationWords(maintenance)} maintenance` : undefined,
    percent !== null && unknown > 0 ? `${durationWords(unknown)} without data` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'No data' : parts.join(', ');
}

/** The shape of all bars, defined once for each page; the rows only fill it. */
export const barsClip: Markup = markup`<clipPath id="days"><path d="${Array.from(
  { length: DAYS_SHOWN },
  (_, day) => `M${String(day * PITCH + 1.5)} 0h2q1.5 0 1.5 1.5v29q0 1.5-1.5 1.5h-2q-1.5 0-1.5-1.5v-29q0-1.5 1.5-1.5z`,
).join('')}"/></clipPath>`;

/** `dates` are those of the days. */
export function uptimeBars(component: ComponentView, dates: readonly string[]): Markup {
  const days = component.days.length > 0 ? component.days : Array.from({ length: DAYS_SHOWN }, () => null);
  return markup`<svg class="bars" id="bars-${component.id}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary(component, days, dates)}" data-name="${component.name}: uptime by day" data-from="${dates[0] ?? ''}" data-days="${exceptions(days)}"><g clip-path="url(#days)"><path class="up" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${paths(days)}</g></svg>`;
}

/** One path for each kind. Neighbours of the same height share one rectangle, because the clip path cuts the gaps. */
function paths(days: readonly DayView[]): Markup[] {
  const drawn = new Map<Kind, string>();
  let open: { segment: Segment; from: number } | undefined;
  const close = (kind: Kind, { y, height }: Segment, from: number, to: number): void => {
    const width = String((to - from) * PITCH);
    drawn.set(
      kind,
      `${drawn.get(kind) ?? ''}M${String(from * PITCH)} ${String(y)}h${width}v${String(height)}h-${width}z`,
    );
  };
  for (const { kind } of LAYERS) {
    for (let day = 0; day <= days.length; day += 1) {
      const at = days[day];
      const segment = at === undefined ? undefined : segmentsOf(at).find((each) => each.kind === kind);
      if (open !== undefined && (open.segment.y !== segment?.y || open.segment.height !== segment.height)) {
        close(kind, open.segment, open.from, day);
        open = undefined;
      }
      if (segment !== undefined) open ??= { segment, from: day };
    }
    open = undefined;
  }
  return [...drawn].map(([kind, path]) => markup`<path class="${kind}" d="${path}"/>`);
}

/** For the script: all days with anything but uptime. Consecutive days with the same text share one entry. */
function exceptions(days: readonly DayView[]): string {
  const entries: { from: number; to: number; text: string }[] = [];
  for (const [index, day] of days.entries()) {
    if (isPlain(day)) continue;
    const text = dayWords(day);
    const last = entries.at(-1);
    if (last?.to === index - 1 && last.text === text) last.to = index;
    else entries.push({ from: index, to: index, text });
  }
  return entries.map(({ from, to, text }) => `${String(from)}${to === from ? '' : `-${String(to)}`}:${text}`).join(';');
}

function isPlain(day: DayView): boolean {
  const [, up, ...others] = day ?? NOTHING;
  return up > 0 && others.every((seconds) => seconds === 0);
}

/** For readers who cannot see the bars and have no script. */
function summary({ name, percent }: ComponentView, days: readonly DayView[], dates: readonly string[]): string {
  if (percent === null) return `${name}: no uptime recorded in the last ${String(DAYS_SHOWN)} days`;
  const troubled = days.flatMap((day, index) => {
    const [, , , down] = day ?? NOTHING;
    return down > 0 ? [`${dateWords(dates[index] ?? '')} (${durationWords(down)})`] : [];
  });
  const named = troubled.slice(-DAYS_NAMED).toReversed();
  const rest = troubled.length - named.length;
  const more = rest > 0 ? ` and on ${String(rest)} other days` : '';
  const downtime = troubled.length === 0 ? 'no downtime' : `downtime on ${named.join(', ')}${more}`;
  return `${name}: ${percentWords(percent)} uptime in the last ${String(DAYS_SHOWN)} days, ${downtime}`;
}
