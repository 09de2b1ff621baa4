import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Groups } from '../../../deploy/test/support/named-metrics.ts';

const { spec } = parse(readFileSync(inRepository('k8s/components/prometheus/store-rules.yaml'), 'utf8')) as {
  readonly spec: Groups;
};

/** The alerts of the stores, which only Kubernetes has. */
export const storeRules = spec.groups.flatMap(({ rules }) => rules);
