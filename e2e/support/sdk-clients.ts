import { newId } from '@vedette/contract';
import { Vedette, VedetteError } from '@vedette/sdk';
import type { SharedFixture, Tenant } from './fixture.ts';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Visitor {
  readonly personId: string;
  /** The token of a sign-in link that was not used yet. */
  readonly token: string;
  /** By the session, once the token is redeemed. */
  readonly vedette: Vedette;
  /** The cookie of the session; empty before it, and after its end. */
  cookie(): string;
}

type Checkers = ReadonlyMap<string, OpenApiChecker>;

const checkersOf = new WeakMap<SharedFixture, Promise<Checkers>>();

/** By the origins of the two servers. */
async function loadCheckers({ stack }: SharedFixture): Promise<Checkers> {
  const documents = [`${stack.apiUrl}/openapi.json`, `${stack.consoleUrl}/api/console/openapi.json`];
  const loaded = documents.map(async (url) => {
    const document = (await (await fetch(url)).json()) as OpenApiDocument;
    return [new URL(url).origin, OpenApiChecker.of(document)] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** Holds every answer in JSON against the OpenAPI document of its server; one that does not fit fails the call. */
async function checkedFetch(fixture: SharedFixture): Promise<Fetch> {
  const loading = checkersOf.get(fixture) ?? loadCheckers(fixture);
  checkersOf.set(fixture, loading);
  const checkers = await loading;
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) return response;
    const { origin, pathname, search } = new URL(url);
    const received = {
      method: init.method ?? 'GET',
      path: pathname + search,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.clone().json(),
    };
    const faults = checkers.get(origin)?.faults(received) ?? ['no such server'];
    if (faults.length > 0) throw new TypeError(`${url} answered outside its contract: ${faults.join('; ')}`);
    return response;
  };
}

/** The SDK with the key of an organization, for the operations of both contracts. */
export async function keyClient(fixture: SharedFixture, { key }: Pick<Tenant, 'key'>): Promise<Vedette> {
  const { apiUrl: baseUrl, consoleUrl } = fixture.stack;
  return new Vedette({ apiKey: key, baseUrl, consoleUrl, retries: 0, fetch: await checkedFetch(fixture) });
}

/** The code of the error that a call rejects with; undefined if it succeeds. */
export async function codeOf(call: PromiseLike<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof VedetteError) return error.code;
    throw error;
  }
}

/** A new person of the organization, whom the operator has given a sign-in link. */
export async function visitor(fixture: SharedFixture, organizationId: string, role: string): Promise<Visitor> {
  const { operator } = fixture.stack;
  const email = `${newId('per')}@example.com`;
  const person = ['--org', organizationId, '--email', email, '--name', 'Ada', '--role', role];
  const { id: personId } = (await operator.run('person', 'add', ...person)) as { id: string };
  const link = (await operator.run('person', 'link', '--email', email)) as { token: string };
  const send = await checkedFetch(fixture);
  let cookie = '';
  const vedette = new Vedette({
    session: true,
    organization: organizationId,
    baseUrl: fixture.stack.consoleUrl,
    retries: 0,
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      if (cookie !== '') headers.set('cookie', cookie);
      const response = await send(url, { ...init, headers });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
      return response;
    },
  });
  return { personId, token: link.token, vedette, cookie: () => cookie };
}

/** The same person, signed in. */
export async function signedIn(fixture: SharedFixture, organizationId: string, role: string): Promise<Visitor> {
  const person = await visitor(fixture, organizationId, role);
  await person.vedette.signIn.redeemLink({ token: person.token });
  return person;
}

/** The ways in which an organization may call the console contract. */
export const CALLERS = ['a session', 'a full key', 'a read-only key'] as const;

export type Callers = Readonly<Record<(typeof CALLERS)[number], Vedette>>;

/** A person of the given role, and keys of both kinds. */
export async function callersOf(fixture: SharedFixture, tenant: Tenant, role: string): Promise<Callers> {
  const { organizationId } = tenant;
  const [person, readOnly] = await Promise.all([
    signedIn(fixture, organizationId, role),
    fixture.key(organizationId, { access: 'READ_ONLY' }),
  ]);
  return {
    'a session': person.vedette,
    'a full key': await keyClient(fixture, tenant),
    'a read-only key': await keyClient(fixture, readOnly),
  };
}
