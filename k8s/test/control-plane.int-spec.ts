import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inRepository, waitFor } from '@vedette/test-kit';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labKubeconfig } from './support/config.ts';
import { ControlPlane, MADE_HERE, type LiveObject, type Output } from './support/control-plane.ts';
import { installSteps } from './support/install-page.ts';
import { SERVICES } from './support/services.ts';

const NAMESPACES = ['vedette', 'vedette-stores'];
const kubeconfig = labKubeconfig();

describe('the page of the installation', () => {
  it('makes the class of the Gateway and the namespaces, then Secrets, certificates and stores, then services', () => {
    const applied = installSteps().flatMap(({ script }) => script.match(/^kubectl apply -[kf] \S+/gm) ?? []);
    expect(applied).toEqual([
      'kubectl apply -f -',
      'kubectl apply -k k8s/namespaces',
      'kubectl apply -f secrets.yaml',
      'kubectl apply -k k8s/certificates',
      'kubectl apply -f -',
      'kubectl apply -k k8s/stores',
      'kubectl apply -k k8s/overlays/production',
    ]);
  });
});

if (kubeconfig === undefined) {
  describe('a control plane', () => {
    it('was not tried: KUBECONFIG_LAB names none', () => {
      expect(labKubeconfig()).toBeUndefined();
    });
  });
} else {
  describe('on a control plane', () => {
    const plane = new ControlPlane(kubeconfig);
    const first: Output[] = [];
    const second: Output[] = [];
    /** How often the specification of each budget changed, before and after everything was applied again. */
    const budgets: (readonly (number | undefined)[])[] = [];

    beforeAll(async () => {
      await clear(plane);
      await plane.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cert-manager' } });
      for (const { script } of installSteps()) first.push(await plane.shell(script));
      budgets.push(await generationsOfBudgets(plane));
      const commands = installSteps().flatMap(({ script }) => script.match(/^kubectl apply -[kf] [^-]\S+$/gm) ?? []);
      for (const command of commands) second.push(await plane.shell(command));
      budgets.push(await generationsOfBudgets(plane));
    }, 300_000);

    afterAll(async () => {
      await clear(plane);
      await rm(inRepository('secrets.yaml'), { force: true });
    }, 120_000);

    it('every object of the page is accepted without a warning', () => {
      const printed = first.flatMap(({ stderr }) => stderr.split('\n'));
      expect(printed.filter((line) => line.startsWith('Warning'))).toEqual([]);
    });

    it('applying everything again changes nothing', () => {
      const lines = second.flatMap(({ stdout }) => stdout.trimEnd().split('\n'));
      expect(lines.length).toBeGreaterThan(70);
      const changed = lines.filter((line) => !line.endsWith(' unchanged'));
      // kubectl always sends the selector of a budget, because its patch strategy is to replace it.
      expect(changed.filter((line) => !line.startsWith('poddisruptionbudget.policy/'))).toEqual([]);
      expect(budgets[1]).toEqual(budgets[0]);
    });

    it('every pod is admitted by the restricted profile, and a pod that is not restricted is refused', async () => {
      for (const namespace of NAMESPACES) {
        await waitFor(
          `the pods of ${namespace}`,
          async () => {
            const wanted = await workloadsOf(plane, namespace);
            const pods = await plane.list(namespace, 'pods');
            return wanted.reduce((sum, { spec }) => sum + (spec.replicas ?? 1), 0) === pods.length;
          },
          { timeoutMs: 60_000, intervalMs: 500 },
        );
        const refused = plane.kubectl('-n', namespace, 'run', 'root', '--image=busybox');
        await expect(refused).rejects.toThrow('violates PodSecurity "restricted:latest"');
      }
    }, 180_000);

    it('a restore stops every service, replaces PostgreSQL and the streams, and starts all services as they were', async () => {
      await plane.kubectl('-n', 'vedette', 'scale', 'deployment/checker-worker', '--replicas=7');
      const replicas = async (): Promise<Record<string, number | undefined>> => {
        const deployments = await plane.list('vedette', 'deployments');
        return Object.fromEntries(deployments.map(({ metadata, spec }) => [metadata.name, spec.replicas]));
      };
      const directory = await mkdtemp(join(tmpdir(), 'vedette-operator-'));
      await cp(inRepository('k8s'), join(directory, 'k8s'), { recursive: true });
      const operator = new ControlPlane(kubeconfig, directory);
      const before = await replicas();
      expect(Object.keys(before).toSorted()).toEqual(SERVICES.toSorted());
      expect(before['checker-worker']).toBe(7);
      const uids = async (namespace: string, kind: string): Promise<string[]> =>
        (await plane.list(namespace, kind)).map(({ metadata }) => metadata.uid);
      const [claims, clusters, jobs] = [
        await uids('vedette-stores', 'persistentvolumeclaims'),
        await uids('vedette-stores', 'clusters.postgresql.cnpg.io'),
        await uids('vedette', 'jobs'),
      ];
      expect([claims.length, clusters.length, jobs.length]).toEqual([3, 1, 1]);

      await operator.shell('k8s/restore/stop-services.sh');
      expect(new Set(Object.values(await replicas()))).toEqual(new Set([0]));
      // An interrupted restore begins again.
      await operator.shell('k8s/restore/stop-services.sh');

      await expect(operator.shell('k8s/restore/restore-postgres.sh')).rejects.toThrow('Raise serverName');
      expect(await uids('vedette-stores', 'clusters.postgresql.cnpg.io')).toEqual(clusters);
      const stores = join(directory, 'k8s/stores/postgres.yaml');
      await writeFile(
        stores,
        (await readFile(stores, 'utf8')).replace('serverName: vedette ', 'serverName: vedette-2 '),
      );
      await operator.shell('k8s/restore/restore-postgres.sh');
      const [cluster, ...others] = await plane.list('vedette-stores', 'clusters.postgresql.cnpg.io');
      expect(others).toEqual([]);
      expect(clusters).not.toContain(cluster?.metadata.uid);
      expect(cluster?.spec).toMatchObject({
        bootstrap: { recovery: { source: 'archive' } },
        externalClusters: [{ name: 'archive', plugin: { parameters: { serverName: 'vedette' } } }],
        plugins: [{ parameters: { serverName: 'vedette-2' } }],
      });

      await operator.shell('k8s/restore/clear-streams.sh');
      const renewed = await waitFor('new volumes of NATS', async () => {
        const found = await uids('vedette-stores', 'persistentvolumeclaims');
        return found.length === 3 && found;
      });
      for (const uid of renewed) expect(claims).not.toContain(uid);

      await operator.shell('k8s/restore/start-services.sh');
      await operator.shell('k8s/restore/take-backup.sh');
      expect(await uids('vedette-stores', 'backups.postgresql.cnpg.io')).toHaveLength(1);
      await rm(directory, { recursive: true });
      expect(await replicas()).toEqual(before);
      for (const uid of await uids('vedette', 'jobs')) expect(jobs).not.toContain(uid);
      const left = [...(await plane.list('vedette', 'scaledobjects')), ...(await plane.list('vedette', 'deployments'))]
        .flatMap(({ metadata }) => Object.keys(metadata.annotations ?? {}))
        .filter((name) => /paused|restore/.test(name));
      expect(left).toEqual([]);
    }, 180_000);

    it('fifty workers find a place on ten nodes, and on nine when one is cordoned; three tainted nodes do not count', async () => {
      const workers = names('worker', 10);
      const taint = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' };
      /** How many of fifty workers are on each node, when the nodes are new and some are cordoned. */
      const scheduled = async (...cordoned: readonly string[]): Promise<Map<string, number>> => {
        await plane.kubectl('-n', 'vedette', 'scale', 'deployment', '--all', '--replicas=0');
        await plane.forgetPods('vedette');
        await forgetNodes(plane);
        await plane.addNodes(names('control', 3), [taint]);
        await plane.addNodes(workers);
        for (const node of cordoned) await plane.kubectl('cordon', node);
        await plane.kubectl('-n', 'vedette', 'scale', 'deployment/checker-worker', '--replicas=50');
        const places = await waitFor(
          'fifty workers on nodes',
          async () => {
            const found = await plane.places('vedette', 'app.kubernetes.io/name=checker-worker');
            return found.length === 50 && found;
          },
          { timeoutMs: 30_000, intervalMs: 500 },
        );
        return new Map([...new Set(places)].map((node) => [node, places.filter((each) => each === node).length]));
      };
      const onTen = await scheduled();
      expect([...onTen.keys()].toSorted()).toEqual(workers.toSorted());
      const onNine = await scheduled('worker-0');
      expect([...onNine.keys()].toSorted()).toEqual(workers.slice(1).toSorted());
      expect(Math.max(...onTen.values(), ...onNine.values())).toBeLessThan(10);
    }, 180_000);
  });
}

async function workloadsOf(plane: ControlPlane, namespace: string): Promise<LiveObject[]> {
  const lists = await Promise.all(['deployments', 'statefulsets', 'jobs'].map((kind) => plane.list(namespace, kind)));
  return lists.flat();
}

async function generationsOfBudgets(plane: ControlPlane): Promise<(number | undefined)[]> {
  const lists = await Promise.all(NAMESPACES.map((namespace) => plane.list(namespace, 'poddisruptionbudgets')));
  return lists.flat().map(({ metadata }) => metadata.generation);
}

function names(kind: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index}`);
}

async function forgetNodes(plane: ControlPlane): Promise<void> {
  await plane.kubectl('delete', 'nodes', `--selector=${MADE_HERE}`);
}

/** Deletes what this suite makes, and what an interrupted run has left. */
async function clear(plane: ControlPlane): Promise<void> {
  await forgetNodes(plane);
  for (const namespace of NAMESPACES) {
    await plane.kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--wait=false');
    await plane.forgetPods(namespace);
    await plane.kubectl('wait', '--for=delete', `namespace/${namespace}`, '--timeout=60s');
  }
}
