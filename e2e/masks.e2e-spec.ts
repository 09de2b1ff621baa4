import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consoleContract, contract, MASK, type Monitor, type Operation } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { smtpError, SmtpReceiver } from '@vedette/test-kit/smtp-receiver';
import { TargetServer } from '@vedette/test-kit/target-server';
import { idOf, populate, type PopulatedOrganization } from './attacks/support/populated-organization.ts';
import { paramNames, pathOf, type Schema } from './attacks/support/request-fields.ts';
import { NOWHERE, sampleBody } from './attacks/support/samples.ts';
import { Secrets } from './attacks/support/secrets.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { createMonitor, type Page } from './support/monitors.ts';
import { plantSecrets } from './support/planted-secrets.ts';
import { keyClient, signedIn } from './support/sdk-clients.ts';

// Plants a secret in every field that is masked, and walks every read of both contracts. A new read is walked without a
// line here, and the suite fails if no request can be made for it.

const READERS = ['a viewer', 'a read-only key', 'a member', 'a full key'] as const;
type Reader = (typeof READERS)[number];
type Json = Record<string, unknown>;

const smtp = new SmtpReceiver();
let receiver: TargetServer;
let fixture: Fixture;
let tenant: PopulatedOrganization;
/** By parameter: the resources with secrets, which are read in place of those that every organization has. */
let ids: Readonly<Record<string, readonly string[]>>;
/** A monitor with secrets. */
let site: Monitor;
let headersOf: Readonly<Record<Reader, Readonly<Record<string, string>>>>;
/** Before what the walk is about, so that a stream begins with it. */
let firstCursor: string;
const secrets = new Secrets();
/** What each reader read, by the operation. */
const read: Record<Reader, Map<string, string>> = {
  'a viewer': new Map(),
  'a read-only key': new Map(),
  'a member': new Map(),
  'a full key': new Map(),
};

const reads = consoleContract.operations.filter(
  ({ effect, role, credentials }) =>
    effect === 'read' && (role === null || role === 'VIEWER') && credentials.some((kind) => kind !== 'none'),
);
const readsOf = (reader: Reader): Operation[] =>
  reads.filter(({ credentials }) => credentials.includes(reader.endsWith('key') ? 'key' : 'session'));

beforeAll(async () => {
  receiver = await TargetServer.start((request, response) => {
    request.resume();
    response.writeHead(404).end(`There is no ${request.url}`);
  });
  smtp.react = (mail) => {
    throw smtpError(550, `5.1.1 <${mail.to?.[0]?.address}>: no such user`);
  };
  fixture = await startFixture({
    env: {
      RATE_LIMIT_REQUESTS: '100000',
      SMTP_URL: await smtp.listen(),
      SMTP_FROM: 'Vedette <alerts@vedette.test>',
      WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
      TELEGRAM_API_URL: receiver.url(),
    },
  });
  tenant = await populate(fixture);
  const { organizationId } = tenant;
  const [viewer, member, readOnly] = await Promise.all([
    signedIn(fixture, organizationId, 'VIEWER'),
    signedIn(fixture, organizationId, 'MEMBER'),
    fixture.key(organizationId, { access: 'READ_ONLY' }),
  ]);
  headersOf = {
    'a viewer': { cookie: viewer.cookie() },
    'a read-only key': { 'x-api-key': readOnly.key },
    'a member': { cookie: member.cookie() },
    'a full key': { 'x-api-key': tenant.key },
  };
  const planted = await plantSecrets({ fixture, tenant, member: member.vedette, secrets, receiver });
  ids = { ...tenant.ids, ...planted.ids };
  ({ site, firstCursor } = planted);
  for (const reader of READERS) {
    await Promise.all(readsOf(reader).map(async (each) => read[reader].set(each.id, await textsOf(each, reader))));
  }
}, 120_000);

afterAll(async () => {
  await fixture.stop();
  await Promise.all([smtp.close(), receiver.stop()]);
});

