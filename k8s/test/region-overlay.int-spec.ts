import { beforeAll, describe, expect, it } from '@jest/globals';
import { REGION_WORKER } from '@vedette/contract';
import { rules, type Groups } from '../../deploy/test/support/named-metrics.ts';
import { environmentFaults } from '../../deploy/test/support/service-variables.ts';
import { environmentOf, exampleSecrets } from './support/environment.ts';
import { render, renderEdited, renderWith } from './support/kustomize.ts';
import {
  containerOf,
  deploymentOf,
  find,
  nameOf,
  podSpecOf,
  workloads,
  type EnvVariable,
  type Manifest,
  type Workload,
} from './support/manifest.ts';
import { podOf } from './support/restricted.ts';

interface Policy extends Manifest {
  readonly spec: { readonly podSelector: object; readonly ingress?: unknown; readonly egress?: unknown };
}

let region: Manifest[];

/** What only the operator of a region knows. */
const EDITS = [
  ['WORKER_REGION=us-east', 'WORKER_REGION=ap-south'],
  ['CENTRAL_NATS_ADDRESS=nats.example.com:7422', 'CENTRAL_NATS_ADDRESS=leaf.customer.example:7422'],
] as const;

beforeAll(async () => {
  region = await renderEdited((text) => EDITS.reduce((result, [from, to]) => result.replace(from, to), text), 'region');
}, 90_000);

const leaf = (): Workload => find(region, 'StatefulSet', 'nats-leaf') as Workload;
const policyOf = (name: string): Policy => find(region, 'NetworkPolicy', name) as Policy;
const secretsOf = (workload: Workload): string[] =>
  (containerOf(workload).env ?? []).flatMap(({ valueFrom }: EnvVariable) => valueFrom?.secretKeyRef?.name ?? []);

describe('a region', () => {
  it('has workers and their leaf node, and nothing else that runs', () => {
    const running = region.filter((manifest) => podOf(manifest) !== undefined);
    expect(running.map(nameOf).toSorted()).toEqual([
      'Deployment vedette/checker-worker',
      'StatefulSet vedette/nats-leaf',
    ]);
    expect(workloads(region, 'Job')).toEqual([]);
    expect(region.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('needs two edits: its name and the address of the central servers', async () => {
    const plain = await render('overlays/region');
    const edited = JSON.stringify(region);
    for (const [from, to] of EDITS) {
      expect(edited).toContain(`"${to.split('=')[1]}"`);
      expect(edited).not.toContain(from.split('=')[1]);
    }
    expect(region).toHaveLength(plain.length);
    const { variables } = environmentOf(containerOf(deploymentOf(region, 'checker-worker')), 'vedette', region);
    expect(variables).toMatchObject({ WORKER_REGION: 'ap-south' });
  });

  it('gives its workers what they know and need, with the NATS user of workers in other regions', () => {
    const container = containerOf(deploymentOf(region, 'checker-worker'));
    const { variables, missing } = environmentOf(container, 'vedette', region);
    expect(missing).toEqual([]);
    expect(environmentFaults('checker-worker', variables)).toEqual([]);
    const { username, host } = new URL(variables['NATS_URL'] ?? '');
    expect([username, host]).toEqual([REGION_WORKER, 'nats-leaf:4222']);
    const { ports } = (find(region, 'Service', 'nats-leaf') as Manifest & { spec: { ports: object[] } }).spec;
    expect(ports).toEqual([expect.objectContaining({ port: 4222 })]);
  });

  it('keeps the password of the central servers from its workers', () => {
    expect(secretsOf(deploymentOf(region, 'checker-worker'))).toEqual(['vedette-checker-worker']);
    expect(secretsOf(leaf()).toSorted()).toEqual(['vedette-checker-worker', 'vedette-nats-leaf']);
    const central = exampleSecrets.find(({ metadata }) => metadata.name === 'vedette-nats');
    expect(central?.stringData).toHaveProperty('NATS_REGION_WORKER_PASSWORD');
  });

  it('joins the central servers by TLS, and has no streams of its own', () => {
    const { 'nats.conf': config = '' } = find(region, 'ConfigMap', 'nats-leaf')['data'] as Record<string, string>;
    expect(config).toContain('ca_file: /etc/nats-authority/ca.crt');
    expect(config).not.toContain('jetstream');
    const url = containerOf(leaf()).env?.find(({ name }) => name === 'CENTRAL_NATS_URL')?.value;
    expect(url).toMatch(new RegExp(`^"tls://${REGION_WORKER}:`));
    const { volumes = [] } = podSpecOf(leaf());
    expect(JSON.stringify(volumes)).toContain('{"key":"ca.crt","path":"ca.crt"}');
  });

  it('is scaled by its processor, because the backlog is out of reach', () => {
    expect(region.filter(({ kind }) => kind === 'ScaledObject')).toEqual([]);
    expect(find(region, 'HorizontalPodAutoscaler', 'checker-worker')['spec']).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'checker-worker' },
      minReplicas: 2,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 60 } } }],
    });
    expect(deploymentOf(region, 'checker-worker').spec.replicas).toBeUndefined();
    for (const name of ['checker-worker', 'nats-leaf']) expect(find(region, 'PodDisruptionBudget', name)).toBeDefined();
  });
});

