import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reservePort, serviceEnvironment, SERVICES, type ServiceName } from '@vedette/local-stores';
import {
  createDatabase,
  spawnProcess,
  stackOn,
  startNatsForSuite,
  startRedisForSuite,
  type ServiceEnvironment,
  type SuiteNats,
  type SuiteStore,
  type TestDatabase,
} from '@vedette/test-kit';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { labelsIn } from './support/exposition.ts';
import { charts, rules, seriesOf, unknownIn, type Pages } from './support/named-metrics.ts';
import { selectorsIn } from './support/promql.ts';
import type { Sbom } from '../local/src/bundling/sbom.ts';
import { programFormat } from './support/program-format.ts';
import { deployService, megabytesIn, migrateDeployed, type Deployed } from './support/deployed.ts';

let nats: SuiteNats;
let redis: SuiteStore;
let database: TestDatabase;
let images: Map<ServiceName, Deployed>;
/** Each with what it answered on `/metrics` while it ran. */
let boots: Map<ServiceName, Promise<string>>;

beforeAll(async () => {
  [nats, redis, database] = await Promise.all([startNatsForSuite(), startRedisForSuite(), createDatabase()]);
  images = new Map(
    await Promise.all(SERVICES.map(async (service) => [service, await deployService(service)] as const)),
  );
  boots = new Map(SERVICES.map((service) => [service, boot(service)]));
  // Each is awaited by its own test; none may go unheard before that.
  void Promise.allSettled(boots.values());
});

afterAll(async () => {
  await Promise.allSettled(boots.values());
  await Promise.all([nats.stop(), redis.stop(), database.drop(), ...[...images.values()].map((each) => each.remove())]);
});

function directoryOf(service: ServiceName): string {
  const found = images.get(service);
  if (found === undefined) throw new Error(`${service} was not deployed`);
  return found.directory;
}

