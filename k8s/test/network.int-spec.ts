import { beforeAll, describe, expect, it } from '@jest/globals';
import { classifyAddress } from '@vedette/outbound';
import { REACHING_OUT, REACHING_OUT_BY_DEFAULT, REACHING_PRIVATE_TARGETS } from '../../deploy/test/support/ways-out.ts';
import { render, renderWith } from './support/kustomize.ts';
import { containerOf, deploymentOf, find, type Labels, type Manifest } from './support/manifest.ts';
import { SERVICES } from './support/services.ts';

interface Peer {
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  readonly namespaceSelector?: { readonly matchLabels: Labels };
  readonly podSelector?: object;
}

interface Policy extends Manifest {
  readonly spec: {
    readonly podSelector: {
      readonly matchLabels?: Labels;
      readonly matchExpressions?: readonly { readonly values: readonly string[] }[];
    };
    readonly policyTypes: readonly ('Ingress' | 'Egress')[];
    readonly egress?: readonly {
      readonly to: readonly Peer[];
      readonly ports?: readonly { port?: number | string }[];
    }[];
    readonly ingress?: readonly {
      readonly from: readonly Peer[];
      readonly ports?: readonly { port?: number | string }[];
    }[];
  };
}

/** Where NodeLocal DNSCache listens on every node. */
const NODE_LOCAL_DNS = '169.254.20.10/32';

const STORES = { NATS_URL: 4222, DATABASE_URL: 5432, REDIS_URL: 6379 };

let manifests: Manifest[];
let policies: Policy[];

const policiesIn = (rendered: readonly Manifest[]): Policy[] =>
  rendered.filter((each): each is Policy => each.kind === 'NetworkPolicy');

beforeAll(async () => {
  manifests = await render('overlays/production');
  policies = policiesIn(manifests);
}, 90_000);

const selects = ({ spec }: Policy, service: string): boolean => {
  const { matchLabels = {}, matchExpressions = [] } = spec.podSelector;
  const labels: Labels = { 'app.kubernetes.io/name': service };
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ values }) => values.includes(service))
  );
};

const egressOf = (service: string, among: readonly Policy[] = policies) =>
  among.filter((policy) => selects(policy, service)).flatMap(({ spec }) => spec.egress ?? []);
/** The ranges of addresses outside of the cluster that a policy lets pods reach. */
const outsideOf = (rules: readonly { readonly to: readonly Peer[] }[]) =>
  rules.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? [])).filter(({ cidr }) => cidr !== NODE_LOCAL_DNS);
/** Who may leave the cluster. */
const reachingOut = (among: readonly Policy[]): string[] =>
  SERVICES.filter((service) => outsideOf(egressOf(service, among)).length > 0).toSorted();
const ingressOf = (service: string) =>
  policies.filter((policy) => selects(policy, service)).flatMap(({ spec }) => spec.ingress ?? []);

