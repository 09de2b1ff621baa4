import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  consoleContract,
  contract,
  newId,
  takesIdempotencyKey,
  type Contract,
  type Operation,
} from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import pg from 'pg';
import { populate, type PopulatedOrganization } from './attacks/support/populated-organization.ts';
import { paramNames, pathOf, type Schema } from './attacks/support/request-fields.ts';
import { NOWHERE, sampleBody } from './attacks/support/samples.ts';
import { acknowledgeTokenIn, askToConfirm } from './support/alert-links.ts';
import { auditFaults, linesOf, type SentWrite } from './support/audit-lines.ts';
import { ConsolePeople, type Credential } from './support/console-people.ts';
import { sharedFixture, type SharedFixture } from './support/fixture.ts';
import { createMonitor } from './support/monitors.ts';

// Walks every write of both contracts, and holds what it leaves in the audit log against the contract. A new write is
// walked without a line here if its example in the OpenAPI document can be sent; otherwise `WAYS` says how to send it.

type Json = Record<string, unknown>;

interface Sent extends SentWrite {
  readonly status: number;
  readonly body: Json;
}

/** How to send a write whose example does not do. */
interface Way {
  readonly body?: () => Promise<Json>;
  readonly by?: () => Promise<Credential>;
}

const NOBODY: Credential = { headers: {}, actor: 'nobody' };

let fixture: SharedFixture;
let database: pg.Client;
let tenant: PopulatedOrganization;
let consoleUrl: string;
let people: ConsolePeople;
let owner: Credential;
const chat = new ChatReceiver();
let told: Told;
/** By the parameter that they are named by in a path: the newest of each kind. */
let ids: Map<string, string>;
/** Whatever no line may hold, apart from the tokens of people. */
const secrets = new Set<string>();

beforeAll(async () => {
  fixture = await sharedFixture();
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
  tenant = await populate(fixture);
  secrets.add(tenant.key);
  consoleUrl = fixture.stack.operatorEnvironment['CONSOLE_PUBLIC_URL'] ?? '';
  people = new ConsolePeople(database, consoleUrl);
  owner = await member('OWNER');
  told = await alert(await chat.listen());
}, 60_000);

afterAll(async () => {
  await database.end();
  await chat.close();
});

const member = async (role: string): Promise<Credential> =>
  people.signIn(await people.add(role, tenant.organizationId));

const WAYS: Readonly<Record<string, Way>> = {
  createSignInLink: { by: async () => NOBODY },
  redeemSignInLink: {
    by: async () => NOBODY,
    body: async () => ({ token: await people.newToken(await people.add('VIEWER', tenant.organizationId)) }),
  },
  createInvitation: { body: async () => ({ email: `${newId('inv')}@example.com`, role: 'VIEWER' }) },
  acceptInvitation: {
    by: async () => people.signIn(await people.add('VIEWER', null)),
    body: async () => {
      const { body } = await send(operationOf('createInvitation'), owner, { email: 'a@example.com', role: 'VIEWER' });
      return { token: String(body['url']).split('#token=')[1] };
    },
  },
  endSession: { by: () => member('VIEWER') },
  endAllSessions: { by: () => member('VIEWER') },
  endOneSession: {
    by: async () => {
      const person = await people.add('VIEWER', tenant.organizationId);
      const [here] = [await people.signIn(person), await people.signIn(person)];
      const { body } = await call('GET', '/api/console/v1/sessions', here);
      const elsewhere = (body['data'] as { id: string; current: boolean }[]).find(({ current }) => !current);
      ids.set('sessionId', elsewhere?.id ?? '');
      return here;
    },
  },
  // The example disables the key, and then its secret could not be replaced.
  updateKey: { body: async () => ({ name: 'Renamed' }) },
  updateMember: { body: async () => ({ role: 'ADMIN' }) },
  retryFailedWebhookDeliveries: {
    body: async () => ({ endpointId: existing('endpointId'), since: new Date(Date.now() - 3_600_000).toISOString() }),
  },
  bulkMonitors: { body: async () => ({ action: 'pause', monitorIds: [existing('monitorId')] }) },
  // Every contact is attached to the monitor already.
  setMonitorAlertContacts: { body: async () => ({ contactIds: [] }) },
  // The example names a parent that does not exist.
  setMonitorAlerting: { body: async () => ({ runbookUrl: 'https://wiki.example.com/runbook' }) },
  // The example is a mail address, which needs a mail server.
  createAlertContact: { body: async () => ({ type: 'SLACK', to: NOWHERE, name: 'On call' }) },
  confirmAlertContact: {
    by: async () => ({ headers: {}, actor: `link:${existing('contactId')}` }),
    body: async () => ({ token: await askToConfirm(database, existing('contactId')) }),
  },
  createAcknowledgement: {
    by: async () => ({ headers: {}, actor: `link:${told.contactId}` }),
    body: async () => ({ token: told.token }),
  },
  deleteOrganization: {
    by: async () => people.signIn(await people.add('OWNER', (await fixture.tenant()).organizationId)),
  },
};

