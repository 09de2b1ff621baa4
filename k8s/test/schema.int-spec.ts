import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';
import { render, renderWith } from './support/kustomize.ts';
import { nameOf, type Manifest } from './support/manifest.ts';
import { schemaFaults } from './support/schema.ts';

const faultsIn = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) => schemaFaults(manifest).map((fault) => `${nameOf(manifest)}: ${fault}`));

describe('every document', () => {
  it.each([
    { directory: 'namespaces', atLeast: 2 },
    { directory: 'certificates', atLeast: 4 },
    { directory: 'base', atLeast: 6 },
    { directory: 'overlays/dev', atLeast: 6 },
    { directory: 'overlays/production', atLeast: 6 },
    { directory: 'overlays/region', atLeast: 15 },
    { directory: 'stores', atLeast: 6 },
    { directory: 'restore/postgres', atLeast: 6 },
  ])(
    'of $directory fits its schema',
    async ({ directory, atLeast }) => {
      const manifests = await render(directory);
      expect(manifests.length).toBeGreaterThanOrEqual(atLeast);
      expect(faultsIn(manifests)).toEqual([]);
    },
    90_000,
  );

  it.each([
    { directory: 'overlays/region', component: 'prometheus-workers' },
    { directory: 'stores', component: 'regions' },
  ])(
    'of the component $component fits its schema',
    async ({ directory, component }) => {
      const [plain, added] = await Promise.all([render(directory), renderWith(directory, component)]);
      expect(added).toHaveLength(plain.length + 2);
      expect(faultsIn(added)).toEqual([]);
    },
    90_000,
  );

  it('of the example of Secrets fits its schema', async () => {
    const text = await readFile(inRepository('k8s/secrets/example.yaml'), 'utf8');
    expect(faultsIn(parseAllDocuments(text).map((document) => document.toJS() as Manifest))).toEqual([]);
  });
});

describe('the check against schemas', () => {
  const deployment = (container: object, spec: object = {}): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'made-up' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'one', ...container }] } },
      ...spec,
    },
  });

  it.each([
    { name: 'a field that is right', manifest: deployment({ image: 'x' }), faults: [] },
    {
      name: 'a misspelt field deep inside',
      manifest: deployment({ imagePullPolcy: 'Always' }),
      faults: [/spec\.template\.spec\.containers\.0\.imagePullPolcy is not known/],
    },
    {
      name: 'an unknown field at the top',
      manifest: { ...deployment({}), sepc: {} },
      faults: [/^sepc is not known/],
    },
    { name: 'a value of the wrong type', manifest: deployment({}, { replicas: 'two' }), faults: [/replicas/] },
    { name: 'a missing field', manifest: { ...deployment({}), spec: { replicas: 1 } }, faults: [/selector|template/] },
    {
      name: 'a kind without a schema',
      manifest: { ...deployment({}), kind: 'Deploymint' },
      faults: [/there is no schema/],
    },
  ])('judges $name', ({ manifest, faults }) => {
    const found = schemaFaults(manifest);
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toMatch(fault);
  });
});
