import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

const readme = readFileSync(inRepository('k8s/README.md'), 'utf8');

describe('the runbook', () => {
  it('says of every alert what it means and what to do, and of no other', () => {
    const { groups } = parse(readFileSync(inRepository('deploy/prometheus/rules.yaml'), 'utf8')) as {
      groups: { rules: { alert: string }[] }[];
    };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    const sections = [...readme.matchAll(/^### (Vedette\w+)\n\n\S/gm)].map((match) => match[1] ?? '');
    expect(sections.toSorted()).toEqual(alerts.toSorted());
  });

  it('links only to what exists', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
    const missing = links.filter((link) => !existsSync(join(dirname(inRepository('k8s/README.md')), link)));
    expect(links.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('names only variables that the code has', () => {
    const named = [...readme.matchAll(/`([A-Z][A-Z_]{6,})(?:=[^`]*)?`/g)].map((match) => match[1] ?? '');
    const code = ['deploy/test/support/service-variables.ts', 'k8s/secrets.example.yaml', 'k8s/base/kustomization.yaml']
      .map((path) => readFileSync(inRepository(path), 'utf8'))
      .concat(configs())
      .join('\n');
    expect([...new Set(named)].filter((name) => !code.includes(name) && name !== 'RESULTS')).toEqual([]);
  });
});

function configs(): string[] {
  const services = ['gateway', 'monitor', 'checker-worker', 'incident', 'status-page', 'webhook-dispatcher'];
  const paths = services.map((name) => `services/${name}/src/config.ts`);
  return [...paths, 'libs/service-host/src/config.ts', 'libs/messaging/src/config.ts'].map((path) =>
    readFileSync(inRepository(path), 'utf8'),
  );
}
