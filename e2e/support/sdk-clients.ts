import { newId } from '@vedette/contract';
import { Vedette } from '@vedette/sdk';
import type { SharedFixture, Tenant } from './fixture.ts';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Visitor {
  readonly personId: string;
  /** The token of a sign-in link that was not used yet. */
  readonly token: string;
  /** Where the console contract is served. */
  readonly consoleUrl: string;
  /** By the session, once the token is redeemed. */
  readonly vedette: Vedette;
  /** The cookie of the session; empty before it, and after its end. */
  cookie(): string;
}

/** Holds every answer against an OpenAPI document; one that does not fit fails the call. */
async function checkedFetch(documentUrl: string): Promise<Fetch> {
  const checker = new OpenApiChecker((await (await fetch(documentUrl)).json()) as OpenApiDocument);
  return async (url, init) => {
    const response = await fetch(url, init);
    const { pathname, search } = new URL(url);
    const faults = checker.faults({
      method: init.method ?? 'GET',
      path: pathname + search,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.clone().json(),
    });
    if (faults.length > 0) throw new TypeError(`${url} answered outside its contract: ${faults.join('; ')}`);
    return response;
  };
}

/** The SDK with the key of an organization. */
export async function keyClient(fixture: SharedFixture, { key }: Pick<Tenant, 'key'>): Promise<Vedette> {
  const baseUrl = fixture.stack.apiUrl;
  return new Vedette({ apiKey: key, baseUrl, retries: 0, fetch: await checkedFetch(`${baseUrl}/openapi.json`) });
}

/** The same for operations of the console alone. */
export async function consoleKeyClient(consoleUrl: string, { key }: Pick<Tenant, 'key'>): Promise<Vedette> {
  const send = await checkedFetch(`${consoleUrl}/api/console/openapi.json`);
  return new Vedette({ apiKey: key, baseUrl: consoleUrl, consoleUrl, retries: 0, fetch: send });
}

/** A new person of the organization, whom the operator has given a sign-in link. */
export async function visitor(fixture: SharedFixture, organizationId: string, role: string): Promise<Visitor> {
  const { operator } = fixture.stack;
  const email = `${newId('per')}@example.com`;
  const person = ['--org', organizationId, '--email', email, '--name', 'Ada', '--role', role];
  const { id: personId } = (await operator.run('person', 'add', ...person)) as { id: string };
  const link = (await operator.run('person', 'link', '--email', email)) as { url: string; token: string };
  const baseUrl = new URL(link.url).origin;
  const send = await checkedFetch(`${baseUrl}/api/console/openapi.json`);
  let cookie = '';
  const vedette = new Vedette({
    session: true,
    organization: organizationId,
    baseUrl,
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
  return { personId, token: link.token, consoleUrl: baseUrl, vedette, cookie: () => cookie };
}

/** The same person, signed in. */
export async function signedIn(fixture: SharedFixture, organizationId: string, role: string): Promise<Visitor> {
  const person = await visitor(fixture, organizationId, role);
  await person.vedette.signIn.redeemLink({ token: person.token });
  return person;
}