/** All that an operation answers about the planted resources. */
async function textsOf(operation: Operation, reader: Reader, path = operation.path): Promise<string> {
  const [parameter = ''] = paramNames(operation);
  const chosen = parameter === '' ? [''] : (ids[parameter] ?? []);
  if (chosen.length === 0) throw new Error(`No resource is made whose id is a ${parameter}: add it to plantSecrets()`);
  const limit = (operation.query as Schema).properties?.['limit']?.maximum;
  const query = limit === undefined ? '' : `?limit=${limit}`;
  const paths = chosen.map((each) => pathOf({ ...operation, path }, () => each) + query);
  const answers = await Promise.all(paths.map((each) => send(operation, reader, each)));
  // A cron job has nothing to replay.
  const refused = answers.filter(({ status }) => status !== 200 && status !== 409);
  if (refused.length > 0 || answers.every(({ status }) => status === 409)) {
    throw new Error(`${operation.id} answered ${reader}: ${JSON.stringify(answers)}`);
  }
  return answers.map(({ text }) => text).join('\n');
}

async function send(operation: Operation, reader: Reader, path: string): Promise<{ status: number; text: string }> {
  const { method, answer } = operation;
  const { apiUrl, consoleUrl } = fixture.stack;
  const body = sampleBody(operation, (kind) => idOf(tenant, kind));
  const response = await fetch(`${path.startsWith('/api/console/') ? consoleUrl : apiUrl}${path}`, {
    method,
    headers: {
      ...headersOf[reader],
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(answer === 'event-stream' && { 'last-event-id': firstCursor }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = answer === 'event-stream' ? await streamed(response) : await response.text();
  return { status: response.status, text };
}

/** Until the event that comes last. */
async function streamed(response: Response): Promise<string> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString('utf8');
    if (text.includes('incident.acknowledged') && text.includes(ids['incidentId']?.[0] ?? '')) break;
  }
  return text;
}

const idsWithSecrets = (reader: Reader): string[] =>
  [...read[reader]].flatMap(([id, text]) => (secrets.in(text).length > 0 ? [id] : [])).toSorted();

describe('in the console contract', () => {
  it.each(['a viewer', 'a read-only key'] as const)('%s reads no secret, whatever it reads', (reader) => {
    const seen = [...read[reader]].map(([id, text]) => ({ id, secrets: secrets.in(text) }));
    expect(seen.filter((each) => each.secrets.length > 0)).toEqual([]);
    expect(seen.map(({ id }) => id).toSorted()).toEqual(
      readsOf(reader)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it.each(['a member', 'a full key'] as const)('%s reads all of them', (reader) => {
    const everything = [...read[reader].values()].join('\n');
    expect(secrets.in(everything)).toHaveLength(secrets.count);
    expect(idsWithSecrets(reader)).toEqual(
      [
        'getAlertContact',
        'getIncident',
        'getMonitor',
        ...(reader === 'a member' ? ['getRehearsal'] : []),
        'getWebhookDelivery',
        'listAlertContacts',
        'listAlerts',
        'listEvents',
        'listMonitors',
        'streamEvents',
      ].toSorted(),
    );
  });

  it('a mask leaves everything else as it is', async () => {
    const masked = await (await call('a viewer', 'GET', `monitors/${site.id}`)).json();
    const whole = (await (await call('a member', 'GET', `monitors/${site.id}`)).json()) as Monitor;
    expect(masked).toEqual({
      ...whole,
      url: NOWHERE.replace('://', `://${MASK}@`),
      requestHeaders: { authorization: MASK, 'x-key': MASK },
      requestBody: MASK,
    });
  });

  it.each(READERS)('%s finds no monitor by what is masked', async (reader) => {
    const { url, requestBody } = site;
    const found = async (text: string): Promise<unknown> => {
      const answer = await call(reader, 'GET', `monitor-list?search=${encodeURIComponent(text)}`);
      return ((await answer.json()) as Page<{ id: string }>).data.map(({ id }) => id);
    };
    const { username, password } = new URL(url ?? '');
    for (const text of [username, password, requestBody ?? '', MASK]) expect(await found(text)).toEqual([]);
    expect(await found(site.name)).toEqual([site.id]);
  });
});

function call(reader: Reader, method: string, path: string, body?: Json): Promise<Response> {
  return fetch(`${fixture.stack.consoleUrl}/api/console/v1/${path}`, {
    method,
    headers: { ...headersOf[reader], ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('a masked value that is sent back', () => {
  const monitor = { name: 'Copy', type: 'HTTP', url: NOWHERE };
  const rows: { readonly field: string; readonly method: string; readonly path: string; readonly body: Json }[] = [
    { field: 'url', method: 'POST', path: 'monitors', body: { ...monitor, url: `https://${MASK}@example.com/` } },
    { field: 'requestBody', method: 'POST', path: 'monitors', body: { ...monitor, requestBody: MASK } },
    { field: 'requestHeaders.a', method: 'POST', path: 'monitors', body: { ...monitor, requestHeaders: { a: MASK } } },
    { field: 'requestBody', method: 'POST', path: 'monitor-tests', body: { ...monitor, requestBody: MASK } },
    { field: 'url', method: 'PATCH', path: 'monitors/', body: { url: `https://${MASK}@example.com/` } },
    { field: 'requestBody', method: 'PATCH', path: 'monitors/', body: { requestBody: MASK } },
    { field: 'requestHeaders.a', method: 'PATCH', path: 'monitors/', body: { requestHeaders: { a: MASK } } },
    { field: 'heartbeatUrl', method: 'PATCH', path: 'monitors/', body: { heartbeatUrl: `https://hb.test/${MASK}` } },
    { field: 'to', method: 'POST', path: 'alert-contacts', body: { type: 'EMAIL', to: `o${MASK}@example.com` } },
    {
      field: 'to',
      method: 'POST',
      path: 'alert-contacts',
      body: { type: 'WEBHOOK', to: `https://hooks.example.com/${MASK}` },
    },
  ];

  it.each(rows)('is refused at $field by $method $path', async ({ field, path, method, body }) => {
    for (const reader of ['a member', 'a full key'] as const) {
      const before = await textsOf(operationOf('listMonitors'), reader);
      const answer = await call(reader, method, path.endsWith('/') ? `${path}${site.id}` : path, body);
      const { error } = (await answer.json()) as { error: { details: object[] } };
      const message = `${field} is masked: send the value itself, or leave the field out`;
      expect([answer.status, error.details]).toEqual([400, [{ path: field, message }]]);
      expect(await textsOf(operationOf('listMonitors'), reader)).toBe(before);
    }
  });

  it('is refused at each of its fields when a whole monitor comes back', async () => {
    const { vedette } = await signedIn(fixture, tenant.organizationId, 'VIEWER');
    const shown = await vedette.monitors.get(site.id);
    const answer = await call('a member', 'PATCH', `monitors/${site.id}`, { ...shown, name: 'Renamed' });
    const { error } = (await answer.json()) as { error: { details: { path: string }[] } };
    expect(error.details.map(({ path }) => path).toSorted()).toEqual([
      'requestBody',
      'requestHeaders.authorization',
      'requestHeaders.x-key',
      'url',
    ]);
  });
});

const operationOf = (id: string): Operation => reads.find((each) => each.id === id) as Operation;

describe('in the public API', () => {
  it.each(contract.operations.filter(({ effect }) => effect === 'read'))(
    '$id answers a read-only key as it answers every key',
    async (operation) => {
      // Deliveries are tried again meanwhile, and that shows in the answers.
      const [full, readOnly] = await waitFor('answers between which nothing happens', async () => {
        const before = await textsOf(operation, 'a full key');
        const between = await textsOf(operation, 'a read-only key');
        return (await textsOf(operation, 'a full key')) === before && [before, between];
      });
      expect(readOnly).toBe(full);
      expect(secrets.in(readOnly)).toEqual(secrets.in(read['a full key'].get(operation.id) ?? ''));
    },
  );

  it('a value that looks like a mask is taken as before', async () => {
    const vedette = await keyClient(fixture, tenant);
    const { id } = await createMonitor(tenant.api, { url: `https://${MASK}@127.0.0.1:9/`, requestBody: MASK });
    expect(await vedette.monitors.get(id)).toMatchObject({ requestBody: MASK });
    await tenant.api.delete(`/api/v1/monitors/${id}`);
  });
});
