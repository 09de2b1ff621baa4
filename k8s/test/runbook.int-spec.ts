import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rules } from '../../deploy/test/support/named-metrics.ts';
import { SERVICES } from './support/services.ts';
import { storeRules } from './support/store-rules.ts';

const readme = readFileSync(inRepository('k8s/README.md'), 'utf8');

describe('the runbook', () => {
  it('says of every alert what it means and what to do, and of no other', () => {
    const alerts = [...rules, ...storeRules].map(({ alert }) => alert);
    const sections = [...readme.matchAll(/^### (Vedette\w+)\n\n\S/gm)].map((match) => match[1] ?? '');
    expect(sections.toSorted()).toEqual(alerts.toSorted());
  });

  it('links only to what exists', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
    const missing = links.filter((link) => !existsSync(join(dirname(inRepository('k8s/README.md')), link)));
    expect(links.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('says how long every pod has to end, as it is', () => {
    const rows = readme.matchAll(/^\| (`.+?`) +\| .+ \| (\d+) s +\| (\d+) s +\|$/gm);
    const told = [...rows].flatMap(([, names = '', own, given]) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => ({ name, own: Number(own), given: Number(given) })),
    );
    expect(told.map(({ name }) => name).toSorted()).toEqual(SERVICES.toSorted());
    for (const { name, own, given } of told) {
      const main = readFileSync(inRepository(`services/${name}/src/main.ts`), 'utf8');
      expect(main).toContain(`gracePeriodMs: ${own}_000`);
      const deployment = readFileSync(inRepository(`k8s/base/${name}/deployment.yaml`), 'utf8');
      expect(deployment).toContain(`terminationGracePeriodSeconds: ${given}\n`);
    }
  });

  it('names only variables that the code has', () => {
    const named = [...readme.matchAll(/`([A-Z][A-Z_]{6,})(?:=[^`]*)?`/g)].map((match) => match[1] ?? '');
    const code = [
      'deploy/test/support/service-variables.ts',
      'k8s/secrets/example.yaml',
      'k8s/overlays/production/kustomization.yaml',
    ]
      .map((path) => readFileSync(inRepository(path), 'utf8'))
      .concat(configs())
      .join('\n');
    expect([...new Set(named)].filter((name) => !code.includes(name) && name !== 'RESULTS')).toEqual([]);
  });
});

function configs(): string[] {
  const paths = SERVICES.map((name) => `services/${name}/src/config.ts`);
  return [...paths, 'libs/service-host/src/config.ts', 'libs/messaging/src/config.ts'].map((path) =>
    readFileSync(inRepository(path), 'utf8'),
  );
}
