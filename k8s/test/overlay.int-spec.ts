import { beforeAll, describe, expect, it } from '@jest/globals';
import { render, renderEdited } from './support/kustomize.ts';
import { containerOf, deploymentOf, find, nameOf, workloads, type Manifest } from './support/manifest.ts';
import { scaledObjectsIn } from './support/scaled-object.ts';
import { SERVICES } from './support/services.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** What an operator with another cluster would write. */
const EDITS: readonly (readonly [string | RegExp, string])[] = [
  ['VERSION=0-1-0', 'VERSION=2026-11-rc-1'],
  [/registry\.example\.com\/vedette\/(\S+), newTag: 0\.1\.0/g, `registry.local:5000/Team_a/$1, digest: '${DIGEST}'`],
  ['GATEWAY_CLASS=envoy', 'GATEWAY_CLASS=istio'],
  ['GATEWAY_NAMESPACE=envoy-gateway-system', 'GATEWAY_NAMESPACE=istio-ingress'],
  ['ISSUER_EMAIL=operations@example.com', 'ISSUER_EMAIL=tls@customer.example'],
  ['DATABASE_DIRECT_ADDRESS=vedette-rw.vedette-stores.svc.cluster.local', 'DATABASE_DIRECT_ADDRESS=db.internal'],
  ['DATABASE_ADDRESS=vedette-rw.vedette-stores.svc.cluster.local', 'DATABASE_ADDRESS=pooler.internal'],
];

let edited: Manifest[];

beforeAll(async () => {
  edited = await renderEdited((text) => EDITS.reduce((result, [from, to]) => result.replace(from, to), text));
}, 90_000);

describe('the file to edit', () => {
  it('holds every value that its patches and replacements carry on, so that no other file must change', () => {
    const policies = edited.filter(({ metadata }) => metadata.name.startsWith('from-public-gateway'));
    expect(policies.map(({ metadata }) => metadata.name)).toEqual([
      'from-public-gateway',
      'from-public-gateway-to-acme-solver',
      'from-public-gateway-to-console',
    ]);
    for (const policy of policies) expect(JSON.stringify(policy)).toContain('"istio-ingress"');
    expect(find(edited, 'Issuer', 'public')['spec']).toMatchObject({ acme: { email: 'tls@customer.example' } });
    expect(find(edited, 'Gateway', 'public')['spec']).toMatchObject({ gatewayClassName: 'istio' });
    expect(JSON.stringify(edited)).not.toContain('envoy');
  });

  it('sends migrations and KEDA to PostgreSQL itself and services to the pooler', () => {
    const databases = scaledObjectsIn(edited).flatMap(({ spec }) =>
      spec.triggers.flatMap(({ metadata }) => metadata['host'] ?? []),
    );
    expect(databases).toHaveLength(4);
    expect(new Set(databases)).toEqual(new Set(['db.internal']));
    const map = edited.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('vedette-'));
    const data = map?.['data'] as Record<string, string>;
    const [job] = workloads(edited, 'Job');
    expect(JSON.stringify(job)).toContain('"key":"DATABASE_DIRECT_ADDRESS"');
    expect(JSON.stringify(job)).not.toContain('"key":"DATABASE_ADDRESS"');
    expect(JSON.stringify(deploymentOf(edited, 'monitor'))).toContain('"key":"DATABASE_ADDRESS"');
    expect(data).toMatchObject({
      DATABASE_ADDRESS: 'pooler.internal:5432/vedette',
      DATABASE_DIRECT_ADDRESS: 'db.internal:5432/vedette',
    });
  });

  it('names the migration Job by the version, whatever the registry and the images are called', () => {
    const [job] = workloads(edited, 'Job');
    expect(job?.metadata.name).toBe('migrate-2026-11-rc-1');
    for (const service of SERVICES) {
      expect(containerOf(deploymentOf(edited, service)).image).toBe(`registry.local:5000/Team_a/${service}@${DIGEST}`);
    }
  });

  it('holds an image for every service', async () => {
    const manifests = await render('overlays/production');
    const images = SERVICES.map((service) => containerOf(deploymentOf(manifests, service)).image);
    expect(images).toEqual(SERVICES.map((service) => `registry.example.com/vedette/${service}:0.1.0`));
  }, 90_000);

  it('lets pods log in to a registry, and kube-prometheus-stack find what it is to read', () => {
    expect(find(edited, 'ServiceAccount', 'vedette')['imagePullSecrets']).toEqual([{ name: 'vedette-registry' }]);
    const read = edited.filter(({ kind }) => ['ServiceMonitor', 'PodMonitor', 'PrometheusRule'].includes(kind));
    expect(read.length).toBeGreaterThan(3);
    for (const { metadata } of read) expect(metadata.labels?.['release']).toBe('kube-prometheus-stack');
  });
});

describe('quantities', () => {
  it.each(['overlays/dev', 'overlays/production', 'overlays/region', 'stores'])(
    'of %s are strings, as the API server returns them, so that nothing changes when they are applied again',
    async (directory) => {
      const numbers = (await render(directory)).flatMap((manifest) =>
        quantitiesIn(manifest)
          .filter((quantity) => typeof quantity !== 'string')
          .map((quantity) => `${nameOf(manifest)}: ${String(quantity)}`),
      );
      expect(numbers).toEqual([]);
    },
    90_000,
  );
});

describe('claims of volumes', () => {
  it.each(['overlays/dev', 'stores'])(
    'of %s are as the API server returns them, so that nothing changes when they are applied again',
    async (directory) => {
      const claims = workloads(await render(directory), 'StatefulSet').flatMap(
        ({ spec }) => (spec as unknown as { volumeClaimTemplates: object[] }).volumeClaimTemplates,
      );
      expect(claims.length).toBeGreaterThan(0);
      for (const claim of claims) {
        expect(claim).toMatchObject({
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          spec: { volumeMode: 'Filesystem' },
          status: { phase: 'Pending' },
        });
      }
    },
    90_000,
  );
});

/** The values of `requests` and `limits`, at any depth. */
function quantitiesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) =>
    (key === 'requests' || key === 'limits') && typeof field === 'object' && field !== null
      ? Object.values(field)
      : quantitiesIn(field),
  );
}
