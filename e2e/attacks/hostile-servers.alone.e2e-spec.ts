import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract, type Monitor } from '@vedette/contract';
import { SERVICES } from '@vedette/local-stores';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { TargetServer } from '@vedette/test-kit/target-server';
import got from 'got';
import type { ErrorEnvelope } from '../support/api-client.ts';
import { type Fixture, startFixture, type Tenant } from '../support/fixture.ts';
import { peakBytes } from '../support/memory.ts';
import { createMonitor, type Page } from '../support/monitors.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { HostileServers } from './support/hostile-servers.ts';
import { Neighbour } from './support/neighbour.ts';
import { idKind, paramNames, pathOf, textFields, withText } from './support/request-fields.ts';
import { NOWHERE, sampleBody } from './support/samples.ts';
import { SecretiveOrganization } from './support/secretive-organization.ts';
import { Secrets } from './support/secrets.ts';

// One organization names servers that misbehave as badly as they can, and gives us secrets for them. Another one is
// served meanwhile. Afterwards the secrets are looked for in all that the services have written and answered.

const MEGABYTE = 1_048_576;
/** In Kubernetes a worker has 768 MB, a dispatcher 512 MB. */
const MAX_MEMORY_MB = 300;
/** Beyond what the same requests take without an attack, several times over: other suites share our processors. */
const LATE_MS = 500;
const LONGEST_MS = 5_000;
const SLOWER = 5;
/** For as long as the neighbour is looked at without an attack. */
const QUIET_MS = 1_500;
/** An organization has at most 50 checks and deliveries by hand in flight. */
const AT_ONCE = 45;

/** The owner reads back what a check sends, and the addresses of targets, receivers and jobs. */
const OWN_FIELDS = { url: null, requestHeaders: null, requestBody: null, heartbeatUrl: null };

const secrets = new Secrets();
const chat = new ChatReceiver();
let servers: HostileServers;
let site: ReceiverSite;
let receiver: WebhookReceiver;
let healthy: TargetServer;
let fixture: Fixture;
let organization: SecretiveOrganization;
let attacker: Tenant;
let neighbour: Neighbour;
/** How long a check or a delivery of the neighbour takes without an attack. */
let quietMs: number;

beforeAll(async () => {
  [servers, site, healthy] = await Promise.all([
    HostileServers.start(),
    createReceiverSite(),
    TargetServer.start((_, response) => response.end('welcome')),
  ]);
  const { dnsServer, registries, whoisServer } = servers.addresses;
  fixture = await startFixture({
    env: {
      ...site.env,
      RATE_LIMIT_REQUESTS: '100000',
      CHECK_DNS_SERVERS: dnsServer,
      CHECK_RDAP_BOOTSTRAP_URL: registries.bootstrapUrl,
      CHECK_WHOIS_SERVER: whoisServer,
      CHECK_REGISTRY_INTERVAL_SECONDS: '0',
      SMTP_URL: `smtp://mail:${secrets.make('the password of the mail server')}@127.0.0.1:9`,
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
    },
  });
  receiver = await site.start();
  const addresses = { chatUrl: await chat.listen(), receiverUrl: receiver.url };
  organization = await SecretiveOrganization.create(fixture, secrets, addresses);
  attacker = organization.tenant;
  neighbour = await Neighbour.create(await fixture.tenant(), healthy.url(), receiver.url);
  quietMs = medianOf(await neighbour.besides(sleep(QUIET_MS)));
}, 120_000);
afterAll(async () => {
  await fixture.stop();
  await Promise.all([servers.close(), site.stop(), healthy.stop(), chat.close()]);
});

async function checkAll(monitors: readonly object[]): Promise<void> {
  const { api } = attacker;
  await Promise.all(
    monitors.slice(0, AT_ONCE).map(async (fields) => {
      const { id } = await createMonitor(api, { intervalSeconds: 86_400, timeoutSeconds: 1, ...fields });
      const { status } = await api.post<Monitor>(`/api/v1/monitors/${id}/check`, {});
      expect(status).toBe(200);
    }),
  );
}

const medianOf = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

