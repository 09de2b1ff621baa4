import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract } from '@vedette/contract';
import fc from 'fast-check';
import type { ApiClient, ApiResponse, ErrorEnvelope } from '../support/api-client.ts';
import { sharedFixture } from '../support/fixture.ts';
import type { Page } from '../support/monitors.ts';
import { suiteConfig } from '../support/suite-config.ts';
import { arbitraryRequest, type ArbitraryRequest } from './support/arbitrary-request.ts';
import { withIds } from './support/existing-id.ts';
import { LivingIds } from './support/living-ids.ts';
import { populate, type PopulatedOrganization } from './support/populated-organization.ts';

// Requests made from the schemas of the contract, valid and broken, at an organization that has some of everything.

/** Requests that are under way at the same time, each lane with a seed of its own. */
const LANES = 8;
/** So many requests meet both answers of every operation. */
const ENOUGH = 5_000;
const { seed, cases } = suiteConfig();

let organization: PopulatedOrganization;
let api: ApiClient;
let ids: LivingIds;
const agent = new Agent({ keepAlive: true, maxSockets: LANES });
const seen = new Map(contract.operations.map(({ id }) => [id, new Set<number>()]));

beforeAll(async () => {
  organization = await populate(await sharedFixture());
  api = organization.api.over(agent);
  ids = new LivingIds(organization.ids);
});
afterAll(async () => {
  // Nothing that the suite has made is checked or sent to any longer.
  for (const path of ['/api/v1/monitors', '/api/v1/webhook-endpoints']) await deleteAll(path);
  agent.destroy();
});

async function deleteAll(path: string): Promise<void> {
  for (;;) {
    const { body } = await api.get<Page<{ id: string }>>(`${path}?limit=100`);
    if (body.data.length === 0) return;
    await Promise.all(body.data.map(({ id }) => api.delete(`${path}/${id}`)));
  }
}

/** The client checks the envelope, the headers and the body of every answer against the OpenAPI document. */
async function hold(request: ArbitraryRequest): Promise<void> {
  const { operation, method, headers } = request;
  const id = (kind: string, index: number, named: ReadonlySet<string>): string =>
    ids.pick(kind, index, method === 'DELETE', named);
  const path = withIds(request.path, id);
  const payload = typeof request.payload === 'string' ? withIds(request.payload, id) : request.payload;
  try {
    const answer = await api.request(method, path, { headers, ...(payload !== undefined && { raw: payload }) });
    seen.get(operation.id)?.add(answer.status);
    ids.learn(operation, answer);
    expectAllowed(request, answer, path, payload);
  } catch (error) {
    const sent = [
      `${method} ${path}`,
      ...Object.entries(headers).map((field) => field.join(': ')),
      '',
      String(payload),
    ];
    throw new Error(`${String(error)}\nThe request:\n${sent.join('\n')}`, { cause: error });
  }
}

function expectAllowed(
  { method, headers }: ArbitraryRequest,
  { status, body }: ApiResponse,
  path: string,
  payload: string | Buffer | undefined,
): void {
  expect(status).toBeLessThan(500);
  if (status === 400 && method !== 'HEAD') {
    const { code, details } = (body as ErrorEnvelope).error;
    expect(code === 'invalid_idempotency_key' || (details ?? []).length > 0).toBe(true);
  }
  const parsed = headers['content-type'] === undefined && typeof payload === 'string' ? parse(payload) : undefined;
  // A body that the document forbids is never accepted.
  if (parsed !== undefined && api.acceptsBody(method, path, parsed) === false) expect(status).toBe(400);
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

describe('requests made from the contract', () => {
  it('are never answered by a 5xx, and always as the contract says', async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      fc.assert(fc.asyncProperty(arbitraryRequest(), hold), {
        numRuns: Math.ceil(cases / LANES),
        seed: seed + lane,
        includeErrorInReport: true,
      }),
    );
    const failures = (await Promise.allSettled(lanes)).filter(({ status }) => status === 'rejected');
    expect(failures.map((failure) => String((failure as PromiseRejectedResult).reason))).toEqual([]);
  }, 3_600_000);

  it('were accepted and refused by every operation', () => {
    const oneSided = [...seen].filter(([, statuses]) => {
      const all = [...statuses];
      return !all.some((status) => status < 300) || !all.some((status) => status >= 400);
    });
    expect(cases < ENOUGH ? [] : oneSided).toEqual([]);
  });
});
