import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { passwordVariable } from '../nats/users.ts';
import { environmentFaults, type Variables } from './support/service-variables.ts';
import { REACHING_OUT_BY_DEFAULT } from './support/ways-out.ts';

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly args: { readonly SERVICE: string } };
  readonly command?: readonly string[];
  readonly environment?: Variables;
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly sysctls?: Variables;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly profiles?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const example = Object.fromEntries(
  readFileSync(inRepository('deploy/.env.example'), 'utf8')
    .split('\n')
    .flatMap((line) => [/^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? []].filter((pair) => pair.length === 2)),
) as Variables;

const filledIn: Variables = {
  ...example,
  POSTGRES_PASSWORD: 'vp_1',
  ...Object.fromEntries(
    Object.keys(example).flatMap((name) => (/^NATS_\w+_PASSWORD$/.test(name) ? [[name, 'vp_2']] : [])),
  ),
  REDIS_PASSWORD: 'vp_3',
  ...Object.fromEntries(
    Object.keys(example).flatMap((name) =>
      name.endsWith('_SECRET_KEY') ? [[name, randomBytes(32).toString('base64')]] : [],
    ),
  ),
};

const text = readFileSync(inRepository('deploy/compose.yaml'), 'utf8');
const REFERENCE = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g;

/** As Compose does it: an empty value counts as a missing one for `:-` and `:?`. */
function interpolate(value: string): string {
  return value.replace(REFERENCE, (_, name: string, kind: string | undefined, fallback: string) => {
    const given = filledIn[name] ?? '';
    if (given === '' && kind === '?') throw new Error(`${name} is not set`);
    return given === '' ? (fallback ?? '') : given;
  });
}

const compose = parse(text, (_key, value: unknown) => (typeof value === 'string' ? interpolate(value) : value), {
  merge: true,
}) as Compose;
const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`compose.yaml has no ${name}`);
  return found;
};
const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

describe('compose.yaml', () => {
  it('takes from the environment only what the example of it names', () => {
    const names = [...text.matchAll(REFERENCE)].map((match) => match[1] ?? '');
    expect(names.filter((name) => !(name in example))).toEqual([]);
    expect(Object.keys(example).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(SERVICES)('gives %s the environment that it knows and needs', (name) => {
    expect(environmentFaults(name, service(name).environment ?? {})).toEqual([]);
  });

  it.each(SERVICES)('gives %s the user of NATS that is its own', (name) => {
    const url = new URL(service(name).environment?.['NATS_URL'] ?? '');
    expect([url.username, url.password]).toEqual([name, 'vp_2']);
    expect(text).toContain(`nats://${name}:\${${passwordVariable(name)}:?}@`);
  });

  it.each(SERVICES)('runs %s without privileges, writable root or unguarded end', (name) => {
    const { build, read_only, cap_drop, security_opt, healthcheck, stop_grace_period } = service(name);
    expect(build?.args.SERVICE).toBe(name);
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(healthcheck?.test.join(' ')).toContain('http://127.0.0.1:9090/ready');
    const main = readFileSync(inRepository(`services/${name}/src/main.ts`), 'utf8');
    const graceMs = Number(/gracePeriodMs: ([\d_]+)/.exec(main)?.[1]?.replaceAll('_', ''));
    expect(seconds(stop_grace_period ?? '')).toBeGreaterThan(graceMs / 1_000);
  });

  it('migrates every schema by the image of its service before that starts', () => {
    const withSchema = SERVICES.filter((name) => existsSync(inRepository(`services/${name}/prisma`)));
    for (const name of withSchema) {
      expect(service(name).depends_on?.[`migrate-${name}`]?.condition).toBe('service_completed_successfully');
      expect(service(`migrate-${name}`).image).toBe(service(name).image);
      expect(service(`migrate-${name}`).command).toEqual(['bundle/migrate.js', '.']);
    }
  });

  it('lets only services out whose work is outside, such as workers, and nothing but the edge in', () => {
    const reaching = SERVICES.filter((name) => service(name).networks.some((net) => !compose.networks[net]?.internal));
    expect(reaching).toContain('checker-worker');
    expect(reaching.toSorted()).toEqual(REACHING_OUT_BY_DEFAULT);
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
    );
    expect([...new Set(published)]).toEqual(['edge']);
  });

  it('opens unprivileged ICMP sockets for the worker alone', () => {
    const withSysctls = Object.keys(compose.services).filter((name) => service(name).sysctls !== undefined);
    expect(withSysctls).toEqual(['checker-worker']);
    expect(service('checker-worker').sysctls).toEqual({ 'net.ipv4.ping_group_range': '0 2147483647' });
  });

  it('mounts only files that exist and volumes that are declared', () => {
    const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    const missing = sources.filter((source) =>
      source.startsWith('./') ? !existsSync(inRepository(`deploy/${source}`)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });

  it('waits only for services that tell their health, and puts each on networks that exist', () => {
    for (const { depends_on = {}, networks } of Object.values(compose.services)) {
      expect(networks.filter((network) => !(network in compose.networks))).toEqual([]);
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(compose.services).toHaveProperty([name]);
        if (condition === 'service_healthy') expect(service(name).healthcheck).toBeDefined();
      }
    }
  });
});