async function expectHealth(tookMs: readonly number[]): Promise<void> {
  expect(medianOf(tookMs)).toBeLessThan(LATE_MS + SLOWER * quietMs);
  expect(tookMs.at(-1)).toBeLessThan(LONGEST_MS + SLOWER * SLOWER * quietMs);
  const pids = (['checker-worker', 'webhook-dispatcher'] as const).map((name) => fixture.stack.service(name).pid);
  const peaks = await Promise.all(pids.map(peakBytes));
  for (const peak of peaks) expect(peak / MEGABYTE).toBeLessThan(MAX_MEMORY_MB);
}

describe('hostile servers starve nobody', () => {
  let hostileEndpoints: string[] = [];

  // They come first: an attempt may take ten seconds, and its end is awaited below.
  it('as receivers of webhooks', async () => {
    const { webServers } = servers.addresses;
    hostileEndpoints = await Promise.all(
      webServers.map((address) => organization.createEndpoint(`http://${address}/`, ['webhook.test'])),
    );
    const send = (id: string): Promise<unknown> => attacker.api.post(`/api/v1/webhook-endpoints/${id}/test`, {});
    await expectHealth(await neighbour.besides(Promise.all(hostileEndpoints.map(send))));
  });

  it('as targets', async () => {
    const monitors = servers.addresses.webServers.flatMap((address) =>
      ['HTTP', 'KEYWORD'].map((type) => {
        const url = `http://${organization.credentials('a target')}${address}/`;
        return organization.withSecrets('a target', { type, keyword: 'welcome', url });
      }),
    );
    await expectHealth(await neighbour.besides(checkAll(monitors)));
  });

  it('as TLS servers', async () => {
    const monitors = servers.addresses.tlsServers.flatMap((address) => [
      { type: 'SSL', url: `https://${address}/` },
      { type: 'SSL', url: `https://${organization.credentials('a TLS server')}${address}/` },
      organization.withSecrets('a TLS server', {
        type: 'HTTP',
        url: `https://${organization.credentials('a TLS server')}${address}/`,
      }),
      organization.withSecrets('a TLS server', {
        type: 'KEYWORD',
        keyword: 'x',
        url: `https://${address}/`,
        verifySsl: false,
      }),
    ]);
    await expectHealth(await neighbour.besides(checkAll(monitors)));
  });

  it('as DNS servers', async () => {
    const monitors = servers.addresses.names.flatMap((name) => [
      { type: 'DNS', url: name, dnsRecordType: 'A' },
      { type: 'DNS', url: name, dnsRecordType: 'TXT' },
      organization.withSecrets('a name', {
        type: 'HTTP',
        url: `http://${organization.credentials('a name')}${name}/`,
      }),
      { type: 'PORT', host: name, port: 80 },
    ]);
    await expectHealth(await neighbour.besides(checkAll(monitors)));
  });

  it('as registries', async () => {
    const { domains } = servers.addresses.registries;
    const monitors = domains.flatMap((domain) => Array.from({ length: 3 }, () => ({ type: 'DOMAIN', url: domain })));
    await expectHealth(await neighbour.besides(checkAll(monitors)));
  });

  it('and all of that comes to an end', async () => {
    await expect(neighbour.attacksEnded()).resolves.toBeUndefined();
    await Promise.all(hostileEndpoints.map((id) => attacker.api.delete(`/api/v1/webhook-endpoints/${id}`)));
  });
});

