import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ApiResponse, ErrorEnvelope } from './support/api-client.ts';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';
import { createMonitor, HTTP_MONITOR, type Page } from './support/monitors.ts';

let fixture: Fixture;
let tenant: Tenant;

beforeAll(async () => {
  fixture = await startFixture({
    services: ['gateway', 'monitor'],
    ownPostgres: true,
    env: { RATE_LIMIT_REQUESTS: '100000' },
  });
  tenant = await fixture.tenant();
});
afterAll(() => fixture.stop());

/** Well beyond the deadline of an operation: a request that takes longer hangs. */
const NEVER_A_HANG_MS = 9_000;

async function timed(
  request: Promise<ApiResponse>,
): Promise<{ status: number; code: string | undefined; isPrompt: boolean }> {
  const startedAt = performance.now();
  const { status, body } = await request;
  const code = (body as ErrorEnvelope | undefined)?.error?.code;
  return { status, code, isPrompt: performance.now() - startedAt < NEVER_A_HANG_MS };
}

const FAILED = { status: 500, code: 'internal_error', isPrompt: true };

describe('while something is away, the API answers 500 in time, and all is well when it is back', () => {
  afterEach(async () => {
    await waitFor('the API to work again', async () => (await tenant.api.get('/api/v1/monitors')).status === 200, {
      timeoutMs: 30_000,
    });
    await createMonitor(tenant.api);
  });

  it('NATS', async () => {
    await fixture.stack.nats.pause();
    expect(await timed(tenant.api.get('/api/v1/monitors'))).toEqual(FAILED);
    expect((await fixture.api.get('/openapi.json')).status).toBe(200);
    expect((await fixture.api.get('/api/v1/monitors')).status).toBe(401);
    await fixture.stack.nats.resume();
  });

  it('PostgreSQL', async () => {
    await fixture.stack.postgres?.pause();
    expect(await timed(tenant.api.get('/api/v1/monitors'))).toEqual(FAILED);
    expect(await timed(tenant.api.post('/api/v1/monitors', HTTP_MONITOR))).toEqual(FAILED);
    await fixture.stack.postgres?.resume();
  });

  it('the owner of the operation', async () => {
    await fixture.stack.service('monitor').kill();
    expect(await timed(tenant.api.get('/api/v1/monitors'))).toEqual(FAILED);
    await fixture.stack.service('monitor').start();
  });

  it('an owner that hangs', async () => {
    const { pid } = fixture.stack.service('monitor');
    process.kill(pid, 'SIGSTOP');
    expect(await timed(tenant.api.get('/api/v1/monitors'))).toEqual(FAILED);
    process.kill(pid, 'SIGCONT');
  });
});

describe('without the account service', () => {
  /** Longer than an answer about a key is believed. */
  const LONG_MS = 2_500;
  /** The gateway waits twice 300 ms at most; the rest is for a machine that is busy with other suites. */
  const PROMPT_MS = 1_500;

  /** Requests one after the other, each answered promptly. */
  async function statusesOver(ms: number, api: Tenant['api']): Promise<Set<number>> {
    const statuses = new Set<number>();
    for (const startedAt = performance.now(); performance.now() - startedAt < ms;) {
      const sentAt = performance.now();
      statuses.add((await api.get('/api/v1/monitors')).status);
      expect(performance.now() - sentAt).toBeLessThan(PROMPT_MS);
    }
    return statuses;
  }

  async function newKey(): Promise<Awaited<ReturnType<Fixture['key']>>> {
    return fixture.key(tenant.organizationId);
  }

  afterEach(async () => {
    const { api } = await newKey();
    await waitFor('new keys to be taken', async () => (await api.get('/api/v1/monitors')).status === 200);
  });

  it('keys that were seen work on, and one that was never seen gets a 500 promptly', async () => {
    const [seen, unseen] = [await newKey(), await newKey()];
    expect((await seen.api.get('/api/v1/monitors')).status).toBe(200);
    const account = fixture.stack.service('account');
    await account.kill();
    expect(await statusesOver(LONG_MS, seen.api)).toEqual(new Set([200]));
    await createMonitor(seen.api);
    const sentAt = performance.now();
    const { status, body } = await unseen.api.get<ErrorEnvelope>('/api/v1/monitors');
    expect([status, body.error.code]).toEqual([500, 'internal_error']);
    expect(performance.now() - sentAt).toBeLessThan(PROMPT_MS);
    expect((await fixture.api.get('/api/v1/monitors')).status).toBe(401);
    await account.start();
    await waitFor('the unseen key', async () => (await unseen.api.get('/api/v1/monitors')).status === 200);
  });

  it('a hanging one makes no difference', async () => {
    const [seen, unseen] = [await newKey(), await newKey()];
    expect((await seen.api.get('/api/v1/monitors')).status).toBe(200);
    const { pid } = fixture.stack.service('account');
    process.kill(pid, 'SIGSTOP');
    expect(await statusesOver(LONG_MS, seen.api)).toEqual(new Set([200]));
    const sentAt = performance.now();
    expect((await unseen.api.get('/api/v1/monitors')).status).toBe(500);
    expect(performance.now() - sentAt).toBeLessThan(PROMPT_MS);
    process.kill(pid, 'SIGCONT');
  });

  it('a key that is revoked is not taken any more, and 401 when the service is back', async () => {
    const [revoked, other] = [await newKey(), await newKey()];
    for (const { api } of [revoked, other]) expect((await api.get('/api/v1/monitors')).status).toBe(200);
    const account = fixture.stack.service('account');
    await account.kill();
    await fixture.stack.operator.run('key', 'revoke', revoked.id);
    await waitFor('the key to fail', async () => (await revoked.api.get('/api/v1/monitors')).status === 500, {
      timeoutMs: 2_000,
    });
    expect((await other.api.get('/api/v1/monitors')).status).toBe(200);
    await account.start();
    await waitFor('the key to be refused', async () => (await revoked.api.get('/api/v1/monitors')).status === 401);
  });
});

describe('a key that met a 500', () => {
  it('stays bound to its input, and runs when it is sent again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await fixture.stack.service('monitor').kill();
    expect((await tenant.api.post('/api/v1/monitors', HTTP_MONITOR, key)).status).toBe(500);
    await fixture.stack.service('monitor').start();
    const other = await tenant.api.post<ErrorEnvelope>('/api/v1/monitors', { ...HTTP_MONITOR, name: 'Other' }, key);
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    const again = await tenant.api.post<Monitor>('/api/v1/monitors', HTTP_MONITOR, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });
});

describe('a second gateway', () => {
  it('shares limits, keys and idempotency with the first', async () => {
    const replica = await fixture.stack.addReplica('gateway');
    const second = tenant.api.at(`http://127.0.0.1:${replica.env['GATEWAY_PORT']}`);
    const key = { 'idempotency-key': randomUUID() };
    const first = await tenant.api.post<Monitor>('/api/v1/monitors', HTTP_MONITOR, key);
    const replay = await second.post<Monitor>('/api/v1/monitors', HTTP_MONITOR, key);
    expect([replay.body.id, replay.headers['idempotency-replayed']]).toEqual([first.body.id, 'true']);
    const remaining = Number(replay.headers['ratelimit-remaining']);
    const { headers } = await tenant.api.get<Page<Monitor>>('/api/v1/monitors');
    expect(Number(headers['ratelimit-remaining'])).toBe(remaining - 1);
  });
});
