import { beforeAll, describe, expect, it } from '@jest/globals';
import { environmentOf } from './support/environment.ts';
import { render } from './support/kustomize.ts';
import { containerOf, deploymentOf, find, type Manifest, type Workload } from './support/manifest.ts';
import { scaledObjectsIn } from './support/scaled-object.ts';
import { MIGRATED } from './support/services.ts';

interface Cluster extends Manifest {
  readonly spec: {
    readonly managed: { readonly roles: readonly { readonly name: string; readonly connectionLimit?: number }[] };
    readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  };
}

interface Autoscaler extends Manifest {
  readonly spec: { readonly scaleTargetRef: { readonly name: string }; readonly maxReplicas: number };
}

/** The migrations run one after another. */
const MIGRATION = 1;
/** For people, and for CloudNativePG: its instance manager, its metrics, its switchovers. */
const OPERATION = 15;

let manifests: Manifest[];
let cluster: Cluster;

beforeAll(async () => {
  const [production, stores] = await Promise.all([render('overlays/production'), render('stores')]);
  manifests = production;
  cluster = find(stores, 'Cluster', 'vedette') as Cluster;
}, 90_000);

/** The most replicas that there may ever be outside of a rollout. */
function mostReplicas(service: string): number {
  const byKeda = scaledObjectsIn(manifests).find(({ spec }) => spec.scaleTargetRef.name === service);
  const byProcessor = manifests.find(
    (each): each is Autoscaler =>
      each.kind === 'HorizontalPodAutoscaler' && (each as Autoscaler).spec.scaleTargetRef.name === service,
  );
  const fixed = deploymentOf(manifests, service).spec.replicas ?? 1;
  return byKeda?.spec.maxReplicaCount ?? byProcessor?.spec.maxReplicas ?? fixed;
}

/** Kubernetes rounds the surge of a rollout up. */
function surge(service: string, replicas: number): number {
  const { strategy } = (
    deploymentOf(manifests, service) as Workload & { spec: { strategy: { rollingUpdate: { maxSurge: string } } } }
  ).spec;
  return Math.ceil((replicas * Number(strategy.rollingUpdate.maxSurge.replace('%', ''))) / 100);
}

function poolOf(service: string): number {
  const { variables } = environmentOf(containerOf(deploymentOf(manifests, service)), 'vedette', manifests);
  return Number(variables['DATABASE_MAX_CONNECTIONS']);
}

describe('the connections of PostgreSQL', () => {
  it('suffice for all services at their largest, in the middle of a rollout', () => {
    const ofServices = MIGRATED.map((service) => {
      const replicas = mostReplicas(service);
      return (replicas + surge(service, replicas)) * poolOf(service);
    });
    expect(ofServices.every((connections) => connections > 0)).toBe(true);
    const ofKeda = cluster.spec.managed.roles.find(({ name }) => name === 'keda')?.connectionLimit ?? Infinity;
    const sum = ofServices.reduce((total, connections) => total + connections, MIGRATION + ofKeda + OPERATION);
    expect(sum).toBeLessThanOrEqual(Number(cluster.spec.postgresql.parameters['max_connections']));
  });

  it('are fixed for every service that has any', () => {
    for (const service of MIGRATED) expect(poolOf(service)).toBeGreaterThanOrEqual(2);
  });
});