/** A chat contact that has been told of an outage, and the token of the link in its message. */
interface Told {
  readonly contactId: string;
  readonly token: string;
}

async function alert(chatUrl: string): Promise<Told> {
  const path = '/audit';
  const contact = { type: 'SLACK', to: `${chatUrl}${path}`, name: 'On call', monitorIds: [] };
  const { body } = await call('POST', '/api/console/v1/alert-contacts', owner, contact);
  const monitor = await createMonitor(tenant.api, { url: NOWHERE, intervalSeconds: 86_400, timeoutSeconds: 2 });
  await tenant.api.post(`/api/v1/monitors/${monitor.id}/check`, {});
  const [message] = await chat.got(path, 1);
  return { contactId: String(body['id']), token: acknowledgeTokenIn(message) };
}

function operationOf(id: string): Operation {
  const found = consoleContract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

async function call(method: string, path: string, by: Credential, body?: Json, key?: string) {
  const base = path.startsWith('/api/console/') ? consoleUrl : fixture.stack.apiUrl;
  const response = await fetch(base + path, {
    method,
    headers: {
      ...by.headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}

async function send(operation: Operation, by: Credential, body?: Json, key?: string): Promise<Sent> {
  const answer = await call(operation.method, pathOf(operation, existing), by, body, key);
  noteSecrets(body);
  noteSecrets(answer.body);
  return {
    operation,
    actor: by.actor,
    requestId: answer.headers.get('x-request-id') ?? '',
    status: answer.status,
    body: answer.body,
    isReplayed: answer.headers.get('idempotency-replayed') === 'true',
  };
}

/** Values whose fields promise a secret: keys, tokens, addresses, and what a monitor sends. */
function noteSecrets(value: unknown, name = ''): void {
  if (typeof value === 'string') {
    if (/secret$|^token$|^heartbeatUrl$|^url$|^to$|^requestBody$|^requestHeaders$/i.test(name)) secrets.add(value);
  } else if (typeof value === 'object' && value !== null) {
    const inherited = name === 'requestHeaders' ? name : undefined;
    for (const [field, each] of Object.entries(value)) noteSecrets(each, inherited ?? field);
  }
}

function existing(kind: string): string {
  const id = ids.get(kind);
  if (id === undefined) throw new Error(`No resource is made whose id is a ${kind}: make one before the walk`);
  return id;
}

/** Creates come first, and deletions last, so that each write finds the resource that it needs. */
function order({ method, id, path }: Operation): number {
  if (id === 'deleteOrganization' || id === 'endAllSessions') return 3;
  if (method === 'DELETE') return 2;
  return method === 'POST' && !path.includes('{') ? 0 : 1;
}

/** Sends every write of a contract, and a second time with the same key where the operation takes one. */
async function walk({ operations }: Contract, by: Credential): Promise<Sent[]> {
  ids = new Map(Object.entries(tenant.ids).map(([kind, [id = '']]) => [kind, id]));
  ids.set('personId', (await people.add('VIEWER', tenant.organizationId)).id);
  const writes = operations.filter(({ effect }) => effect === 'write');
  const all: Sent[] = [];
  for (const operation of writes.toSorted((one, other) => order(one) - order(other))) {
    const { body, by: other } = WAYS[operation.id] ?? {};
    const sender = (await other?.()) ?? by;
    const sample = (await body?.()) ?? renamed(operation, sampleBody(operation, existing));
    const key = randomUUID();
    const sent = await send(operation, sender, sample, key);
    expect([operation.id, sent.status, sent.body]).toEqual([operation.id, operation.status, expect.anything()]);
    all.push(sent);
    if (takesIdempotencyKey(operation) && operation.endsSession !== true && operation.id !== 'deleteOrganization') {
      const again = await send(operation, sender, sample, key);
      expect([operation.id, again.status, again.isReplayed]).toEqual([operation.id, operation.status, true]);
      all.push(again);
    }
    learn(operations, operation, sent.body);
  }
  return all;
}

/** The example of an update may equal the example of the creation, and then it would change nothing. */
function renamed({ method, body }: Operation, sample: Json | undefined): Json | undefined {
  const { properties = {} } = (body ?? {}) as Schema;
  const field = ['name', 'title', 'description'].find((each) => each in properties);
  return method === 'PATCH' && field !== undefined ? { ...sample, [field]: `Renamed ${randomUUID()}` } : sample;
}

/** A created resource is the one that later writes name: `POST /monitors` makes what `/monitors/{monitorId}` names. */
function learn(operations: readonly Operation[], { path, status }: Operation, { id }: Json): void {
  if (status !== 201 || path.includes('{')) return;
  const one = operations.find((each) => each.path.startsWith(`${path}/{`) && each.path.endsWith('}'));
  const [kind] = one === undefined ? [] : paramNames(one);
  if (kind !== undefined) ids.set(kind, String(id));
}

const faultsOf = (writes: readonly SentWrite[]): Promise<string[]> =>
  auditFaults(database, writes, [...secrets, ...people.tokens]);

describe('the audit log', () => {
  it('has one line for each write of the public contract by key, and none for its replay', async () => {
    const by = { headers: { 'x-api-key': tenant.key }, actor: `key:${tenant.keyId}` };
    expect(await faultsOf(await walk(contract, by))).toEqual([]);
  }, 60_000);

  it('has one line for each write of the console contract by session, and none for its replay', async () => {
    expect(await faultsOf(await walk(consoleContract, owner))).toEqual([]);
  }, 60_000);

  it('has no line of reads, and finds lines by actor, operation, resource and time', async () => {
    const from = new Date();
    const [monitorId = ''] = tenant.ids['monitorId'] ?? [];
    const read = await send(operationOf('listMonitors'), owner);
    ids.set('monitorId', monitorId);
    const changed = await send(operationOf('pauseMonitor'), owner, {});
    await waitFor('the line', async () => (await linesOf(database, [changed])).length === 1, { timeoutMs: 2_000 });
    expect(await linesOf(database, [read])).toEqual([]);
    const filters = `actor=${owner.actor}&operation=pauseMonitor&resource=${monitorId}`;
    const found = async (query: string): Promise<unknown[]> =>
      (await call('GET', `/api/console/v1/audit-log?${query}`, owner)).body['data'] as unknown[];
    const since = `${filters}&from=${from.toISOString()}`;
    expect(await found(since)).toMatchObject([{ requestId: changed.requestId, operation: 'pauseMonitor' }]);
    expect(await found(`${filters}&from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await found(since.replace('pauseMonitor', 'resumeMonitor'))).toEqual([]);
    expect(await found(since.replace(owner.actor, 'nobody'))).toEqual([]);
  });
});