describe('the network of a region', () => {
  const ofWorkers = { matchLabels: { 'app.kubernetes.io/name': 'checker-worker' } };
  const ofLeaf = { matchLabels: { 'app.kubernetes.io/name': 'nats-leaf' } };

  it('denies what no policy allows, and is no wider for workers than in the central region', async () => {
    expect(policyOf('default-deny').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const production = await render('overlays/production');
    for (const name of ['to-internet-by-any-protocol', 'to-dns', 'from-prometheus', 'to-collector']) {
      expect(policyOf(name).spec).toEqual(find(production, 'NetworkPolicy', name)['spec']);
    }
    const names = region.filter(({ kind }) => kind === 'NetworkPolicy').map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(8);
  });

  it('lets workers reach the leaf node, and the leaf node the central servers', () => {
    const toLeaf = [{ to: [{ podSelector: ofLeaf }], ports: [{ protocol: 'TCP', port: 4222 }] }];
    expect(policyOf('to-nats').spec).toMatchObject({ podSelector: ofWorkers, egress: toLeaf });
    const fromWorkers = [{ from: [{ podSelector: ofWorkers }], ports: [{ protocol: 'TCP', port: 4222 }] }];
    expect(policyOf('to-nats-leaf').spec).toMatchObject({ podSelector: ofLeaf, ingress: fromWorkers });
    const toCentre = [{ ports: [{ protocol: 'TCP', port: 7422 }] }];
    expect(policyOf('to-central-nats').spec).toMatchObject({ podSelector: ofLeaf, egress: toCentre });
  });

  it('finds the port of the central servers open, where the operator wants regions', async () => {
    const stores = await renderWith('stores', 'regions');
    const { spec } = find(stores, 'Service', 'nats-regions') as Manifest & { spec: object };
    expect(spec).toMatchObject({ type: 'LoadBalancer', ports: [{ port: 7422, targetPort: 'leafnodes' }] });
    const policy = find(stores, 'NetworkPolicy', 'from-regions') as Policy;
    expect(policy.spec.ingress).toEqual([{ ports: [{ protocol: 'TCP', port: 7422 }] }]);
    expect(policy.metadata.namespace).toBe('vedette-stores');
  }, 90_000);
});

describe('the alerts of a region', () => {
  it('are those of the central ones that only need the metrics of workers', async () => {
    const added = await renderWith('overlays/region', 'prometheus-workers');
    const { spec } = find(added, 'PrometheusRule', 'vedette-workers') as Manifest & { spec: Groups };
    const own = spec.groups.flatMap((group) => group.rules);
    expect(own.map(({ alert }) => alert)).toEqual([
      'VedetteEventLoopLate',
      'VedetteWorkersFull',
      'VedetteWorkerUntrusted',
      'VedetteFailuresContradicted',
    ]);
    for (const rule of own) expect(rules).toContainEqual(rule);
  }, 90_000);
});