describe('the network', () => {
  it('denies both ways what no policy allows', () => {
    const deny = policies.find(({ metadata }) => metadata.name === 'default-deny');
    expect(deny?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('lets the services reach the internet whose work is there, such as workers, and no others', () => {
    expect(reachingOut(policies)).toContain('checker-worker');
    expect(reachingOut(policies)).toEqual(REACHING_OUT_BY_DEFAULT);
  });

  it('lets status-page fetch logos where the operator wants that', async () => {
    const withLogos = policiesIn(await renderWith('overlays/production', 'logos'));
    expect(reachingOut(withLogos)).toContain('status-page');
    expect(reachingOut(withLogos)).toEqual(REACHING_OUT);
    expect(withLogos).toHaveLength(policies.length);
  });

  it('lets the services that can be told to reach private addresses, and never special ones', async () => {
    const withPrivate = policiesIn(await renderWith('overlays/production', 'private-targets'));
    const added = withPrivate.filter(({ metadata }) => metadata.name === 'to-private-targets');
    expect(withPrivate).toHaveLength(policies.length + 1);
    expect(reachingOut(added)).toContain('checker-worker');
    expect(reachingOut(added)).toEqual(REACHING_PRIVATE_TARGETS);
    const ranges = added.flatMap(({ spec }) => (spec.egress ?? []).flatMap(({ to }) => to));
    for (const { ipBlock } of ranges) {
      expect(['private', 'unique_local']).toContain(classifyAddress(ipBlock?.cidr.split('/')[0] ?? ''));
    }
  });

  it("lets the Gateway reach the pods by which cert-manager proves our hosts, on the solver's port", () => {
    const toSolver = policies.filter(
      ({ spec }) => spec.podSelector.matchLabels?.['acme.cert-manager.io/http01-solver'] === 'true',
    );
    const ofGateway = policies.find(({ metadata }) => metadata.name === 'from-public-gateway')?.spec.ingress ?? [];
    expect(toSolver.flatMap(({ spec }) => spec.ingress)).toEqual([
      { from: ofGateway[0]?.from, ports: [{ protocol: 'TCP', port: 8089 }] },
    ]);
  });

  it('leaves out of the internet whatever our own guard refuses', () => {
    const blocks = outsideOf(policies.flatMap(({ spec }) => spec.egress ?? []));
    expect(blocks).toHaveLength(6);
    for (const { cidr, except = [] } of blocks) {
      expect(['0.0.0.0/0', '2000::/3']).toContain(cidr);
      for (const range of except) expect(classifyAddress(range.split('/')[0] ?? '')).not.toBe('public');
    }
    const excepted = new Set(blocks.flatMap(({ except = [] }) => except));
    const special = ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'];
    expect(special.filter((range) => !excepted.has(range))).toEqual([]);
    for (const cidr of ['0.0.0.0/0', '2000::/3']) {
      const [first, ...others] = blocks.filter((block) => block.cidr === cidr);
      expect(others.map(({ except }) => except)).toEqual([first?.except, first?.except]);
    }
  });

  it('lets names be resolved by the DNS of the cluster alone: CoreDNS, NodeLocal DNSCache, or that of OpenShift', () => {
    for (const service of [...SERVICES, 'migrate']) {
      const resolving = (wanted: number): Peer[] =>
        egressOf(service)
          .filter(({ ports = [] }) => ports.some(({ port }) => port === wanted))
          .flatMap(({ to }) => to);
      expect(resolving(53)).toEqual([
        {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
          podSelector: {
            matchExpressions: [{ key: 'k8s-app', operator: 'In', values: ['kube-dns', 'node-local-dns'] }],
          },
        },
        { ipBlock: { cidr: NODE_LOCAL_DNS } },
      ]);
      expect(resolving(5353)).toEqual([
        {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } },
          podSelector: { matchLabels: { 'dns.operator.openshift.io/daemonset-dns': 'default' } },
        },
      ]);
    }
  });

  it.each(SERVICES)('lets %s reach the stores whose addresses it is given, and no others', (service) => {
    const given = new Set((containerOf(deploymentOf(manifests, service)).env ?? []).map(({ name }) => name));
    const wanted = Object.entries(STORES).flatMap(([variable, port]) => (given.has(variable) ? [port] : []));
    const reached = egressOf(service).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    const stores = reached.filter((port) => Object.values(STORES).some((store) => store === port));
    expect(new Set(stores)).toEqual(new Set(wanted));
  });

  it('lets the migrations reach PostgreSQL', () => {
    expect(egressOf('migrate').flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toContain(5432);
  });

  it.each(SERVICES)('lets %s be reached on ports that it has', (service) => {
    const named = new Set((containerOf(deploymentOf(manifests, service)).ports ?? []).map(({ name }) => name));
    const opened = ingressOf(service).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    expect(new Set(opened)).toEqual(named);
  });
});

interface Route extends Manifest {
  readonly spec: {
    readonly hostnames: readonly string[];
    readonly parentRefs: readonly { readonly name: string; readonly sectionName: string }[];
    readonly rules: readonly { readonly backendRefs?: readonly { readonly name: string; readonly port: number }[] }[];
  };
}

describe('the public hosts', () => {
  const HOSTS = {
    api: 'API_PUBLIC_URL',
    console: 'CONSOLE_PUBLIC_URL',
    status: 'STATUS_PAGE_PUBLIC_URL',
    heartbeat: 'HEARTBEAT_PUBLIC_URL',
  };
  const BACKENDS = { api: 'gateway', console: 'gateway', status: 'status-page', heartbeat: 'monitor' };

  it.each(['api', 'console', 'status', 'heartbeat'] as const)('are routed as the services tell them: %s', (name) => {
    const route = find(manifests, 'HTTPRoute', name) as Route;
    const map = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('vedette-'));
    const told = new URL((map?.['data'] as Record<string, string> | undefined)?.[HOSTS[name]] ?? '').host;
    expect(route.spec.hostnames).toEqual([told]);
    expect(route.spec.rules.flatMap(({ backendRefs }) => backendRefs?.map((each) => each.name))).toEqual([
      BACKENDS[name],
    ]);
    const gateway = find(manifests, 'Gateway', 'public') as Manifest & {
      spec: { listeners: { name: string; hostname?: string }[] };
    };
    const listener = gateway.spec.listeners.find((each) => each.name === route.spec.parentRefs[0]?.sectionName);
    expect(listener?.hostname).toBe(told);
  });

  it('lead to ports that the Services have', () => {
    const routes = manifests.filter((each): each is Route => each.kind === 'HTTPRoute');
    for (const { name, port } of routes.flatMap(({ spec }) =>
      spec.rules.flatMap(({ backendRefs = [] }) => backendRefs),
    )) {
      const { spec } = find(manifests, 'Service', name) as Manifest & {
        spec: { ports: { port: number; targetPort: string }[] };
      };
      expect(spec.ports.find((each) => each.port === port)?.targetPort).toBe(port === 80 ? 'http' : 'console');
    }
    const names = routes.map(({ metadata }) => metadata.name);
    expect(names.toSorted()).toEqual(['api', 'console', 'heartbeat', 'status', 'to-https']);
  });
});
