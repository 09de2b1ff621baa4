import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@vedette/local-stores';
import { InternalServer } from '@vedette/service-host';
import { createLogger, Metrics } from '@vedette/telemetry';
import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { declarations } from '../../deploy/test/support/service-variables.ts';
import { render } from './support/kustomize.ts';
import {
  containerOf,
  deploymentOf,
  find,
  podSpecOf,
  workloads,
  type Labels,
  type Manifest,
  type Workload,
} from './support/manifest.ts';
import { SERVICES } from './support/services.ts';

let manifests: Manifest[];

beforeAll(async () => {
  manifests = await render('overlays/production');
}, 90_000);

/** The variable that says where a service listens for the public, if it does. */
const publicPortOf = (service: ServiceName): string | undefined =>
  Object.values(declarations[service]).find(({ name }) => name.endsWith('_PORT') && name !== 'INTERNAL_PORT')?.name;

/** As the manifest sets it, or as the service has it by default. */
const portOf = (service: ServiceName, variable: string): number => {
  const { env = [] } = containerOf(deploymentOf(manifests, service));
  const fallback = Object.values(declarations[service]).find(({ name }) => name === variable)?.fallback;
  return Number(env.find(({ name }) => name === variable)?.value ?? fallback);
};

const LONGEST_CHECK_SECONDS = 2 * 60 + 10;

