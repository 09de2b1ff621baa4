import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { seriesIn } from './exposition.ts';
import { selectorsIn } from './promql.ts';

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

export interface Groups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

export const { groups } = parse(read('deploy/prometheus/rules.yaml')) as Groups;
export const rules = groups.flatMap((group) => group.rules);

const { panels } = JSON.parse(read('deploy/grafana/vedette.json')) as { panels: readonly Panel[] };
export const charts = panels.filter(({ type }) => type !== 'row');

/** What `/metrics` of each service answers, by its name. */
export type Pages = ReadonlyMap<string, string>;

export function seriesOf(pages: Pages, service?: string): ReadonlySet<string> {
  const asked = [...pages].filter(([name]) => service === undefined || name === service);
  return new Set(asked.flatMap(([, page]) => seriesIn(page)));
}

/** The metrics of an expression that no service exposes, or not the one that it names. */
export function unknownIn(expression: string, pages: Pages): string[] {
  return selectorsIn(expression)
    .filter(({ metric, equals }) => !seriesOf(pages, equals['service']).has(metric))
    .map(({ metric }) => metric);
}
