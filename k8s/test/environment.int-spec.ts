import { beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { existsSync } from 'node:fs';
import { inRepository } from '@vedette/test-kit';
import { environmentFaults, secretVariables } from '../../deploy/test/support/service-variables.ts';
import { environmentOf, exampleSecrets } from './support/environment.ts';
import { render } from './support/kustomize.ts';
import {
  containerOf,
  deploymentOf,
  podSpecOf,
  workloads,
  type Container,
  type EnvVariable,
  type Manifest,
  type Workload,
} from './support/manifest.ts';

const migrated = SERVICES.filter((name) => existsSync(inRepository(`services/${name}/prisma`)));

const containersOf = (workload: Workload): readonly Container[] => {
  const { initContainers = [], containers } = podSpecOf(workload);
  return [...initContainers, ...containers];
};

describe.each(['overlays/dev', 'overlays/production'])('the environment in %s', (directory) => {
  let manifests: Manifest[];

  beforeAll(async () => {
    manifests = await render(directory);
  }, 90_000);

  it.each(SERVICES)('holds for %s what it knows and needs, with values that it takes', (service) => {
    const { variables, missing } = environmentOf(containerOf(deploymentOf(manifests, service)), 'vedette', manifests);
    expect(missing).toEqual([]);
    expect(environmentFaults(service, variables)).toEqual([]);
  });

  it.each(SERVICES)('takes the secrets of %s from a Secret of its own, and from nowhere else', (service) => {
    const { env = [] } = containerOf(deploymentOf(manifests, service));
    const secrets = new Set(secretVariables(service));
    const given = env.filter(({ name }) => secrets.has(name));
    expect(given.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name)).toEqual(given.map(() => `vedette-${service}`));
    expect(given.map(({ valueFrom }) => valueFrom?.secretKeyRef?.key)).toEqual(given.map(({ name }) => name));
  });

  it.each(SERVICES)('gives %s the user of NATS that is its own', (service) => {
    const { variables } = environmentOf(containerOf(deploymentOf(manifests, service)), 'vedette', manifests);
    expect(new URL(variables['NATS_URL'] ?? '').username).toBe(service);
  });

  it('holds for the migrations the address of each schema', () => {
    const [job] = workloads(manifests, 'Job');
    const containers = job === undefined ? [] : containersOf(job);
    expect(containers.map(({ name }) => name).toSorted()).toEqual([...migrated].toSorted());
    for (const container of containers) {
      const { variables, missing } = environmentOf(container, 'vedette', manifests);
      expect(missing).toEqual([]);
      expect(Object.keys(variables)).toEqual(['DATABASE_URL']);
      expect(container.args).toEqual(['bundle/migrate.js', '.']);
    }
  });

  it('refers to nothing that the example of Secrets does not hold', () => {
    const all = (['Deployment', 'Job', 'StatefulSet'] as const).flatMap((kind) => workloads(manifests, kind));
    const missing = all.flatMap((workload) =>
      containersOf(workload).flatMap(
        (container) => environmentOf(container, workload.metadata.namespace ?? '', manifests).missing,
      ),
    );
    expect(missing).toEqual([]);
  });

  it('contains no Secret', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

describe('the example of Secrets', () => {
  it('holds no key that nothing refers to', async () => {
    const rendered = await Promise.all(['overlays/dev', 'overlays/production', 'stores'].map((each) => render(each)));
    const text = JSON.stringify(rendered);
    const unused = exampleSecrets.flatMap(({ metadata, type, stringData }) =>
      Object.keys(stringData)
        .filter((key) => type !== 'kubernetes.io/basic-auth' && !text.includes(`"key":"${key}"`))
        .map((key) => `${metadata.name}: ${key}`),
    );
    expect(unused).toEqual([]);
    const unnamed = exampleSecrets.filter(({ metadata }) => !text.includes(`"name":"${metadata.name}"`));
    expect(unnamed).toEqual([]);
  }, 90_000);

  it('gives every optional variable a place and marks it in the manifests', async () => {
    const manifests = await render('overlays/production');
    const optional = SERVICES.flatMap((service) => containerOf(deploymentOf(manifests, service)).env ?? [])
      .filter(({ valueFrom }: EnvVariable) => valueFrom?.secretKeyRef?.optional === true)
      .map(({ name }) => name);
    expect(optional.toSorted()).toEqual([
      'INCIDENT_SECRET_KEY_PREVIOUS',
      'MONITOR_SECRET_KEY_PREVIOUS',
      'SMTP_URL',
      'WEBHOOK_SECRET_KEY_PREVIOUS',
    ]);
  }, 90_000);
});
