import { parser } from '@prometheus-io/lezer-promql';

export interface Selector {
  readonly metric: string;
  /** Values that a label must equal. */
  readonly equals: Readonly<Record<string, string>>;
}

/** What Grafana puts in place before Prometheus sees it. */
const VARIABLES = /\$__rate_interval/g;

/** The metrics that an expression reads. Throws when it is no PromQL. */
export function selectorsIn(expression: string): Selector[] {
  const text = expression.replace(VARIABLES, '5m');
  const selectors: Selector[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`No PromQL at ${node.from}: ${expression}`);
      if (node.name !== 'VectorSelector') return;
      const selector = text.slice(node.from, node.to);
      const [metric = ''] = /^[a-zA-Z_:][\w:]*/.exec(selector) ?? [];
      const pairs = [...selector.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
      selectors.push({ metric, equals: Object.fromEntries(pairs) as Record<string, string> });
    },
  });
  return selectors;
}
