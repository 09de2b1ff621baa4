import { beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES as RUN_LOCALLY } from '@vedette/local-stores';
import { parseAllDocuments } from 'yaml';
import {
  environmentFaults,
  optionalSecretVariables,
  secretVariables,
} from '../../deploy/test/support/service-variables.ts';
import { encoded } from '../secrets/fill.ts';
import { environmentOf, EXAMPLE, exampleSecrets, filledSecrets, secretsBehind } from './support/environment.ts';
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
import { MIGRATED, SERVICES } from './support/services.ts';

interface PrintedSecret extends Manifest {
  readonly data: Readonly<Record<string, string>>;
}

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
    const container = containerOf(deploymentOf(manifests, service));
    const given = (container.env ?? []).filter(({ name }) => secretVariables(service).includes(name));
    expect(given).not.toEqual([]);
    for (const { name } of given) expect(secretsBehind(container, name)).toEqual([`vedette-${service}`]);
  });

  it.each(SERVICES)('gives %s the user of NATS that is its own', (service) => {
    const { variables } = environmentOf(containerOf(deploymentOf(manifests, service)), 'vedette', manifests);
    expect(new URL(variables['NATS_URL'] ?? '').username).toBe(service);
  });

  it('holds for the migrations the address of each schema', () => {
    const [job] = workloads(manifests, 'Job');
    const containers = job === undefined ? [] : containersOf(job);
    expect(containers.map(({ name }) => name).toSorted()).toEqual([...MIGRATED].toSorted());
    for (const container of containers) {
      const { variables, missing } = environmentOf(container, 'vedette', manifests);
      expect(missing).toEqual([]);
      expect(Object.keys(variables)).toEqual(['DATABASE_URL']);
      expect(secretsBehind(container, 'DATABASE_URL')).toEqual([`vedette-${container.name}`]);
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

describe('the services of the base', () => {
  it('are those that run everywhere else', () => {
    expect(SERVICES.toSorted()).toEqual(RUN_LOCALLY.toSorted());
  });
});

describe('the example of Secrets', () => {
  it('is filled with good values, the same one for the same placeholder', () => {
    const passwords = filledSecrets.flatMap(({ stringData }) => Object.entries(stringData));
    for (const [name, value] of passwords) {
      expect(value).not.toContain('REPLACE');
      if (name.endsWith('PASSWORD') || name === 'password') expect(value).toMatch(/^vp_[0-9a-f]{48}$/);
    }
    const valueAt = (secret: string, key: string): string | undefined =>
      filledSecrets.find(({ metadata }) => metadata.name === secret)?.stringData[key];
    for (const service of SERVICES) {
      const variable = `NATS_${service.toUpperCase().replaceAll('-', '_')}_PASSWORD`;
      expect(valueAt(`vedette-${service}`, 'NATS_PASSWORD')).toBe(valueAt('vedette-nats', variable));
    }
    for (const service of MIGRATED) {
      const ofRole = valueAt(`vedette-${service}-role`, 'password');
      expect(valueAt(`vedette-${service}`, 'DATABASE_PASSWORD')).toBe(ofRole);
    }
    expect(valueAt('vedette-gateway', 'REDIS_PASSWORD')).toBe(valueAt('vedette-valkey', 'REDIS_PASSWORD'));
    const distinct = new Set(passwords.map(([, value]) => value).filter((value) => value.startsWith('vp_')));
    const placeholders = exampleSecrets.flatMap(({ stringData }) => Object.values(stringData));
    expect(distinct.size).toBe(new Set(placeholders.filter((value) => value.endsWith('_PASSWORD'))).size);
  });

  it('is printed in base64, as the API server returns it, so that nothing changes when it is applied again', () => {
    const printed = parseAllDocuments(encoded(EXAMPLE)).map((document) => document.toJS() as PrintedSecret);
    const decoded = printed.map(({ data }) =>
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
    );
    expect(decoded).toEqual(exampleSecrets.map(({ stringData }) => Object.entries(stringData)));
    expect(printed.map(({ metadata, type }) => ({ metadata, type }))).toEqual(
      exampleSecrets.map(({ metadata, type }) => ({ metadata, type })),
    );
  });

  it('holds no key that nothing refers to', async () => {
    const rendered = await Promise.all(['overlays/dev', 'overlays/production', 'stores'].map((each) => render(each)));
    const text = JSON.stringify(rendered);
    const unused = exampleSecrets.flatMap(({ metadata, type, stringData }) =>
      Object.keys(stringData)
        .filter((key) => type !== 'kubernetes.io/basic-auth' && !text.includes(`"key":"${key}"`))
        // The servers of NATS take all keys of their Secret, and name them in the list of users.
        .filter((key) => !text.includes(`password: $${key}\\n`))
        .map((key) => `${metadata.name}: ${key}`),
    );
    expect(unused).toEqual([]);
    const unnamed = exampleSecrets.filter(({ metadata }) => !text.includes(`"name":"${metadata.name}"`));
    expect(unnamed).toEqual([]);
  }, 90_000);

  it('gives every optional variable a place and marks it in the manifests', async () => {
    const manifests = await render('overlays/production');
    for (const service of SERVICES) {
      const optional = (containerOf(deploymentOf(manifests, service)).env ?? [])
        .filter(({ valueFrom }: EnvVariable) => valueFrom?.secretKeyRef?.optional === true)
        .map(({ name }) => name);
      expect({ service, optional: optional.toSorted() }).toEqual({
        service,
        optional: optionalSecretVariables(service).toSorted(),
      });
    }
  }, 90_000);
});
