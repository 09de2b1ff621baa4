import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import type { ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ services: ['gateway', 'monitor'] });
});
afterAll(() => fixture.stop());

const LIMIT = 120;

function window({ headers }: ApiResponse): {
  limit: number;
  remaining: number;
  reset: number;
  short: string;
  policy: string;
} {
  return {
    limit: Number(headers['ratelimit-limit']),
    remaining: Number(headers['ratelimit-remaining']),
    reset: Number(headers['ratelimit-reset']),
    short: String(headers['ratelimit']),
    policy: String(headers['ratelimit-policy']),
  };
}

function list(tenant: Tenant): Promise<ApiResponse> {
  return tenant.api.get('/api/v1/monitors');
}

describe('the rate limit', () => {
  it('lets exactly 120 of 200 parallel requests of one key pass', async () => {
    const tenant = await fixture.tenant();
    const answers = await Promise.all(Array.from({ length: 200 }, () => list(tenant)));
    const passed = answers.filter(({ status }) => status === 200);
    const limited = answers.filter(({ status }) => status === 429);
    expect([passed.length, limited.length]).toEqual([LIMIT, 200 - LIMIT]);
    expect(passed.map((answer) => window(answer).remaining).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: LIMIT }, (_, index) => index),
    );
    for (const answer of limited) {
      const { remaining, reset } = window(answer);
      expect((answer.body as ErrorEnvelope).error.code).toBe('rate_limited');
      expect([remaining, Number(answer.headers['retry-after'])]).toEqual([0, reset]);
      expect(reset).toBeGreaterThanOrEqual(1);
      expect(reset).toBeLessThanOrEqual(60);
    }
  });

  it('says the same in all five headers', async () => {
    const tenant = await fixture.tenant();
    const { limit, remaining, reset, short, policy } = window(await list(tenant));
    expect([limit, remaining, reset]).toEqual([120, 119, 60]);
    expect([short, policy]).toEqual(['public-api;r=119;t=60', 'public-api;q=120;w=60']);
  });

  it('counts each key for itself, whatever the answer is', async () => {
    const tenant = await fixture.tenant();
    const other = await fixture.key(tenant.organizationId);
    await tenant.api.get('/api/v1/nothing');
    await tenant.api.post('/api/v1/monitors', {});
    expect(window(await list(tenant)).remaining).toBe(117);
    expect(window(await other.api.get('/api/v1/monitors')).remaining).toBe(119);
  });

  it('keeps its window for 60 seconds from the first request', async () => {
    const tenant = await fixture.tenant();
    await list(tenant);
    const answer = await waitFor(
      'a second of the window to pass',
      async () => {
        const latest = await list(tenant);
        return window(latest).reset < 60 && latest;
      },
      { intervalMs: 200 },
    );
    expect(window(answer).reset).toBeGreaterThanOrEqual(55);
  });

  it('shows the bucket of the address to requests without a valid key, and never limits them', async () => {
    const first = await fixture.api.get('/api/v1/monitors');
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => fixture.api.get('/api/v1/monitors', { headers: { 'x-api-key': 'garbage' } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(window(first).remaining).toBeGreaterThan(0);
    expect(window(await fixture.api.get('/openapi.json')).remaining).toBe(0);
    expect((await fixture.api.get('/openapi.json')).status).toBe(200);
  });

  it('goes on counting while Redis is away, from where it was, and comes back by itself', async () => {
    const tenant = await fixture.tenant();
    expect(window(await list(tenant)).remaining).toBe(119);
    await fixture.stack.redis.pause();
    expect(window(await list(tenant)).remaining).toBe(118);
    const answers = await Promise.all(Array.from({ length: 130 }, () => list(tenant)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(118);
    await fixture.stack.redis.resume();
    const fresh = await fixture.tenant();
    await waitFor('Redis to count again', async () => {
      const metrics = await fetch(`${fixture.stack.service('gateway').internalUrl}/metrics`);
      await list(fresh);
      return /^vedette_rate_limit_fallback\S* 0$/m.test(await metrics.text());
    });
  });
});
