import { randomBytes, randomUUID } from 'node:crypto';
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
import pg from 'pg';
import { populate, type PopulatedOrganization } from './attacks/support/populated-organization.ts';
import { paramNames, pathOf, type Schema } from './attacks/support/request-fields.ts';
import { sampleBody } from './attacks/support/samples.ts';
import { sharedFixture, type SharedFixture } from './support/fixture.ts';

// Walks every write of both contracts, and holds what it leaves in the audit log against the contract. A new write is
// walked without a line here if its example in the OpenAPI document can be sent; otherwise `WAYS` says how to send it.

type Json = Record<string, unknown>;

interface Credential {
  readonly headers: Readonly<Record<string, string>>;
  readonly actor: string;
}

interface Sent {
  readonly operation: Operation;
  readonly actor: string;
  readonly requestId: string;
  readonly status: number;
  readonly body: Json;
  readonly isReplayed: boolean;
}

interface Line {
  readonly request_id: string;
  readonly organization_id: string | null;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly operation: string;
  readonly resource_id: string | null;
  readonly resource_name: string | null;
  readonly changed_fields: string[];
  readonly address: string | null;
}

/** How to send a write whose example does not do. */
interface Way {
  readonly body?: () => Promise<Json>;
  readonly by?: () => Promise<Credential>;
}

const SCHEMAS = ['monitor', 'incident', 'status_page', 'webhook_dispatcher'];
/** A session has no name. */
const NAMELESS = new Set(['endOneSession']);
/** No service answers these operations yet. */
const UNANSWERED = new Set([
  'deleteOrganization',
  'createAlertContact',
  'updateAlertContact',
  'deleteAlertContact',
  'setMonitorAlertContacts',
]);
const NOBODY: Credential = { headers: {}, actor: 'nobody' };

let fixture: SharedFixture;
let database: pg.Client;
let tenant: PopulatedOrganization;
let consoleUrl: string;
let owner: Credential;
/** By the parameter that they are named by in a path: the newest of each kind. */
let ids: Map<string, string>;
/** Whatever no line may hold. */
const secrets = new Set<string>();

beforeAll(async () => {
  fixture = await sharedFixture();
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
  tenant = await populate(fixture);
  secrets.add(tenant.key);
  consoleUrl = fixture.stack.operatorEnvironment['CONSOLE_PUBLIC_URL'] ?? '';
  owner = await signIn(await newPerson('OWNER'));
}, 60_000);

afterAll(() => database.end());

interface Member {
  readonly id: string;
  readonly email: string;
}

/** Written as the command line does, which would take a process for each. Null: in no organization. */
async function newPerson(role: string, organizationId: string | null = tenant.organizationId): Promise<Member> {
  const id = newId('per');
  const email = `${id}@example.com`;
  await database.query('INSERT INTO account.person (id, email, name) VALUES ($1, $2, $3)', [id, email, 'Ada']);
  if (organizationId !== null) {
    await database.query('INSERT INTO account.membership (organization_id, person_id, role) VALUES ($1, $2, $3)', [
      organizationId,
      id,
      role,
    ]);
  }
  return { id, email };
}

async function newToken({ id }: Member): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  secrets.add(token);
  await database.query(
    `INSERT INTO account.sign_in_link (hash, person_id, expires_at)
     VALUES (sha256($1), $2, now() + interval '15 minutes')`,
    [Buffer.from(token), id],
  );
  return token;
}

