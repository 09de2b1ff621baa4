import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { contract } from '@vedette/contract';
import { createAuthority, createCertificate } from '@vedette/test-kit/certificates';
import { DnsServer } from '@vedette/test-kit/dns-server';
import { type Listening, LoopbackServers } from '@vedette/test-kit/loopback-servers';
import { RegistryServer } from '@vedette/test-kit/registry-server';
import pg from 'pg';
import type { ErrorEnvelope } from '../support/api-client.ts';
import { type Fixture, startFixture, type Tenant } from '../support/fixture.ts';
import { ADDRESS_FIELDS, type AddressField } from './support/address-fields.ts';
import { isAddress, textFields } from './support/request-fields.ts';

// Customers name addresses that services connect to. With the address rules of production, no name, spelling, redirect
// or change in DNS leads a service to a server inside.

/** A public address; stand-in-internet.ts leads connections to it to a server on this machine. */
const PUBLIC = '8.8.8.8';
const OUTSIDE = '127.0.53.1';
const STAND_IN = new URL('support/stand-in-internet.ts', import.meta.url);
/** A few of the spellings; `address-policy.spec.ts` and the suite of the webhook dispatcher know all of them. */
const HOSTS = [
  '127.0.0.1',
  'localhost',
  '0x7f.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'inside.example',
  'inside6.example',
  'cloud.example',
];
/** Names that change with every question. */
const REBINDING = Array.from({ length: 8 }, (_, index) => `name${index}.rebind.example`);

const servers = new LoopbackServers();
let directory: string;
let dns: DnsServer;
let registry: RegistryServer;
/** Servers that no service may connect to, on the ports of those outside. */
let inside: Listening[];
let outside: Listening;
let secureOutside: Listening;
let fixture: Fixture;
let tenant: Tenant;
let database: pg.Pool;

/** `/redirect?<address>` leads to that address; everything else is a page. */
const answer: RequestListener = ({ url = '' }, response) => {
  const [path, location = ''] = url.split('?');
  if (path === '/redirect') response.writeHead(302, { location: decodeURIComponent(location) }).end();
  else response.end('welcome');
};

beforeAll(async () => {
  [dns, registry, directory] = await Promise.all([
    DnsServer.start(),
    RegistryServer.start([], OUTSIDE),
    mkdtemp(join(tmpdir(), 'vedette-ssrf-')),
  ]);
  const authority = await createAuthority();
  await writeFile(join(directory, 'root.pem'), authority.cert);
  const names = ['outside.example', '*.rebind.example'];
  outside = await servers.http(answer, OUTSIDE);
  secureOutside = await servers.https(await createCertificate(names, { issuer: authority }), answer);
  inside = await Promise.all(
    [outside, secureOutside].map(({ port }) => servers.tcp((socket) => socket.end(), '127.0.0.1', port)),
  );
  dns.set('outside.example', 'A', [PUBLIC]);
  dns.set('inside.example', 'A', ['127.0.0.1']).set('inside6.example', 'AAAA', ['::1']);
  dns.set('cloud.example', 'A', ['169.254.169.254']);
  fixture = await startFixture({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      CHECK_ALLOW_PRIVATE_TARGETS: 'false',
      CHECK_DNS_SERVERS: dns.address,
      CHECK_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl,
      CHECK_WHOIS_SERVER: registry.whoisServer,
      CHECK_REGISTRY_INTERVAL_SECONDS: '0',
      STATUS_PAGE_DNS_SERVERS: dns.address,
      WEBHOOK_DNS_SERVERS: dns.address,
      NODE_EXTRA_CA_CERTS: join(directory, 'root.pem'),
      NODE_OPTIONS: `--import=${STAND_IN.href}?${PUBLIC}=${OUTSIDE}`,
    },
  });
  tenant = await fixture.tenant();
  database = new pg.Pool({ connectionString: fixture.stack.databaseUrl, max: 4 });
}, 120_000);
afterAll(async () => {
  await database.end();
  await fixture.stop();
  await Promise.all([servers.close(), dns.close(), registry.close(), rm(directory, { recursive: true, force: true })]);
});

const insideConnections = (): number => inside.reduce((sum, { accepted }) => sum + accepted, 0);
const outsideOf = ({ isSecure }: AddressField): Listening => (isSecure ? secureOutside : outside);
const portOf = (field: AddressField): number => outsideOf(field).port;

interface Sent {
  readonly id: string;
  readonly error?: ErrorEnvelope['error'];
}

async function create({ resource, field, body }: AddressField, address: string): Promise<Sent> {
  const fields = { ...body(outside.port), [field]: address };
  return (await tenant.api.post<Sent>(`/api/v1/${resource}`, fields)).body;
}

async function change({ resource, field }: AddressField, id: string, address: string): Promise<Sent> {
  return (await tenant.api.patch<Sent>(`/api/v1/${resource}/${id}`, { [field]: address })).body;
}

const use = (field: AddressField, id: string): Promise<string> => field.use(tenant, id, database);

/** Refused when it is sent, or else when it is used. */
async function expectRefusal(field: AddressField, address: string, { id, error }: Sent): Promise<void> {
  if (error === undefined)
    expect([address, await use(field, id)]).toEqual([address, expect.stringMatching(field.refusal)]);
  else expect([address, error.details?.[0]?.path]).toEqual([address, field.field]);
}

afterEach(() => {
  expect(insideConnections()).toBe(0);
});

