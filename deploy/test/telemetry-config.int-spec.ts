import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { selectorsIn } from './support/promql.ts';

const read = (path: string): unknown => parse(readFileSync(inRepository(`deploy/${path}`), 'utf8'));

interface Collector {
  readonly receivers: Readonly<
    Record<string, { readonly protocols: { readonly http: { readonly endpoint: string } } }>
  >;
  readonly processors: Readonly<Record<string, unknown>>;
  readonly exporters: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly service: {
    readonly extensions: readonly string[];
    readonly pipelines: Readonly<
      Record<string, Readonly<Record<'receivers' | 'processors' | 'exporters', readonly string[]>>>
    >;
  };
}

describe('the collector', () => {
  const collector = read('otel/collector.yaml') as Collector;

  it('uses in its pipelines exactly what it declares', () => {
    const pipelines = Object.values(collector.service.pipelines);
    for (const kind of ['receivers', 'processors', 'exporters'] as const) {
      const used = new Set(pipelines.flatMap((pipeline) => pipeline[kind]));
      expect([...used].toSorted()).toEqual(Object.keys(collector[kind]).toSorted());
    }
    expect(collector.service.extensions).toEqual(Object.keys(collector.extensions));
  });

  it('guards its memory first and batches last', () => {
    const { processors } = collector.service.pipelines['traces'] ?? { processors: [] };
    expect(processors.at(0)).toBe('memory_limiter');
    expect(processors.at(-1)).toBe('batch');
  });

  it('listens where services send spans by HTTP', () => {
    expect(collector.receivers['otlp']?.protocols.http.endpoint).toBe('0.0.0.0:4318');
  });
});

describe('Prometheus', () => {
  it('scrapes all services on their internal port, and reads the rules', () => {
    const config = read('prometheus/prometheus.yaml') as {
      rule_files: string[];
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const [targets] = config.scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs);
    expect(targets?.names.toSorted()).toEqual([...SERVICES].toSorted());
    expect(targets?.port).toBe(9090);
    expect(config.rule_files).toEqual(['/etc/prometheus/rules.yaml']);
  });
});

describe('the reader of expressions', () => {
  it('finds every metric and what its labels must be', () => {
    expect(selectorsIn('sum by (a) (rate(x_total{b="c", d!="e"}[$__rate_interval])) / max(y)')).toEqual([
      { metric: 'x_total', equals: { b: 'c' } },
      { metric: 'y', equals: {} },
    ]);
  });

  it('refuses what is no PromQL', () => {
    expect(() => selectorsIn('sum(rate(x_total[5m])')).toThrow('No PromQL');
    expect(() => selectorsIn('sum x )')).toThrow('No PromQL');
  });
});
