import type { Registry } from 'prom-client';

type Registered = Parameters<Registry['registerMetric']>[0];
type Exported = Awaited<ReturnType<Registered['get']>>;

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** By bucket, without those of smaller buckets; the last one has no upper bound. */
  readonly counts: number[];
  sum: number;
}

export interface PairHistogramOptions {
  readonly name: string;
  readonly help: string;
  /** In ascending order. */
  readonly buckets: readonly number[];
  readonly labelNames: readonly [string, string];
}

/**
 * A histogram with two labels, for what happens thousands of times a second. It is exported as a histogram of the metrics
 * library, which looks for a series by a text that it makes of all labels, and costs several times as much.
 */
export class PairHistogram {
  readonly #options: PairHistogramOptions;
  readonly #series = new Map<string, Map<string | number, Series>>();

  constructor(options: PairHistogramOptions, registry: Registry) {
    this.#options = options;
    const { name, help } = options;
    const metric = { name, help, type: 'histogram', get: () => Promise.resolve(this.#exported()) };
    registry.registerMetric(metric as unknown as Registered);
  }

  observe(first: string, second: string | number, value: number): void {
    const series = this.#series.get(first)?.get(second) ?? this.#open(first, second);
    const { buckets } = this.#options;
    let bucket = 0;
    while (bucket < buckets.length && value > (buckets[bucket] ?? Infinity)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  #open(first: string, second: string | number): Series {
    const { buckets, labelNames } = this.#options;
    const labels = { [labelNames[0]]: first, [labelNames[1]]: String(second) };
    const series: Series = { labels, counts: [...buckets, Infinity].map(() => 0), sum: 0 };
    const bySecond = this.#series.get(first) ?? new Map<string | number, Series>();
    this.#series.set(first, bySecond.set(second, series));
    return series;
  }

  #exported(): Exported {
    const { name, help } = this.#options;
    const values: object[] = [];
    for (const bySecond of this.#series.values()) {
      for (const series of bySecond.values()) values.push(...this.#valuesOf(series));
    }
    return { name, help, type: 'histogram', values, aggregator: 'sum' } as unknown as Exported;
  }

  #valuesOf({ labels: sharedLabels, counts, sum }: Series): object[] {
    const { name, buckets } = this.#options;
    let count = 0;
    const counted = counts.map((each, index) => {
      count += each;
      return { labels: { le: buckets[index] ?? '+Inf' }, sharedLabels, value: count, metricName: `${name}_bucket` };
    });
    return [
      ...counted,
      { labels: {}, sharedLabels, value: sum, metricName: `${name}_sum` },
      { labels: {}, sharedLabels, value: count, metricName: `${name}_count` },
    ];
  }
}