describe('every field of the contract that names an address', () => {
  it('is tried here', () => {
    const fields = contract.operations.flatMap(({ path, body }) =>
      textFields(body)
        .filter(isAddress)
        .map((field) => `${path.split('/')[3] ?? ''} ${field.path}`),
    );
    expect(new Set(ADDRESS_FIELDS.map(({ resource, field }) => `${resource} ${field}`))).toEqual(new Set(fields));
  });

  it.each(ADDRESS_FIELDS)('leads to no server inside: $resource $field, $name', async (field) => {
    await Promise.all(
      HOSTS.map(async (host) => {
        const address = field.address(host, portOf(field));
        await expectRefusal(field, address, await create(field, address));
        const { id } = await create(field, field.address('nowhere.example', portOf(field)));
        await expectRefusal(field, address, await change(field, id, address));
      }),
    );
  });

  it.each(ADDRESS_FIELDS.filter(({ name }) => /HTTP|KEYWORD|PORT|webhook/.test(name)))(
    'leads to a server outside: $resource $field, $name',
    async (field) => {
      const { id } = await create(field, field.address('outside.example', portOf(field)));
      expect(await use(field, id)).toBe('UP');
    },
  );
});

describe('a redirect to a server inside', () => {
  const following = ADDRESS_FIELDS.filter(({ followsRedirects }) => followsRedirects);
  const locations = HOSTS.map((host, index) => `${['http:', 'https:', ''][index % 3] ?? ''}//${host}:`);

  it.each(following)('is not followed: $resource $field, $name', async (field) => {
    const port = portOf(field);
    const before = outsideOf(field).accepted;
    await Promise.all(
      locations.map(async (location) => {
        const path = `/redirect?${encodeURIComponent(`${location}${port}/`)}`;
        const address = field.address('outside.example', port, path);
        await expectRefusal(field, address, await create(field, address));
      }),
    );
    expect(outsideOf(field).accepted - before).toBeGreaterThanOrEqual(locations.length);
  });

  it('is not followed by a webhook, wherever it leads', async () => {
    const field = ADDRESS_FIELDS.find(({ resource }) => resource === 'webhook-endpoints');
    if (field === undefined) throw new Error('There is no field for it');
    const path = `/redirect?${encodeURIComponent(`https://outside.example:${secureOutside.port}/`)}`;
    const { id } = await create(field, field.address('outside.example', secureOutside.port, path));
    expect(await use(field, id)).toMatch(/302/);
  });
});

describe('a name that turns from outside to inside with every question', () => {
  // ping is a program of its own, which would really reach the public address.
  const connecting = ADDRESS_FIELDS.filter(({ name }) => !/PING|DNS|DOMAIN|custom domain/.test(name));

  /** The first half of the names begins outside, the other half inside. */
  function rebind(): void {
    for (const [index, name] of REBINDING.entries()) {
      const isFirstOutside = index < REBINDING.length / 2;
      const answers = Array.from({ length: 30 }, (_, turn) => [
        (turn % 2 === 0) === isFirstOutside ? PUBLIC : '127.0.0.1',
      ]);
      dns.set(name, 'A', ...answers);
    }
  }

  it.each(connecting)('is judged and connected to by one answer: $resource $field, $name', async (field) => {
    rebind();
    const before = outsideOf(field).accepted;
    await Promise.all(
      REBINDING.map(async (name) => {
        const { id, error } = await create(field, field.address(name, portOf(field)));
        if (error !== undefined) return;
        await use(field, id);
        // Where the service does so only once, the next use meets the other answer.
        if (field.resource !== 'status-pages') await use(field, id);
      }),
    );
    expect(insideConnections()).toBe(0);
    expect(outsideOf(field).accepted).toBeGreaterThan(before);
  });

  it.each(connecting.filter(({ followsRedirects }) => followsRedirects))(
    'is judged anew behind a redirect: $resource $field, $name',
    async (field) => {
      rebind();
      await Promise.all(
        REBINDING.map(async (name) => {
          const location = encodeURIComponent(field.address(name, portOf(field)));
          const address = field.address('outside.example', portOf(field), `/redirect?${location}`);
          await use(field, (await create(field, address)).id);
        }),
      );
      expect(insideConnections()).toBe(0);
    },
  );
});

describe('a registry', () => {
  it('that refers to a server inside is not followed', async () => {
    const field = ADDRESS_FIELDS.find(({ name }) => name.includes('DOMAIN'));
    if (field === undefined) throw new Error('There is no field for it');
    registry.whois.set('refers.example', `refer: 127.0.0.1:${outside.port}\n`);
    const { id } = await create(field, 'refers.example');
    expect(await use(field, id)).toMatch(/only public addresses are allowed/);
  });
});

describe('an alert contact', () => {
  it('inside is refused, or told nothing', async () => {
    const { organizationId } = tenant;
    const to = `https://localhost:${secureOutside.port}/`;
    const added = fixture.stack.operator.run('contact', 'add', '--org', organizationId, '--type', 'SLACK', '--to', to);
    await expect(added).rejects.toThrow(/public|private|loopback/);
  });
});

describe('without leave to reach private addresses', () => {
  it('a webhook endpoint must be public and over TLS', async () => {
    const { api } = await fixture.tenant();
    const refused = [
      'https://127.0.0.1:8443/hooks',
      'http://8.8.8.8/',
      'https://localhost/',
      'https://[::ffff:10.0.0.1]/',
    ];
    for (const url of refused) {
      const { status, body } = await api.post<ErrorEnvelope>('/api/v1/webhook-endpoints', { url, eventTypes: ['*'] });
      expect({ status, path: body.error.details?.[0]?.path }).toEqual({ status: 400, path: 'url' });
    }
    const accepted = { url: 'https://8.8.8.8/', eventTypes: ['*'] };
    expect((await api.post('/api/v1/webhook-endpoints', accepted)).status).toBe(201);
  });
});
