import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { groups, rules, type Groups } from './support/named-metrics.ts';
import { selectorsIn } from './support/promql.ts';

describe('the alerts', () => {
  it('are the same in Kubernetes', () => {
    const file = readFileSync(inRepository('k8s/components/prometheus/rules.yaml'), 'utf8');
    const { spec } = parse(file) as { spec: Groups };
    expect(spec.groups).toEqual(groups);
  });

  it('tell of every service whose metrics are gone', () => {
    const absent = rules.find(({ alert }) => alert === 'VedetteServiceAbsent')?.expr ?? '';
    const named = selectorsIn(absent).map(({ equals }) => equals['service'] ?? '');
    expect(named.toSorted()).toEqual([...SERVICES].toSorted());
    expect(absent.match(/\babsent\(/g)).toHaveLength(SERVICES.length);
  });

  it('have names of their own, a severity and a sentence', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(alert === 'VedetteWatchdog' ? ['none'] : ['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook_url).toMatch(new RegExp(`#${alert.toLowerCase()}$`));
    }
  });
});
