import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../data/preferences.ts';
import { milliseconds } from '../format/format.ts';
import { historyWords } from '../words/history.ts';
import type { ChartData } from './chart-data.ts';
import type { Marks } from './plot.ts';

interface Props {
  readonly label: string;
  readonly data: ChartData;
  readonly range: { readonly from: number; readonly to: number };
  /** Filled areas on top of each other, in place of lines. */
  readonly isStacked: boolean;
  /** The class of a line, which gives its colour. */
  readonly classOf: (line: string, index: number) => string;
  readonly nameOf: (line: string) => string;
  readonly marks: Marks;
}

const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Response times over time, with the values of the point under the pointer below. Beside it, its data are in a table. */
export function Chart({ label, data, range, isStacked, classOf, nameOf, marks }: Props) {
  const texts = historyWords();
  const whole = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const point = useSignal<number | undefined>(undefined);
  const isDark = useSignal(DARK.matches);
  const drawn = useRef<Drawn>(undefined);
  const latestMarks = useRef(marks);
  latestMarks.current = marks;

  useEffect(() => {
    const change = (): void => {
      isDark.value = DARK.matches;
    };
    DARK.addEventListener('change', change);
    return () => DARK.removeEventListener('change', change);
  }, []);

  useEffect(() => {
    const { current } = element;
    if (current === null || whole.current === null) return;
    const drawing = new Drawn(
      current,
      () => latestMarks.current,
      (index) => (point.value = index),
    );
    drawn.current = drawing;
    const colours = [...whole.current.querySelectorAll('[data-line]')].map(
      (each) => getComputedStyle(each).backgroundColor,
    );
    void drawing.draw(data, range, isStacked, colours);
    return () => drawing.end();
  }, [data, range.from, range.to, isStacked, theme.value, isDark.value]);

  useEffect(() => drawn.current?.redraw(), [marks.thresholdMs, marks.periods]);

  return (
    <div ref={whole} class="chart">
      <div ref={element} class="plot" role="img" aria-label={label} />
      <ul class="legend">
        {data.lines.map(({ name, values }, index) => (
          <li key={name}>
            <i class={classOf(name, index)} data-line={name} />
            {nameOf(name)}
            {!isStacked && point.value !== undefined && typeof values[point.value] === 'number' && (
              <span class="number">{milliseconds(values[point.value] ?? 0)}</span>
            )}
          </li>
        ))}
        {point.value !== undefined && drawn.current !== undefined && (
          <li class="soft">{drawn.current.timeOf(data.at[point.value] ?? 0, range)}</li>
        )}
        {data.failures.some((count) => count > 0) && (
          <li>
            <i class="failed" />
            {texts.failed}
          </li>
        )}
      </ul>
    </div>
  );
}

type PlotModule = typeof import('./plot.ts');

/** What draws is loaded with the first chart. */
class Drawn {
  readonly #element: HTMLElement;
  readonly #marks: () => Marks;
  readonly #onPoint: (index: number | undefined) => void;
  readonly #resizing: ResizeObserver;
  #module: PlotModule | undefined;
  #chart: ReturnType<PlotModule['plot']> | undefined;
  #isEnded = false;

  constructor(element: HTMLElement, marks: () => Marks, onPoint: (index: number | undefined) => void) {
    this.#element = element;
    this.#marks = marks;
    this.#onPoint = onPoint;
    this.#resizing = new ResizeObserver(() => {
      this.#chart?.setSize({ width: element.clientWidth, height: this.#chart.height });
    });
  }

  async draw(data: ChartData, range: Props['range'], isStacked: boolean, colours: readonly string[]): Promise<void> {
    this.#module = await import('./plot.ts');
    if (this.#isEnded) return;
    this.#chart = this.#module.plot({
      element: this.#element,
      data,
      range,
      isStacked,
      colours,
      marks: this.#marks,
      onPoint: this.#onPoint,
    });
    this.#resizing.observe(this.#element);
  }

  /** Other marks may need another scale. */
  redraw(): void {
    if (this.#chart !== undefined) this.#chart.setData(this.#chart.data);
  }

  timeOf(at: number, range: Props['range']): string {
    return this.#module?.pointTime(at, range) ?? '';
  }

  end(): void {
    this.#isEnded = true;
    this.#resizing.disconnect();
    this.#chart?.destroy();
  }
}