describe.each(SERVICES.map((name) => [name] as const))('the contents of the image of %s', (service: ServiceName) => {
  it('migrate an empty database and boot for production', async () => {
    await expect(boots.get(service)).resolves.toContain('# TYPE vedette_');
  }, 120_000);

  it('are programs and what they read, nothing else', async () => {
    const directory = directoryOf(service);
    const entries = await readdir(directory, { withFileTypes: true, recursive: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
    const wanted = [
      /^package\.json$/,
      /^bundle\/(?:[\w.-]+\.js(?:\.map)?|LICENCES\.txt|sbom\.cdx\.json)$/,
      /^assets\/(?:style\.css|live\.js)$/,
      /^(?:node_modules\/@vedette\/messaging|prisma)\/migrations\/\w+\/migration\.sql$/,
    ];
    expect(files.filter((path) => !wanted.some((form) => form.test(path)))).toEqual([]);
    expect(await megabytesIn(directory)).toBeLessThan(20);
  });

  it('run on any architecture: no file is a program of one', async () => {
    const entries = await readdir(directoryOf(service), { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const formats = await Promise.all(files.map(async (path) => [path, programFormat(await readFile(path))]));
    expect(formats.filter(([, format]) => format !== undefined)).toEqual([]);
  });

  it('are made of nothing that is for development', async () => {
    const map = await readFile(join(directoryOf(service), 'bundle', 'main.js.map'), 'utf8');
    const { sources } = JSON.parse(map) as { sources: string[] };
    expect(sources).toContainEqual(expect.stringMatching(/\/libs\/service-host\/src\//));
    const forDevelopment =
      /\/libs\/(?:test-kit|local-stores)\/|\/node_modules\/(?:jest|typescript|prisma|prettier|oxlint|esbuild|@jest\/\w+|@swc\/\w+)\//;
    expect(sources.filter((path) => forDevelopment.test(path))).toEqual([]);
  });

  it('pass on the licences of the packages in them', async () => {
    const licences = await readFile(join(directoryOf(service), 'bundle', 'LICENCES.txt'), 'utf8');
    expect(licences).toMatch(/^@nestjs\/core \d+\.\d+\.\d+ \(MIT\)\n\n.*MIT License/ms);
    expect(licences).not.toContain('no licence named');
  });
});

describe('the web app in the image of the gateway', () => {
  const beside = (): string => join(directoryOf('gateway'), '..', 'console', 'bundle');

  it('is compressed files with hashed names, and what they are made of', async () => {
    const entries = await readdir(beside(), { withFileTypes: true, recursive: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(beside(), join(parentPath, name)));
    const wanted =
      /^(?:site\/index\.html|site\/assets\/[\w-]+-[\w-]{8}\.(?:js|css|svg)(?:\.br|\.gz)?|LICENCES\.txt|sbom\.cdx\.json)$/;
    expect(files).toContain('site/index.html');
    expect(files.filter((path) => !wanted.test(path))).toEqual([]);
    const plain = files.filter((path) => /\.(?:js|css|svg)$/.test(path));
    expect(plain.flatMap((path) => [`${path}.br`, `${path}.gz`]).filter((path) => !files.includes(path))).toEqual([]);
  });

  it('passes on the licences of its packages, and lists them', async () => {
    const licences = await readFile(join(beside(), 'LICENCES.txt'), 'utf8');
    const { components } = JSON.parse(await readFile(join(beside(), 'sbom.cdx.json'), 'utf8')) as Sbom;
    const names = components.filter(({ type }) => type === 'library').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['@preact/signals', 'preact', 'preact-iso']));
    for (const name of names) expect(licences).toContain(`${name} `);
    expect(licences).not.toContain('no licence named');
  });
});

describe('the search for programs of one architecture', () => {
  it('finds Node itself', async () => {
    expect(programFormat(await readFile(process.execPath))).toBeDefined();
  });
});

describe.each(SERVICES.map((name) => [name] as const))('the bill of materials of %s', (service: ServiceName) => {
  let sbom: Sbom;

  beforeAll(async () => {
    sbom = JSON.parse(await readFile(join(directoryOf(service), 'bundle', 'sbom.cdx.json'), 'utf8')) as Sbom;
  });

  it('has every field that CycloneDX 1.6 requires, and no component twice', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    const all = [sbom.metadata.component, ...sbom.components];
    for (const component of all) {
      expect(['application', 'library', 'platform']).toContain(component.type);
      expect(component.name).not.toBe('');
      for (const { alg, content } of component.hashes ?? []) {
        expect(alg).toBe('SHA-512');
        expect(content).toMatch(/^[0-9a-f]{128}$/);
      }
    }
    expect(new Set(all.map((component) => component['bom-ref'])).size).toBe(all.length);
  });

  it('lists the packages whose code is in the image, with address, version, hash and licence', async () => {
    const licences = await readFile(join(directoryOf(service), 'bundle', 'LICENCES.txt'), 'utf8');
    const passedOn = [...licences.matchAll(/^(?:-{80}\n\n)?((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \(.+\)$/gm)].map(
      ([, name = '', version = '']) => `${name}@${version}`,
    );
    const libraries = sbom.components.filter(({ type }) => type === 'library');
    expect(libraries.map((library) => library['bom-ref'])).toEqual([...new Set(passedOn)].toSorted());
    expect(libraries.length).toBeGreaterThan(30);
    for (const { name, version, purl, hashes, licenses } of libraries) {
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(hashes).toHaveLength(1);
      expect(licenses).toHaveLength(1);
    }
  });
});

describe('every metric that is named', () => {
  let pages: Pages;

  beforeAll(async () => {
    pages = new Map(await Promise.all([...boots].map(async ([name, page]) => [name, await page] as const)));
  });

  it('is in each alert but the one that always fires', () => {
    const withoutMetric = rules.filter(({ expr }) => selectorsIn(expr).length === 0);
    expect(withoutMetric.map(({ alert }) => alert)).toEqual(['VedetteWatchdog']);
  });

  it.each(rules)('in the alert $alert is exposed by a service', ({ expr }) => {
    expect(unknownIn(expr, pages)).toEqual([]);
  });

  it.each(charts)('in the panel $title is exposed by a service', ({ targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.flatMap(({ expr }) => unknownIn(expr, pages))).toEqual([]);
  });

  it('has few labels, and none that grows with customers', () => {
    const labels = new Set([...pages.values()].flatMap((page) => labelsIn(page)));
    const perCustomer = [...labels].filter((label) => /org|tenant|customer|monitor_?id|endpoint|url|key/i.test(label));
    expect(perCustomer).toEqual([]);
    expect(labels.size).toBeLessThan(25);
  });

  it('is not all: those that one steers by are there', () => {
    const wanted = [
      'vedette_schedule_lateness_seconds_bucket',
      'vedette_stream_messages',
      'vedette_checks_running',
      'vedette_webhook_attempts_in_flight',
      'vedette_rpc_in_flight',
      'vedette_check_results_total',
      'vedette_check_confirmations_total',
      'vedette_outbox_oldest_unsent_seconds',
      'vedette_webhook_oldest_due_seconds',
      'vedette_rate_limit_fallback',
      'vedette_rpc_handled_seconds_bucket',
    ];
    const exposed = seriesOf(pages);
    expect(wanted.filter((name) => !exposed.has(name))).toEqual([]);
  });
});

async function boot(service: ServiceName): Promise<string> {
  const directory = directoryOf(service);
  if (existsSync(join(directory, 'prisma'))) {
    expect(await migrateDeployed(directory, database.url)).toMatch(/^\w+: \d{14}_/);
  }
  const running = await spawnProcess(service, join(directory, 'bundle/main.js'), await environment(service), {
    readyTimeoutMs: 60_000,
  });
  const page = await (await fetch(`${running.internalUrl}/metrics`)).text();
  await running.stop();
  return page;
}

async function environment(service: ServiceName): Promise<ServiceEnvironment> {
  const stack = await stackOn({ databaseUrl: database.url, natsUrlOf: nats.urlOf, redisUrl: redis.url });
  return serviceEnvironment(stack, service, await reservePort());
}
