import { beforeAll, describe, expect, it } from '@jest/globals';
import { contract, newId, type IdPrefix, type Operation } from '@vedette/contract';
import type { ApiResponse, ErrorEnvelope } from '../support/api-client.ts';
import { sharedFixture } from '../support/fixture.ts';
import { idOf, populate, type PopulatedOrganization, spareIdOf } from './support/populated-organization.ts';
import { idKind, paramNames, pathOf, textFields, withText, type Schema } from './support/request-fields.ts';
import { sampleBody } from './support/samples.ts';

// Every operation of the contract meets ids of another organization, wherever it takes one. A new operation is covered
// without a line here; the suite fails if no request can be made for it.

let victim: PopulatedOrganization;
let attacker: PopulatedOrganization;
let before: string[];

beforeAll(async () => {
  const fixture = await sharedFixture();
  [victim, attacker] = await Promise.all([populate(fixture), populate(fixture)]);
  before = await everything(victim);
});

type Place = 'path' | 'body' | 'filter';

interface Case {
  readonly name: string;
  readonly operation: Operation;
  readonly place: Place;
  readonly kind: string;
  /** Of the field in the body or the filter in the query. */
  readonly path: string;
}

const cases: Case[] = contract.operations.flatMap((operation) => {
  const at = (place: Place, path: string, kind: string) => {
    return { name: `${operation.id}: ${path} in the ${place}`, operation, place, path, kind };
  };
  const filters = Object.keys((operation.query as Schema).properties ?? {});
  const fields = textFields(operation.body);
  return [
    ...paramNames(operation).map((name) => at('path', name, name)),
    ...fields.flatMap(({ name, path }) => (idKind(name) === undefined ? [] : [at('body', path, idKind(name) ?? '')])),
    ...filters.flatMap((name) => (idKind(name) === undefined ? [] : [at('filter', name, name)])),
  ];
});

/** A valid request of the attacker, apart from one id. */
function send({ operation, place, path, kind }: Case, id: string): Promise<ApiResponse> {
  const own = (each: string): string => idOf(attacker, each);
  const sample = sampleBody(operation, own);
  const body = place === 'body' ? withText(sample, path, id) : sample;
  const target = pathOf(operation, (each) => (place === 'path' && each === kind ? id : own(each)));
  const query = place === 'filter' ? `?${path}=${encodeURIComponent(id)}` : '';
  return attacker.api.request(operation.method, target + query, body === undefined ? {} : { json: body });
}

/** The whole answer, without what differs between any two answers. */
function comparable({ status, headers, body }: ApiResponse, id: string): string {
  const same = Object.entries(headers).filter(([name]) => !/^(date|x-request-id|ratelimit.*)$/.test(name));
  return JSON.stringify({ status, headers: Object.fromEntries(same), body })
    .replaceAll(id, '<id>')
    .replaceAll(/req_\w+/g, '<request>');
}

/** All that the owner can read, one answer a resource. */
function everything({ api, ids }: PopulatedOrganization): Promise<string[]> {
  const reads = contract.operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}'));
  return Promise.all(
    reads.flatMap((operation) =>
      (ids[paramNames(operation)[0] ?? ''] ?? []).map(async (id) =>
        JSON.stringify((await api.get(pathOf(operation, () => id))).body),
      ),
    ),
  );
}

const unknownLike = (id: string): string => newId(id.split('_', 1).join() as IdPrefix);

describe('an id of another organization is answered as an unknown one', () => {
  it.each(cases)('$name', async (each) => {
    const foreign = idOf(victim, each.kind);
    const unknown = unknownLike(foreign);
    const answers = await Promise.all([send(each, foreign), send(each, unknown)]);
    expect(comparable(answers[0], foreign)).toBe(comparable(answers[1], unknown));
    const { status, body } = answers[0];
    if (each.place === 'filter') expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
    else if (each.place === 'path') expect([status, (body as ErrorEnvelope).error.code]).toEqual([404, 'not_found']);
    else {
      expect(status).toBe(400);
      expect((body as ErrorEnvelope).error.details?.map(({ path }) => path)).toEqual([each.path]);
    }
  });

  it('and the other organization finds everything as it was', async () => {
    expect(await everything(victim)).toEqual(before);
  });
});

describe('a list holds nothing of another organization', () => {
  const lists = contract.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  it.each(lists)('$id', async ({ path }) => {
    const { body } = await attacker.api.get(`${path}?limit=100`);
    const text = JSON.stringify(body);
    expect(
      Object.values(victim.ids)
        .flat()
        .filter((id) => text.includes(id)),
    ).toEqual([]);
    expect(
      Object.values(attacker.ids)
        .flat()
        .some((id) => text.includes(id)),
    ).toBe(true);
  });
});

describe('an idempotency key that another organization has used is a new one', () => {
  /** The organization's own request, which succeeds, to be sent as often as wanted. */
  function request(organization: PopulatedOrganization, operation: Operation): () => Promise<ApiResponse> {
    const id = operation.method === 'DELETE' ? spareIdOf : idOf;
    const path = pathOf(operation, (kind) => id(organization, kind));
    const body = sampleBody(operation, (kind) => idOf(organization, kind));
    const headers = { 'idempotency-key': `shared.${operation.id}` };
    const options = { headers, ...(body !== undefined && { json: body }) };
    return () => organization.api.request(operation.method, path, options);
  }

  const mutations = contract.operations.filter(({ method }) => method !== 'GET');
  it.each(mutations)('$id', async (operation) => {
    const sendAgain = request(victim, operation);
    const first = await sendAgain();
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([operation.status, undefined]);
    const other = await request(attacker, operation)();
    expect([other.status, other.headers['idempotency-replayed']]).toEqual([operation.status, undefined]);
    const text = JSON.stringify(other.body);
    expect(
      Object.values(victim.ids)
        .flat()
        .filter((id) => text.includes(id)),
    ).toEqual([]);
    const again = await sendAgain();
    expect([again.status, again.headers['idempotency-replayed'], again.body]).toEqual([
      first.status,
      'true',
      first.body,
    ]);
  });
});