describe('secrets are told to nobody but their owner', () => {
  /** Answers to broken requests. */
  const refusals: string[] = [];
  let page: string;

  beforeAll(async () => {
    const { api } = attacker;
    // The first one has heard of so many outages that it hears of the next ones together, within a minute.
    await organization.addChat();
    const url = NOWHERE.replace('://', `://${organization.credentials('a target that is down')}`);
    const down = await createMonitor(api, {
      ...organization.withSecrets('a target that is down', { name: 'Down', url }),
    });
    await api.post(`/api/v1/monitors/${down.id}/check`, {});
    await api.patch(`/api/v1/monitors/${down.id}`, { name: 'Down for a while' });
    const made = await api.post<{ url: string }>('/api/v1/status-pages', {
      name: 'P',
      components: [{ monitorId: down.id }],
    });
    await pingJob(await createMonitor(api, { name: 'Job', type: 'CRON' }));
    await misuseKey();
    await sendBroken();
    for (const name of SERVICES) addEnvironment(name);
    await waitFor('the events', () => receiver.received.some(({ body }) => body.includes('Down for a while')));
    await waitFor('an alert', () => chat.messages.some(({ body }) => body.text.includes('Down')));
    page = await waitFor('the page', async () => {
      const { body, statusCode } = await got(made.body.url, { throwHttpErrors: false, retry: { limit: 0 } });
      return statusCode === 200 && body;
    });
  }, 60_000);

  async function pingJob({ heartbeatUrl }: Monitor): Promise<void> {
    const address = heartbeatUrl ?? '';
    secrets.add('the token of a job', address.slice(address.lastIndexOf('/') + 1));
    const options = { throwHttpErrors: false, retry: { limit: 0 } };
    for (const end of ['', '/fail', '/nonsense', '?a=b']) await got(`${address}${end}`, options);
  }

  async function misuseKey(): Promise<void> {
    const { key } = attacker;
    const inQuery = fixture.api.get(`/api/v1/monitors?api_key=${key}&key=${key}`);
    const wrong = ['x-api-key', 'authorization'].map((name) =>
      fixture.api.get('/api/v1/monitors', { headers: { [name]: `Basic ${key}x` } }),
    );
    const answers = await Promise.all([inQuery, ...wrong]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    refusals.push(...answers.map(({ body }) => JSON.stringify(body)));
  }

  /** A secret in every text of every body, in a form that is refused. */
  async function sendBroken(): Promise<void> {
    const requests = contract.operations.flatMap((operation) =>
      textFields(operation.body)
        .filter(({ name }) => idKind(name) === undefined)
        .map(({ path }) => {
          const text = `${secrets.make(`${path} of ${operation.id}`)}\u0000`;
          const json = withText(
            sampleBody(operation, () => 'unknown'),
            path,
            text,
          );
          return attacker.api.request<ErrorEnvelope>(
            operation.method,
            pathOf(operation, () => 'unknown'),
            { json },
          );
        }),
    );
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status !== 400)).toEqual([]);
    refusals.push(...answers.map(({ body }) => JSON.stringify(body)));
  }

  function addEnvironment(name: (typeof SERVICES)[number]): void {
    for (const [variable, value = ''] of Object.entries(fixture.stack.service(name).env)) {
      if (variable.endsWith('_SECRET_KEY')) secrets.add(variable, value);
      const password = URL.canParse(value) ? new URL(value).password : '';
      if (password.length > 8) secrets.add(`the password in ${variable} of ${name}`, password);
    }
  }

  it('and are found where they stand', () => {
    const found = new Secrets();
    const text = found.make('it');
    for (const form of [text, encodeURIComponent(text), Buffer.from(`user:${text}`).toString('base64')]) {
      expect(found.in(`before ${form} after`)).toEqual(['it']);
    }
    expect(secrets.count).toBeGreaterThan(100);
  });

  it.each(SERVICES)('not by the log of %s', (name) => {
    const { logs } = fixture.stack.service(name);
    expect(logs.length).toBeGreaterThan(0);
    expect(logs.filter((line) => secrets.in(line).length > 0)).toEqual([]);
  });

  it('not by events', () => {
    const told = receiver.received.map(({ headers, body }) => JSON.stringify(headers) + body);
    expect(told.filter((text) => secrets.in(text).length > 0)).toEqual([]);
  });

  it('not by alerts', () => {
    expect(chat.messages.map(({ body }) => JSON.stringify(body)).filter((text) => secrets.in(text).length > 0)).toEqual(
      [],
    );
  });

  it('not by refusals', () => {
    expect(refusals.filter((text) => secrets.in(text).length > 0)).toEqual([]);
  });

  it('not by a public page', () => {
    expect(secrets.in(page)).toEqual([]);
  });

  const reads = contract.operations.filter(({ method }) => method === 'GET');
  it.each(reads.filter((operation) => paramNames(operation).length === 0))(
    'not by $id and what it lists',
    async (list) => {
      const { api } = attacker;
      const { body } = await api.get<Page<{ id: string }>>(`${list.path}?limit=100`);
      const detail = reads.find(({ path }) => path.startsWith(`${list.path}/{`));
      const details = await Promise.all(
        body.data.slice(0, 30).map(async ({ id }) => (await api.get(pathOf(detail ?? list, () => id))).body),
      );
      const told = [...body.data, ...details].map((item) => JSON.stringify({ ...(item as object), ...OWN_FIELDS }));
      expect(told.filter((text) => secrets.in(text).length > 0)).toEqual([]);
    },
  );
});
