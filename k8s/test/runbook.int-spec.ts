import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rules } from '../../deploy/test/support/named-metrics.ts';
import { render } from './support/kustomize.ts';
import { find } from './support/manifest.ts';
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

describe('the page about restoring', () => {
  const page = readFileSync(inRepository('k8s/restore/README.md'), 'utf8');

  it.each(['k8s/restore', 'deploy/restore'])('uses every file of %s', (directory) => {
    const files = readdirSync(inRepository(directory)).filter((name) => name.endsWith('.sh'));
    expect(files.length).toBeGreaterThan(3);
    const prefix = directory.startsWith('k8s') ? `${directory}/` : '';
    expect(files.filter((name) => !page.includes(`${prefix}${name}`))).toEqual([]);
  });

  it('says how much is lost, as PostgreSQL archives it', async () => {
    const { postgresql } = find(await render('stores'), 'Cluster', 'vedette')['spec'] as {
      postgresql: { parameters: Record<string, string> };
    };
    expect(postgresql.parameters['archive_timeout']).toBe('5min');
    expect(page).toContain('at the latest after five minutes (`archive_timeout`)');
  }, 90_000);

  it('restores from the archive that is written, until an operator begins another one', async () => {
    const text = JSON.stringify(find(await render('restore/postgres'), 'Cluster', 'vedette'));
    expect(text.match(/"serverName":"[^"]+"/g)).toEqual(['"serverName":"vedette"', '"serverName":"vedette"']);
    expect(text).not.toContain('initdb');
  }, 90_000);
});

function configs(): string[] {
  const paths = SERVICES.map((name) => `services/${name}/src/config.ts`);
  return [...paths, 'libs/service-host/src/config.ts', 'libs/messaging/src/config.ts'].map((path) =>
    readFileSync(inRepository(path), 'utf8'),
  );
}
