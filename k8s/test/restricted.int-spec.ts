import { describe, expect, it } from '@jest/globals';
import { render } from './support/kustomize.ts';
import { nameOf, type Manifest } from './support/manifest.ts';
import { podOf, restrictedFaults } from './support/restricted.ts';

/** Pods of this kind are the operator's: CloudNativePG makes them restricted itself. */
const BY_OPERATORS = new Set(['Cluster']);

describe('every pod', () => {
  it.each(['overlays/dev', 'overlays/production', 'overlays/region', 'stores'])(
    'of %s is admitted by a namespace that enforces the restricted profile',
    async (directory) => {
      const manifests = await render(directory);
      const made = manifests.filter((manifest) => podOf(manifest) !== undefined);
      expect(made.length).toBeGreaterThan(1);
      const faults = made.flatMap((manifest) =>
        restrictedFaults(podOf(manifest) ?? {}).map((fault) => `${nameOf(manifest)}: ${fault}`),
      );
      expect(faults).toEqual([]);
    },
    90_000,
  );

  it('of a store is among them, or is made by an operator', async () => {
    const manifests = await render('stores');
    const stores = manifests.filter((each) => podOf(each) !== undefined || BY_OPERATORS.has(each.kind));
    expect(stores.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'Cluster vedette',
      'Deployment valkey',
      'StatefulSet nats',
    ]);
  }, 90_000);

  it('has a namespace that enforces the profile', async () => {
    const namespaces = await render('namespaces');
    const enforcing = namespaces.filter(
      ({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
    );
    const rendered = await Promise.all(
      ['overlays/dev', 'overlays/production', 'overlays/region', 'stores'].map((each) => render(each)),
    );
    const used = new Set(
      rendered
        .flat()
        .flatMap((manifest: Manifest) => (podOf(manifest) === undefined ? [] : manifest.metadata.namespace)),
    );
    expect(new Set(enforcing.map(({ metadata }) => metadata.name))).toEqual(used);
  }, 90_000);
});

describe('the check against the restricted profile', () => {
  const good = {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  };
  const pod = (container: object, context: object = {}, others: object = {}) => ({
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' }, ...context },
    containers: [{ name: 'one', securityContext: { ...good, ...container } }],
    ...others,
  });

  it.each([
    { name: 'a restricted pod', pod: pod({}), faults: 0 },
    { name: 'a pod without any context', pod: { containers: [{ name: 'one' }] }, faults: 4 },
    { name: 'a container that may gain privileges', pod: pod({ allowPrivilegeEscalation: undefined }), faults: 1 },
    { name: 'a container that keeps capabilities', pod: pod({ capabilities: { drop: ['NET_RAW'] } }), faults: 1 },
    {
      name: 'a container that adds a capability',
      pod: pod({ capabilities: { drop: ['ALL'], add: ['NET_RAW'] } }),
      faults: 1,
    },
    {
      name: 'the one capability that may be added',
      pod: pod({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }),
      faults: 0,
    },
    { name: 'root', pod: pod({}, { runAsUser: 0 }), faults: 1 },
    { name: 'a container that may be root after all', pod: pod({ runAsNonRoot: false }), faults: 1 },
    { name: 'no seccomp profile', pod: pod({}, { seccompProfile: undefined }), faults: 1 },
    { name: 'a directory of the node', pod: pod({}, {}, { volumes: [{ name: 'a', hostPath: {} }] }), faults: 1 },
    { name: 'the network of the node', pod: pod({}, {}, { hostNetwork: true }), faults: 1 },
    { name: 'an unsafe sysctl', pod: pod({}, { sysctls: [{ name: 'kernel.msgmax', value: '1' }] }), faults: 1 },
    {
      name: 'a bad container among the first ones',
      pod: pod({}, {}, { initContainers: [{ name: 'first', securityContext: { ...good, privileged: true } }] }),
      faults: 1,
    },
    {
      name: 'a port of the node',
      pod: { ...pod({}), containers: [{ name: 'one', securityContext: good, ports: [{ hostPort: 80 }] }] },
      faults: 1,
    },
  ])('judges $name', ({ pod: given, faults }) => {
    expect(restrictedFaults(given)).toHaveLength(faults);
  });
});