async function signIn(person: Member): Promise<Credential> {
  const body = JSON.stringify({ token: await newToken(person) });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${consoleUrl}/api/console/v1/sign-in/redeem`, { method: 'POST', headers, body });
  const [cookie = ''] = response.headers.getSetCookie().map((text) => text.split(';', 1).join());
  secrets.add(cookie.split('=')[1] ?? '');
  return { headers: { cookie }, actor: `person:${person.id}` };
}

/** A member whose sessions can end, and who can leave, without an effect on the walk. */
const member = async (): Promise<Credential> => signIn(await newPerson('ADMIN'));

const WAYS: Readonly<Record<string, Way>> = {
  createSignInLink: { by: async () => NOBODY },
  redeemSignInLink: {
    by: async () => NOBODY,
    body: async () => ({ token: await newToken(await newPerson('VIEWER')) }),
  },
  createInvitation: { body: async () => ({ email: `${newId('inv')}@example.com`, role: 'VIEWER' }) },
  acceptInvitation: {
    by: async () => signIn(await newPerson('VIEWER', null)),
    body: async () => {
      const { body } = await send(operationOf('createInvitation'), owner, { email: 'a@example.com', role: 'VIEWER' });
      return { token: String(body['url']).split('#token=')[1] };
    },
  },
  endSession: { by: member },
  endAllSessions: { by: member },
  endOneSession: {
    by: async () => {
      const person = await newPerson('VIEWER');
      const [here] = [await signIn(person), await signIn(person)];
      const { body } = await call('GET', '/api/console/v1/sessions', here);
      const elsewhere = (body['data'] as { id: string; current: boolean }[]).find(({ current }) => !current);
      ids.set('sessionId', elsewhere?.id ?? '');
      return here;
    },
  },
  // The example disables the key, and then its secret could not be replaced.
  updateKey: { body: async () => ({ name: 'Renamed' }) },
  updateMember: { body: async () => ({ role: 'ADMIN' }) },
  deleteOrganization: {
    by: async () => signIn(await newPerson('OWNER', (await fixture.tenant()).organizationId)),
  },
};

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
  const path = pathOf(operation, (kind) => existing(kind));
  const answer = await call(operation.method, path, by, body, key);
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

/** Values whose fields promise a secret: keys, tokens, signing secrets, headers and bodies that a monitor sends. */
function noteSecrets(value: unknown, name = ''): void {
  if (typeof value === 'string') {
    if (/secret$|^token$|^heartbeatUrl$|^url$|^requestBody$|^requestHeaders$/i.test(name)) secrets.add(value);
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
  const writes = operations.filter(({ effect, id }) => effect === 'write' && !UNANSWERED.has(id));
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

async function linesOf(all: readonly Sent[]): Promise<Line[]> {
  const { rows } = await database.query<Line>('SELECT * FROM account.audit_log WHERE request_id = ANY ($1)', [
    all.map(({ requestId }) => requestId),
  ]);
  return rows;
}

/** The requests of the lines that the services have committed, whether or not they are sent yet. */
async function committedBy(all: readonly Sent[]): Promise<string[]> {
  const selects = SCHEMAS.map((schema) => `SELECT subject, payload FROM ${schema}.outbox`);
  const { rows } = await database.query<{ request_id: string }>(
    `SELECT payload::json->>'requestId' AS request_id FROM (${selects.join(' UNION ALL ')}) AS fact
     WHERE subject LIKE 'vedette.audit.%' AND payload::json->>'requestId' = ANY ($1)`,
    [all.map(({ requestId }) => requestId)],
  );
  return rows.map((row) => row.request_id);
}

/** What is wrong with the lines that requests have left, in words. */
async function faultsOf(all: readonly Sent[]): Promise<string[]> {
  const changes = all.filter(({ isReplayed }) => !isReplayed);
  const arrived = async (): Promise<boolean> => (await linesOf(all)).length >= changes.length;
  const late = await waitFor('the lines', arrived, { timeoutMs: 2_000 }).then(
    () => [],
    () => ['not every line is there within two seconds'],
  );
  const [lines, committed] = [await linesOf(all), await committedBy(all)];
  const text = JSON.stringify(lines);
  return [
    ...late,
    ...all.flatMap((sent) => countFaults(sent, lines, committed)),
    ...changes.flatMap((sent) =>
      lineFaults(
        sent,
        lines.find((line) => line.request_id === sent.requestId),
      ),
    ),
    ...[...secrets].filter((secret) => secret !== '' && text.includes(secret)).map((secret) => `it holds ${secret}`),
  ];
}

/** The account service writes its lines into the log at once; the others commit them to their outboxes first. */
function countFaults(
  { operation, requestId, isReplayed }: Sent,
  lines: readonly Line[],
  committed: string[],
): string[] {
  const wanted = isReplayed ? 0 : 1;
  const written = lines.filter((line) => line.request_id === requestId).length;
  const told = operation.service === 'account' ? wanted : committed.filter((each) => each === requestId).length;
  const what = isReplayed ? `the replay of ${operation.id}` : operation.id;
  return [
    ...(written === wanted ? [] : [`${what} has ${written} lines`]),
    ...(told === wanted ? [] : [`${what} has committed ${told} lines`]),
  ];
}

function lineFaults({ operation, actor }: Sent, line: Line | undefined): string[] {
  const { id, method, service } = operation;
  if (line === undefined) return [];
  // A sign-in is ascribed to the person who signed in by it.
  const isActor = line.actor === actor || (id === 'redeemSignInLink' && line.actor.startsWith('person:'));
  const hasResource = service !== 'account' || paramNames(operation).length > 0;
  const claims = {
    'the operation': line.operation === id,
    'the actor': isActor,
    'the address': /127\.0\.0\.1$|^::1$/.test(line.address ?? ''),
    'the id of the resource': !hasResource || line.resource_id !== null,
    'the name of the resource': !hasResource || NAMELESS.has(id) || line.resource_name !== null,
    'the changed fields': line.changed_fields.length > 0 === (method === 'PATCH'),
  };
  return Object.entries(claims).flatMap(([claim, holds]) =>
    holds ? [] : [`${id}: ${claim} (${JSON.stringify(line)})`],
  );
}

describe('the audit log', () => {
  it('has one line for each write of the public contract by key, and none for its replay', async () => {
    ids = new Map(Object.entries(tenant.ids).map(([kind, [id = '']]) => [kind, id]));
    const by = { headers: { 'x-api-key': tenant.key }, actor: `key:${tenant.keyId}` };
    expect(await faultsOf(await walk(contract, by))).toEqual([]);
  }, 60_000);

  it('has one line for each write of the console contract by session, and none for its replay', async () => {
    ids = new Map(Object.entries(tenant.ids).map(([kind, [id = '']]) => [kind, id]));
    ids.set('personId', (await newPerson('VIEWER')).id);
    expect(await faultsOf(await walk(consoleContract, owner))).toEqual([]);
  }, 60_000);

  it('has no line of reads, and finds lines by actor, operation, resource and time', async () => {
    const from = new Date();
    const read = await send(operationOf('listMonitors'), owner);
    ids = new Map(Object.entries(tenant.ids).map(([kind, [id = '']]) => [kind, id]));
    const changed = await send(operationOf('pauseMonitor'), owner, {});
    await waitFor('the line', async () => (await linesOf([changed])).length === 1, { timeoutMs: 2_000 });
    expect(await linesOf([read])).toEqual([]);
    const filters = `actor=${owner.actor}&operation=pauseMonitor&resource=${existing('monitorId')}`;
    const found = async (query: string): Promise<unknown[]> =>
      (await call('GET', `/api/console/v1/audit-log?${query}`, owner)).body['data'] as unknown[];
    const since = `${filters}&from=${from.toISOString()}`;
    expect(await found(since)).toMatchObject([{ requestId: changed.requestId, operation: 'pauseMonitor' }]);
    expect(await found(`${filters}&from=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await found(since.replace('pauseMonitor', 'resumeMonitor'))).toEqual([]);
    expect(await found(since.replace(owner.actor, 'nobody'))).toEqual([]);
  });
});
