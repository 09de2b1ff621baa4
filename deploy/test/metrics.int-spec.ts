import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository, startStack, type TestStack } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { labelsIn, seriesIn } from './support/exposition.ts';
import { selectorsIn } from './support/promql.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');
const { groups } = parse(read('deploy/prometheus/rules.yaml')) as Groups;
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/grafana/vedette.json')) as { panels: readonly Panel[] };
const charts = panels.filter(({ type }) => type !== 'row');

let stack: TestStack;
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  stack = await startStack();
  const scraped = SERVICES.map(async (name) => {
    const response = await fetch(`${stack.service(name).internalUrl}/metrics`);
    return [name, await response.text()] as const;
  });
  pages = new Map(await Promise.all(scraped));
}, 120_000);

afterAll(() => stack.stop());

const seriesOf = (service?: string): ReadonlySet<string> =>
  new Set(
    [...pages].filter(([name]) => service === undefined || name === service).flatMap(([, page]) => seriesIn(page)),
  );

const unknownIn = (expression: string): string[] =>
  selectorsIn(expression)
    .filter(({ metric, equals }) => !seriesOf(equals['service']).has(metric))
    .map(({ metric }) => metric);

describe('every metric that is named', () => {
  it.each(rules)('in the alert $alert is exposed by a service', ({ expr }) => {
    expect(selectorsIn(expr).length).toBeGreaterThan(0);
    expect(unknownIn(expr)).toEqual([]);
  });

  it.each(charts)('in the panel $title is exposed by a service', ({ targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });
});

describe('metrics', () => {
  it('have few labels, and none that grows with customers', () => {
    const labels = new Set([...pages.values()].flatMap((page) => labelsIn(page)));
    const perCustomer = [...labels].filter((label) => /org|tenant|customer|monitor_?id|endpoint|url|key/i.test(label));
    expect(perCustomer).toEqual([]);
    expect(labels.size).toBeLessThan(25);
  });

  it('are those that one steers by', () => {
    const wanted = [
      'vedette_schedule_lateness_seconds_bucket',
      'vedette_stream_messages',
      'vedette_checks_running',
      'vedette_webhook_attempts_in_flight',
      'vedette_rpc_in_flight',
      'vedette_check_results_total',
      'vedette_check_confirmations_total',
      'vedette_outbox_oldest_unsent_seconds',
      'vedette_webhook_oldest_due_seconds',
      'vedette_rate_limit_fallback',
      'vedette_rpc_handled_seconds_bucket',
    ];
    const exposed = seriesOf();
    expect(wanted.filter((name) => !exposed.has(name))).toEqual([]);
  });
});

describe('the alerts', () => {
  it('are the same in Kubernetes', () => {
    const { spec } = parse(read('k8s/components/prometheus/rules.yaml')) as { spec: Groups };
    expect(spec.groups).toEqual(groups);
  });

  it('have names of their own, a severity and a sentence', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });
});
