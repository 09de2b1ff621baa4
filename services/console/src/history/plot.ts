import 'uplot/dist/uPlot.min.css';
import UPlot from 'uplot';
import { clock, dayAndMonth, hourAndMinute, milliseconds } from '../format/format.ts';
import type { ChartData } from './chart-data.ts';

export interface Marks {
  /** Where slowness begins; null if there is no such line. */
  readonly thresholdMs: number | null;
  /** Times to shade, in seconds. */
  readonly periods: readonly { readonly from: number; readonly to: number }[];
}

export interface PlotOptions {
  readonly element: HTMLElement;
  readonly data: ChartData;
  /** In seconds. */
  readonly range: { readonly from: number; readonly to: number };
  /** Filled areas on top of each other, in place of lines. */
  readonly isStacked: boolean;
  readonly colours: readonly string[];
  readonly marks: () => Marks;
  readonly onPoint: (index: number | undefined) => void;
}

const HEIGHT = 232;
const DAY_SECONDS = 86_400;
const ROOM_ABOVE = 1.12;
const LEAST_SCALE_MS = 10;

/** A chart on a canvas. It draws what it is given; whoever made it destroys it. */
export function plot({ element, data, range, isStacked, colours, marks, onPoint }: PlotOptions): UPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const isLong = range.to - range.from > 2 * DAY_SECONDS;
  const lines = data.lines.map((line, index) => ({ ...line, colour: colours[index] ?? colour('accent') }));
  // What is drawn last is on top: the first of lines, the lowest of areas.
  const drawn = isStacked ? lines : lines.toReversed();
  const axis = { stroke: colour('soft'), font: `12px ${colour('font')}`, ticks: { show: false } };
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      padding: [12, 26, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
      scales: {
        x: { range: () => [range.from, range.to] },
        y: {
          range: (_, __, most) => [
            0,
            Math.max(Number.isFinite(most) ? most : 0, marks().thresholdMs ?? 0, LEAST_SCALE_MS) * ROOM_ABOVE,
          ],
        },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 30,
          space: 70,
          values: (_, places) =>
            places.map((at) => (isLong ? dayAndMonth : hourAndMinute)(new Date(at * 1_000).toISOString())),
        },
        {
          ...axis,
          grid: { stroke: colour('line'), width: 1 },
          size: 68,
          space: 44,
          values: (_, places) => places.map((at) => milliseconds(at)),
        },
      ],
      series: [
        {},
        ...drawn.map(({ name, colour: stroke }) => ({
          label: name,
          stroke,
          width: isStacked ? 0.5 : 1.6,
          points: { show: data.at.length < 3 },
          ...(isStacked && { fill: stroke }),
        })),
      ],
      hooks: {
        drawClear: [(chart) => shade(chart, marks().periods, colour('slow-wash'))],
        draw: [
          (chart) => drawFailures(chart, data, colour('bad-fill')),
          (chart) => drawThreshold(chart, marks().thresholdMs, colour('slow')),
        ],
        setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)],
      },
    },
    [[...data.at], ...drawn.map(({ values }) => values.slice())],
    element,
  );
}

/** The text that a reader sees of a point. */
export function pointTime(at: number, range: { readonly from: number; readonly to: number }): string {
  const text = new Date(at * 1_000).toISOString();
  return range.to - range.from > 2 * DAY_SECONDS ? `${dayAndMonth(text)} ${hourAndMinute(text)}` : clock(text);
}

function shade(chart: UPlot, periods: Marks['periods'], colour: string): void {
  const { ctx, bbox } = chart;
  ctx.fillStyle = colour;
  for (const { from, to } of periods) {
    const start = Math.max(bbox.left, chart.valToPos(from, 'x', true));
    const end = Math.min(bbox.left + bbox.width, chart.valToPos(to, 'x', true));
    if (end > start) ctx.fillRect(start, bbox.top, Math.max(1, end - start), bbox.height);
  }
}

/** Failures have no response time: a mark on the axis says that they were. */
function drawFailures(chart: UPlot, { at, failures }: ChartData, colour: string): void {
  const { ctx, bbox } = chart;
  const size = 4 * devicePixelRatio;
  ctx.fillStyle = colour;
  failures.forEach((count, index) => {
    if (count === 0) return;
    const x = chart.valToPos(at[index] ?? 0, 'x', true);
    ctx.fillRect(x - size / 2, bbox.top + bbox.height - size, size, size);
  });
}

function drawThreshold(chart: UPlot, thresholdMs: number | null, colour: string): void {
  if (thresholdMs === null) return;
  const { ctx, bbox } = chart;
  const y = chart.valToPos(thresholdMs, 'y', true);
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
