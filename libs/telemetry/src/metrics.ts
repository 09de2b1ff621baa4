import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { PairHistogram } from './pair-histogram.ts';
export type { Counter, Gauge, Histogram, PairHistogram };

interface Observer {
  readonly labels: Readonly<Record<string, string>>;
  readonly observe: () => number | Promise<number>;
}

/** How often the delay of the event loop is measured. The default, every 10 ms, takes more than all else in an idle process. */
const LAG_MEASURED_EVERY_MS = 50;

/** The metrics of one process. Every name gets the product's prefix, so that a dashboard can group them. */
export class Metrics {
  readonly registry = new Registry();
  readonly #observers = new Map<string, Observer[]>();
  readonly #service: string;

  constructor(service: string) {
    this.#service = service;
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({
      register: this.registry,
      prefix: 'vedette_',
      eventLoopMonitoringPrecision: LAG_MEASURED_EVERY_MS,
    });
  }

  /** Adds labels to every metric of this process. */
  labelAll(labels: Readonly<Record<string, string>>): void {
    this.registry.setDefaultLabels({ service: this.#service, ...labels });
  }

  /** Counters of the same name are shared, since their users may exist more than once, as consumers do. */
  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    const known = this.registry.getSingleMetric(`vedette_${name}`);
    if (known instanceof Counter) return known;
    return new Counter({ name: `vedette_${name}`, help, labelNames, registers: [this.registry] });
  }

  gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name: `vedette_${name}`, help, labelNames, registers: [this.registry] });
  }

  /**
   * A gauge that computes its value when it is scraped; if that fails, the other metrics are still reported. Observers
   * with the same name share one gauge, each with its own labels.
   */
  observedGauge(
    name: string,
    help: string,
    observe: () => number | Promise<number>,
    labels: Readonly<Record<string, string>> = {},
  ): void {
    const known = this.#observers.get(name);
    if (known !== undefined) {
      known.push({ labels, observe });
      return;
    }
    const observers: Observer[] = [{ labels, observe }];
    this.#observers.set(name, observers);
    const gauge: Gauge = new Gauge({
      name: `vedette_${name}`,
      help,
      labelNames: Object.keys(labels),
      registers: [this.registry],
      collect: async () => {
        await Promise.all(observers.map(async (each) => gauge.set(each.labels, await observed(each.observe))));
      },
    });
  }

  /** A gauge whose series, by the value of one label, are computed when it is scraped. */
  observedSeries(name: string, help: string, label: string, observe: () => ReadonlyMap<string, number>): void {
    const gauge: Gauge = new Gauge({
      name: `vedette_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: () => {
        gauge.reset();
        for (const [value, number] of observe()) gauge.set({ [label]: value }, number);
      },
    });
  }

  /** A histogram of latencies by two labels, for what happens thousands of times a second. */
  latencies(name: string, help: string, labelNames: readonly [string, string]): PairHistogram {
    return new PairHistogram(
      { name: `vedette_${name}`, help, buckets: LATENCY_BUCKETS_SECONDS, labelNames },
      this.registry,
    );
  }

  histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({
      name: `vedette_${name}`,
      help,
      buckets: [...buckets],
      labelNames,
      registers: [this.registry],
    });
  }
}

async function observed(observe: Observer['observe']): Promise<number> {
  try {
    return await observe();
  } catch {
    return Number.NaN;
  }
}

export const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