describe.each(SERVICES)('the pods of %s', (service) => {
  let deployment: Workload;

  beforeAll(() => {
    deployment = deploymentOf(manifests, service);
  });

  it('are restricted as the strictest Pod Security Standard wants it', () => {
    const pod = podSpecOf(deployment);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containerOf(deployment).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod).toMatchObject({ automountServiceAccountToken: false, serviceAccountName: 'vedette' });
  });

  it('open unprivileged ICMP sockets only where there is something to ping', () => {
    const sysctls = podSpecOf(deployment).securityContext['sysctls'];
    const wanted = [{ name: 'net.ipv4.ping_group_range', value: '0 2147483647' }];
    expect(sysctls).toEqual(service === 'checker-worker' ? wanted : undefined);
  });

  it('listen where the service does', () => {
    const ports = Object.fromEntries(
      (containerOf(deployment).ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
    );
    const variable = publicPortOf(service);
    expect(ports).toEqual({
      internal: portOf(service, 'INTERNAL_PORT'),
      ...(variable !== undefined && { http: portOf(service, variable) }),
      ...(service === 'gateway' && { console: portOf(service, 'CONSOLE_PORT') }),
    });
  });

  it('have requests and limits for both resources', () => {
    const { requests, limits } = containerOf(deployment).resources;
    expect(Object.keys(requests).toSorted()).toEqual(['cpu', 'memory']);
    expect(Object.keys(limits).toSorted()).toEqual(['cpu', 'memory']);
  });

  it('let the heap grow to half of the memory', () => {
    const { env, resources } = containerOf(deployment);
    const mebibytes = Number.parseInt(String(resources.limits['memory']), 10);
    const options = `--max-old-space-size=${mebibytes / 2} --max-semi-space-size=8`;
    expect(env?.find(({ name }) => name === 'NODE_OPTIONS')).toEqual({ name: 'NODE_OPTIONS', value: options });
  });

  it('have more time to end than the service gives itself, and than the longest check where it runs one', () => {
    const pod = podSpecOf(deployment);
    const main = readFileSync(inRepository(`services/${service}/src/main.ts`), 'utf8');
    const graceMs = Number(/gracePeriodMs: ([\d_]+)/.exec(main)?.[1]?.replaceAll('_', ''));
    const preStopSeconds = containerOf(deployment).lifecycle?.preStop.sleep.seconds ?? 0;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(graceMs / 1_000 + preStopSeconds);
    if (['gateway', 'monitor', 'checker-worker'].includes(service)) {
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(LONGEST_CHECK_SECONDS);
    }
  });

  it('wait for the endpoints to forget them where the public comes in', () => {
    expect(containerOf(deployment).lifecycle !== undefined).toBe(publicPortOf(service) !== undefined);
  });

  it('are selected by their Deployment, Service, budget and spread, and by no other', () => {
    const { labels } = deployment.spec.template.metadata;
    const own = { 'app.kubernetes.io/name': service };
    expect(labels).toMatchObject(own);
    const selectors = [
      deployment.spec.selector?.matchLabels,
      ...(podSpecOf(deployment).topologySpreadConstraints ?? []).map(({ labelSelector }) => labelSelector.matchLabels),
      ...selectorsOf('Service', service),
      ...selectorsOf('PodDisruptionBudget', service),
    ];
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) expect(selector).toEqual(own);
  });

  it('may be evicted by tenths, one at the least, and always when broken', () => {
    const budget = manifests.find(({ kind, metadata }) => kind === 'PodDisruptionBudget' && metadata.name === service);
    expect(budget?.['spec']).toMatchObject({ maxUnavailable: '10%', unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  it('are spread over nodes that may have them, and wait for no node if they are workers', () => {
    const constraints = podSpecOf(deployment).topologySpreadConstraints ?? [];
    const overNodes = service === 'checker-worker' ? 'ScheduleAnyway' : 'DoNotSchedule';
    expect(constraints).toMatchObject([
      { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', nodeTaintsPolicy: 'Honor' },
      { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: overNodes, nodeTaintsPolicy: 'Honor' },
    ]);
  });

  it('have a priority that is defined', () => {
    const { priorityClassName } = podSpecOf(deployment);
    expect(find(manifests, 'PriorityClass', priorityClassName ?? '')).toHaveProperty('value', 100_000);
  });

  it('mount only volumes that they have', () => {
    const volumes = (podSpecOf(deployment).volumes ?? []).map(({ name }) => name);
    expect((containerOf(deployment).volumeMounts ?? []).map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
  });
});

describe('the probes', () => {
  let server: InternalServer;
  let port: number;

  beforeAll(async () => {
    server = new InternalServer(new Metrics('made-up'), createLogger('made-up', 'error'));
    server.addCheck({ name: 'store', check: async () => 'away' });
    port = await server.listen({ host: '127.0.0.1', port: 0 });
    server.markReady();
  });

  afterAll(() => server.close());

  const status = async (path = ''): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status;

  it.each(SERVICES)('of %s find it alive without asking for any dependency', async (service) => {
    const { startupProbe, livenessProbe } = containerOf(deploymentOf(manifests, service));
    for (const probe of [startupProbe, livenessProbe]) {
      expect(probe?.httpGet?.port).toBe('internal');
      expect(await status(probe?.httpGet?.path)).toBe(200);
    }
  });

  it.each(SERVICES.filter((service) => service !== 'status-page'))(
    'of %s send no traffic before its dependencies were there, nor while it drains',
    async (service) => {
      const { httpGet } = containerOf(deploymentOf(manifests, service)).readinessProbe ?? {};
      expect(httpGet?.port).toBe('internal');
      expect(await status(httpGet?.path)).toBe(503);
    },
  );

  it('of status-page ask its public port, which answers as soon as there are pages, whatever the stores do', () => {
    const { httpGet } = containerOf(deploymentOf(manifests, 'status-page')).readinessProbe ?? {};
    expect(httpGet).toEqual({ path: '/_/ready', port: 'http' });
  });
});

describe('a version', () => {
  it('has one migration Job, named after it, with the images of the Deployments', () => {
    const [job, ...others] = workloads(manifests, 'Job');
    expect(others).toEqual([]);
    expect(job?.metadata.name).toBe('migrate-0-1-0');
    const deployed = new Set(SERVICES.map((service) => containerOf(deploymentOf(manifests, service)).image));
    const { initContainers = [], containers = [] } = job === undefined ? { containers: [] } : podSpecOf(job);
    for (const { image, securityContext } of [...initContainers, ...containers]) {
      expect(deployed).toContain(image);
      expect(image).toMatch(/:0\.1\.0$/);
      expect(securityContext).toEqual(containerOf(deploymentOf(manifests, 'gateway')).securityContext);
    }
  });

  it('has longer to be rolled out than its migrations may take', () => {
    const { spec: job } = find(manifests, 'Job', 'migrate-0-1-0') as Manifest & {
      spec: { activeDeadlineSeconds: number };
    };
    for (const service of SERVICES) {
      const { spec } = deploymentOf(manifests, service) as Workload & { spec: { progressDeadlineSeconds: number } };
      expect(spec.progressDeadlineSeconds).toBeGreaterThan(job.activeDeadlineSeconds);
    }
  });

  it('is rolled out without a moment of fewer replicas', () => {
    for (const service of SERVICES) {
      expect(deploymentOf(manifests, service).spec).toMatchObject({
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
        minReadySeconds: 5,
      });
    }
  });
});

function selectorsOf(kind: string, name: string): Labels[] {
  return manifests
    .filter((each) => each.kind === kind && each.metadata.name === name)
    .map(({ spec }) => {
      const { selector } = spec as { selector: Labels | { matchLabels: Labels } };
      return 'matchLabels' in selector && typeof selector.matchLabels === 'object'
        ? selector.matchLabels
        : (selector as Labels);
    });
}
